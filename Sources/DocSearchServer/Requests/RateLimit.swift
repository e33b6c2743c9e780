import Synchronization

/// A bucket for each address that holds ten seconds' worth and refills steadily.
package final class RateLimit: Sendable {
    private struct Bucket {
        var left: Double
        var time: ContinuousClock.Instant
    }

    private let buckets = Mutex<[String: Bucket]>([:])
    private let perSecond: Double
    private static let seconds = 10.0
    private static let most = 10_000

    package init(perSecond: Int) { self.perSecond = Double(perSecond) }

    /// Seconds to wait. While very many clients ask, new ones share a bucket.
    package func wait(for client: String, now: ContinuousClock.Instant = .now) -> Int? {
        var client = ClientAddress(client).group
        return buckets.withLock { buckets in
            let full = perSecond * Self.seconds
            if buckets.count >= Self.most, buckets[client] == nil {
                buckets = buckets.filter { now - $0.value.time < .seconds(Self.seconds) }
                if buckets.count >= Self.most { client = "others" }
            }
            var bucket = buckets[client] ?? Bucket(left: full, time: now)
            bucket.left = min(full, bucket.left + (now - bucket.time) / .seconds(1) * perSecond)
            bucket.time = now
            defer { buckets[client] = bucket }
            guard bucket.left >= 1 else { return Int((1 / perSecond).rounded(.up)) }
            bucket.left -= 1
            return nil
        }
    }
}
