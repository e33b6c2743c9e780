import Synchronization

/// Pages whose words were not placed in the time of a request. They are not tried again for a while: what is tried in vain keeps
/// a reader busy each time.
final class LatePages: Sendable {
    private struct Page: Hashable {
        var document: Int64
        var page: Int
    }

    private let ends = Mutex<[Page: ContinuousClock.Instant]>([:])
    private static let time: Duration = .seconds(30)
    private static let most = 1_000

    func add(_ page: Int, of document: Int64, now: ContinuousClock.Instant = .now) {
        ends.withLock { ends in
            if ends.count >= Self.most { ends = ends.filter { $0.value > now } }
            if ends.count >= Self.most { ends = [:] }
            ends[Page(document: document, page: page)] = now + Self.time
        }
    }

    func contains(_ page: Int, of document: Int64, now: ContinuousClock.Instant = .now) -> Bool {
        ends.withLock { ends in ends[Page(document: document, page: page)].map { $0 > now } ?? false }
    }
}
