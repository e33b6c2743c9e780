import Synchronization

/// How many connections each address has, so that a few cannot have them all.
package final class ConnectionCounts: Sendable {
    private let counts = Mutex<[String: Int]>([:])
    private let most: Int

    /// `most` is for one address. This machine may have as many as it likes: a proxy may be on it.
    package init(most: Int) { self.most = most }

    /// Whether one more is let in. What is let in has to be removed by its group when it ends.
    package func add(_ client: ClientAddress) -> Bool {
        counts.withLock { counts in
            let count = counts[client.group] ?? 0
            guard count < most || client.isLoopback else { return false }
            counts[client.group] = count + 1
            return true
        }
    }

    package func remove(_ group: String) {
        counts.withLock { counts in
            let count = (counts[group] ?? 0) - 1
            counts[group] = count > 0 ? count : nil
        }
    }
}
