import Synchronization

/// What readers could not do of late, so that it is not tried again for each part of a page: a page that takes too long keeps
/// a reader busy for all of its time, and a viewer asks for it in dozens of tiles.
final class RecentFailures: Sendable {
    /// What was asked of a page, or of all of a document.
    struct Subject: Sendable, Hashable {
        enum Work: Sendable { case image, measure, copy, contents, attachment }

        /// ``ViewedDocument/key``.
        var document: String
        var page: Int?
        var work: Work
        /// The one image that a reader died of. Other sizes and parts of the page may be drawn all the same.
        var image: String?
    }

    private let failures = Mutex<[Subject: (error: DocSearchError, end: ContinuousClock.Instant)]>([:])
    /// How long a failure is remembered.
    private let time: Duration
    private static let most = 1_000

    init(time: Duration) { self.time = time }

    /// Throws what was remembered.
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
