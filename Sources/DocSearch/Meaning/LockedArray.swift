import Synchronization

/// An array whose elements are set from several threads, each of them once.
final class LockedArray<Element: Sendable>: Sendable {
    private let storage: Mutex<[Element]>

    init(repeating element: Element, count: Int) {
        storage = Mutex([Element](repeating: element, count: count))
    }

    func set(_ position: Int, _ element: Element) { storage.withLock { $0[position] = element } }

    var elements: [Element] { storage.withLock { $0 } }
}
