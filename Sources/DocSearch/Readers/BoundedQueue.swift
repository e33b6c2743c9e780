import Foundation

/// Writers wait while the queue is full, readers while it is empty. `@unchecked Sendable`: all state is accessed with
/// `condition` locked.
final class BoundedQueue<Element: Sendable>: @unchecked Sendable {
    private let capacity: Int
    private let maximumBytes: Int
    private let size: @Sendable (Element) -> Int
    private var bytes = 0
    private let condition = NSCondition()
    private var elements: [Element] = []
    private var isClosed = false

    /// An element enters while there are fewer than `capacity`, and the total size with it is at most `maximumBytes` or
    /// it is the only one.
    init(capacity: Int, maximumBytes: Int = .max, size: @escaping @Sendable (Element) -> Int = { _ in 0 }) {
        (self.capacity, self.maximumBytes, self.size) = (capacity, maximumBytes, size)
    }

    /// False when the queue was closed and did not take the element.
    @discardableResult
    func push(_ element: Element) -> Bool {
        let added = size(element)
        condition.lock()
        defer { condition.unlock() }
        while !isClosed, elements.count >= capacity || (!elements.isEmpty && bytes + added > maximumBytes) {
            condition.wait()
        }
        guard !isClosed else { return false }
        elements.append(element)
        bytes += added
        condition.broadcast()
        return true
    }

    /// Nil once the queue is closed and empty, and when no element arrived within `seconds`.
    func pop(within seconds: Double? = nil) -> Element? {
        condition.lock()
        defer { condition.unlock() }
        let deadline = seconds.map { Date(timeIntervalSinceNow: $0) }
        while elements.isEmpty, !isClosed {
            guard let deadline else {
                condition.wait()
                continue
            }
            guard condition.wait(until: deadline) else { break }
        }
        guard !elements.isEmpty else { return nil }
        let element = elements.removeFirst()
        bytes -= size(element)
        condition.broadcast()
        return element
    }

    func close(discarding: Bool = false) {
        condition.withLock {
            isClosed = true
            if discarding { (elements, bytes) = ([], 0) }
            condition.broadcast()
        }
    }
}
