package enum Turn {
    /// Empty outside of a request.
    @TaskLocal package static var visitor = ""
}

/// A queue in which visitors take turns, however much each requests (round robin). Next is the visitor who holds least,
/// and among equals the one whose turn was longest ago.
struct FairLine<Element> {
    private struct Visitor {
        var holds = 0
        var turn: Int
        var waiting: [Element] = []
    }

    private var visitors: [String: Visitor] = [:]
    private var lastTurn = 0
    private let mostOfOne: Int
    private(set) var count = 0

    /// `mostOfOne` leaves something for the other visitors.
    init(mostOfOne: Int) { self.mostOfOne = mostOfOne }

    /// A thing taken must be put back.
    mutating func take(for name: String) -> Bool {
        guard (visitors[name]?.holds ?? 0) < mostOfOne else { return false }
        if visitors[name] == nil { visitors[name] = Visitor(turn: lastTurn) }
        serve(name) { _ in }
        return true
    }

    mutating func putBack(by name: String) { change(name) { $0.holds -= 1 } }

    /// A newcomer's turn comes after the visitors already waiting.
    mutating func add(_ element: Element, of name: String) {
        begin(name) { $0.waiting.append(element) }
        count += 1
    }

    /// The thing must be put back. Nil when no waiting visitor may have more.
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

    /// Nil when the visitor with most in the queue has no more than `name`.
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
