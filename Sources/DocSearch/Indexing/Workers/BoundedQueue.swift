import Foundation

/// A queue between threads. Writers wait while it is full, readers while it is empty.
///
/// `@unchecked Sendable`: all state is touched with `condition` locked.
final class BoundedQueue<Element: Sendable>: @unchecked Sendable {
    private let capacity: Int
    private let condition = NSCondition()
    private var elements: [Element] = []
    private var isClosed = false

    init(capacity: Int) { self.capacity = capacity }

    /// Returns false when the queue was closed and the element is not in it.
    @discardableResult
    func push(_ element: Element) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while elements.count >= capacity && !isClosed { condition.wait() }
        guard !isClosed else { return false }
        elements.append(element)
        condition.broadcast()
        return true
    }

    /// The next element, or nil once the queue is closed and empty.
    func pop() -> Element? {
        condition.lock()
        defer { condition.unlock() }
        while elements.isEmpty && !isClosed { condition.wait() }
        return takeFirst()
    }

    /// The next element, or nil when none came within `seconds`.
    func pop(within seconds: Double) -> Element? {
        condition.lock()
        defer { condition.unlock() }
        let deadline = Date(timeIntervalSinceNow: seconds)
        while elements.isEmpty && !isClosed {
            guard condition.wait(until: deadline) else { break }
        }
        return takeFirst()
    }

    /// Lets nothing more in. With `discarding`, what is in it is dropped too.
    func close(discarding: Bool = false) {
        condition.lock()
        defer { condition.unlock() }
        isClosed = true
        if discarding { elements.removeAll() }
        condition.broadcast()
    }

    private func takeFirst() -> Element? {
        guard !elements.isEmpty else { return nil }
        let element = elements.removeFirst()
        condition.broadcast()
        return element
    }
}
