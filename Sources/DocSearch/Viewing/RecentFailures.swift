import Synchronization

/// Failures of readers, so that work is not retried for each part of a page: a page that takes too long keeps a reader
/// busy for its whole time limit, and a viewer requests it in dozens of tiles.
final class RecentFailures: Sendable {
    struct Subject: Sendable, Hashable {
        enum Work: Sendable { case image, measure, copy, contents, attachment, export }

        /// ``ViewedDocument/key``.
        var document: String
        var page: Int?
        var work: Work
        /// A reader died at it. Other sizes and parts of the page may still be drawn.
        var image: String?
    }

    private let failures = Mutex<[Subject: (error: DocSearchError, end: ContinuousClock.Instant)]>([:])
    private let time: Duration
    private static let most = 1_000

    init(time: Duration) { self.time = time }

    func check(_ subject: Subject, now: ContinuousClock.Instant = .now) throws {
        try failures.withLock { failures in
            guard let (error, end) = failures[subject] else { return }
            if end > now { throw error }
            failures[subject] = nil
        }
    }

    func remember(_ error: DocSearchError, of subject: Subject, now: ContinuousClock.Instant = .now) {
        guard time > .zero else { return }
        failures.withLock { failures in
            if failures.count >= Self.most { failures = failures.filter { $0.value.end > now } }
            if failures.count >= Self.most { failures = [:] }
            failures[subject] = (error, now + time)
        }
    }

    func forget(_ document: String) {
        failures.withLock { failures in failures = failures.filter { $0.key.document != document } }
    }
}
