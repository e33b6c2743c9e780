/// For whom something is done.
package enum Turn {
    /// A visitor, as far as taking turns goes; empty outside of a request.
    @TaskLocal package static var visitor = ""
}

/// A line in which visitors take turns, however much each of them asks for (round robin). Of those who wait, the one is next
/// who has least at the moment, and among equals the one whose turn was longest ago.
struct FairLine<Element> {
    private struct Visitor {
        /// Things that it has now.
        var holds = 0
        /// Smaller for those whose turn comes earlier.
        var turn: Int
        var waiting: [Element] = []
    }

    /// Those who have something or wait for it.
    private var visitors: [String: Visitor] = [:]
    private var lastTurn = 0
    private let mostOfOne: Int
    /// How many wait.
    private(set) var count = 0

    /// One visitor has `mostOfOne` things at most, so that another one need not wait for the first.
    init(mostOfOne: Int) { self.mostOfOne = mostOfOne }

    /// Whether a visitor may have one of the things that are free. It has to be put back.
    mutating func take(for name: String) -> Bool {
        guard (visitors[name]?.holds ?? 0) < mostOfOne else { return false }
        if visitors[name] == nil { visitors[name] = Visitor(turn: lastTurn) }
        serve(name) { _ in }
        return true
    }

    mutating func putBack(by name: String) { change(name) { $0.holds -= 1 } }

    /// Waits behind what this visitor has asked for before. A newcomer's turn comes after those who wait already.
    mutating func add(_ element: Element, of name: String) {
        begin(name) { $0.waiting.append(element) }
        count += 1
    }

    /// Who gets what is free now; it has to be put back. Nil where nobody waits who may have more.
    mutating func next() -> Element? {
        let candidates = visitors.filter { !$0.value.waiting.isEmpty && $0.value.holds < mostOfOne }
        let first = candidates.min { ($0.value.holds, $0.value.turn) < ($1.value.holds, $1.value.turn) }
        guard let name = first?.key else { return nil }
        count -= 1
        var element: Element?
        serve(name) { element = $0.waiting.removeFirst() }
        return element
    }

    mutating func remove(of name: String, where isMeant: (Element) -> Bool) -> Element? {
        guard let position = visitors[name]?.waiting.firstIndex(where: isMeant) else { return nil }
        return remove(at: position, of: name)
    }

    /// Takes out what came last of the visitor who has most in the line; nil where that would be as much as `name` has.
    mutating func removeLast(ofMoreThan name: String) -> Element? {
        guard let most = visitors.max(by: { $0.value.waiting.count < $1.value.waiting.count }),
            most.value.waiting.count > (visitors[name]?.waiting.count ?? 0) + 1
        else { return nil }
        return remove(at: most.value.waiting.count - 1, of: most.key)
    }

    private mutating func remove(at position: Int, of name: String) -> Element? {
        count -= 1
        var element: Element?
        change(name) { element = $0.waiting.remove(at: position) }
        return element
    }

    /// Whoever gets something comes after all others the next time.
    private mutating func serve(_ name: String, _ body: (inout Visitor) -> Void) {
        lastTurn += 1
        let turn = lastTurn
        change(name) { visitor in
            body(&visitor)
            visitor.holds += 1
            visitor.turn = turn
        }
    }

    private mutating func begin(_ name: String, _ body: (inout Visitor) -> Void) {
        if visitors[name] == nil {
            lastTurn += 1
            visitors[name] = Visitor(turn: lastTurn)
        }
        change(name, body)
    }

    private mutating func change(_ name: String, _ body: (inout Visitor) -> Void) {
        guard var visitor = visitors[name] else { return }
        body(&visitor)
        visitors[name] = visitor.holds == 0 && visitor.waiting.isEmpty ? nil : visitor
    }
}
