import Synchronization

/// Lists of terms that people have sent, kept so that a list has an address: going back to it, or loading it again, sends no form.
/// They are in memory alone, and each is for the visitor who sent it.
final class KeptLists: Sendable {
    private struct List {
        var id: String
        var visitor: String
        var text: String
    }

    /// The one asked for last at the end.
    private let lists = Mutex<[List]>([])

    private static let mostBytes = 32 << 20
    /// Of one visitor: a few of the longest there can be.
    private static let mostBytesOfOne = 4 << 20

    /// Keeps a list. Returns what it is asked for by.
    func keep(_ text: String, of visitor: String) -> String {
        let id = String(Secret.hash("\(visitor)\n\(text)").prefix(32))
        lists.withLock { lists in
            lists.removeAll { $0.id == id }
            lists.append(List(id: id, visitor: visitor, text: text))
            Self.drop(from: &lists, mostBytes: Self.mostBytesOfOne) { $0.visitor == visitor }
            Self.drop(from: &lists, mostBytes: Self.mostBytes) { _ in true }
        }
        return id
    }

    /// Nil for one that is not kept any more, and for one of somebody else.
    func text(_ id: String, of visitor: String) -> String? {
        lists.withLock { lists in
            guard let position = lists.firstIndex(where: { $0.id == id && $0.visitor == visitor }) else { return nil }
            let list = lists.remove(at: position)
            lists.append(list)
            return list.text
        }
    }

    /// Those first that nobody has asked for the longest.
    private static func drop(from lists: inout [List], mostBytes: Int, among isOne: (List) -> Bool) {
        var bytes = lists.filter(isOne).reduce(0) { $0 + $1.text.utf8.count }
        while bytes > mostBytes, let first = lists.firstIndex(where: isOne) {
            bytes -= lists.remove(at: first).text.utf8.count
        }
    }
}
