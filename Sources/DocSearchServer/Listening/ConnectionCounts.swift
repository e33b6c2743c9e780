import Synchronization

/// Counts connections by address, so that a few clients cannot take them all.
package final class ConnectionCounts: Sendable {
    private let counts = Mutex<[String: Int]>([:])
    private let most: Int

    /// Addresses of this machine have no limit, because a proxy may be on it.
    package init(most: Int) { self.most = most }

    /// An added connection must be removed by its group when it ends.
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
