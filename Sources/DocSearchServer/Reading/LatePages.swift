import Synchronization

/// Pages whose boxes were not found in time. They are not retried for a while, because each vain attempt keeps a reader
/// busy.
final class LatePages: Sendable {
    private let ends = Mutex<[PageKey: ContinuousClock.Instant]>([:])
    private static let time: Duration = .seconds(30)
    private static let most = 1_000

    func add(_ page: Int, of document: Int64, now: ContinuousClock.Instant = .now) {
        ends.withLock { ends in
            if ends.count >= Self.most { ends = ends.filter { $0.value > now } }
            if ends.count >= Self.most { ends = [:] }
            ends[PageKey(document: document, page: page)] = now + Self.time
        }
    }

    func contains(_ page: Int, of document: Int64, now: ContinuousClock.Instant = .now) -> Bool {
        ends.withLock { ends in ends[PageKey(document: document, page: page)].map { $0 > now } ?? false }
    }
}

struct PageKey: Hashable, Sendable {
    var document: Int64
    var page: Int
}
