import Synchronization

/// Lists of terms, kept so that each list has an address: going back to it or reloading it sends no form. They are in
/// memory only, and visible only to their sender.
final class KeptLists: Sendable {
    private struct List {
        var id: String
        var visitor: String
        var text: String
    }

    /// Most recently requested last.
    private let lists = Mutex<[List]>([])

    private static let mostBytes = 32 << 20
    private static let mostBytesOfOne = 4 << 20

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

    /// Nil for another visitor's list.
    func text(_ id: String, of visitor: String) -> String? {
        lists.withLock { lists in
            guard let position = lists.firstIndex(where: { $0.id == id && $0.visitor == visitor }) else { return nil }
            let list = lists.remove(at: position)
            lists.append(list)
            return list.text
        }
    }

    private static func drop(from lists: inout [List], mostBytes: Int, among isOne: (List) -> Bool) {
        var bytes = lists.filter(isOne).reduce(0) { $0 + $1.text.utf8.count }
        while bytes > mostBytes, let first = lists.firstIndex(where: isOne) {
            bytes -= lists.remove(at: first).text.utf8.count
        }
    }
}
