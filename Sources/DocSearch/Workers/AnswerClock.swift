import ExtractionProtocol

/// How long a reader may be waited for, within one request.
protocol ReaderClock {
    /// Waits for the next frame. Throws ``ReaderProcess/Failure``.
    func nextFrame(of process: ReaderProcess, stop: StopFlag) throws -> ReaderProcess.Answer

    /// Something has come of the work.
    func deliver(_ delivery: AnswerClock.Delivery)
}

/// A time for the whole answer, whatever comes meanwhile.
struct AnswerDeadline: ReaderClock {
    private let limit: Duration
    private let end: ContinuousClock.Instant

    init(after limit: Duration) { (self.limit, end) = (limit, .now + limit) }

    func nextFrame(of process: ReaderProcess, stop: StopFlag) throws -> ReaderProcess.Answer {
        let left = end - .now
        guard left > .zero else { throw ReaderProcess.Failure.timeout(limit) }
        do {
            return try process.nextFrame(within: left, stop: stop)
        } catch ReaderProcess.Failure.timeout {
            throw ReaderProcess.Failure.timeout(limit)
        }
    }

    func deliver(_ delivery: AnswerClock.Delivery) {}
}

/// How long a reader may still be silent. Each piece of work has its time, which begins anew only when something has
/// come of the one before it; and all silence of a bundle together has a budget, which what is delivered adds to. Only
/// time counts in which the coordinator waits. Used from one thread.
final class AnswerClock: ReaderClock {
    private let options: IndexingOptions
    private var limit: Duration
    /// Of the piece of work in hand.
    private var left: Duration
    private var budget: Duration
    private var spent = Duration.zero
    private var isAnnounced = false

    private init(_ options: IndexingOptions, budget: Duration) {
        (self.options, self.budget) = (options, budget)
        (limit, left) = (options.openingTimeout, options.openingTimeout)
    }

    /// The timeouts of `options` count; `bytes` are of the bundle's own file, which is read as a whole.
    convenience init(_ options: IndexingOptions, bytes: Int64) {
        self.init(options, budget: options.openingTimeout * 3 + Self.reading(bytes))
    }

    /// Of the recognition of so many pages, which deliver nothing between their stages.
    convenience init(_ options: IndexingOptions, recognizedPages: Int) {
        self.init(options, budget: options.openingTimeout * 2 + options.recognitionTimeout * (2 * recognizedPages))
    }

    func nextFrame(of process: ReaderProcess, stop: StopFlag) throws -> ReaderProcess.Answer {
        if stop.isSet { throw ReaderProcess.Failure.stopped }
        if let answer = try process.frameInBuffer() { return answer }
        let limit = try wait()
        let start = ContinuousClock.now
        do {
            let answer = try process.nextFrame(within: limit, stop: stop)
            spend(ContinuousClock.now - start)
            return answer
        } catch ReaderProcess.Failure.timeout {
            spend(limit)
            _ = try wait()
            throw ReaderProcess.Failure.timeout(limit)
        }
    }

    /// How long to wait now. Throws ``ReaderProcess/Failure/timeout(_:)`` when there is nothing left.
    private func wait() throws -> Duration {
        guard left > .zero else { throw ReaderProcess.Failure.timeout(limit) }
        guard budget > .zero else { throw ReaderProcess.Failure.timeout(spent) }
        return min(left, budget)
    }

    private func spend(_ time: Duration) {
        left -= time
        budget -= time
        spent += time
    }

    /// A piece of work is announced. With `isKnownToEnd` it is one of so many that its time begins anew in any case.
    func begin(_ stage: ExtractionStage, isKnownToEnd: Bool = false) {
        limit = timeout(stage)
        if !isAnnounced || isKnownToEnd { left = limit } else { left = min(left, limit) }
        isAnnounced = true
    }

    func deliver(_ delivery: Delivery) {
        isAnnounced = false
        left = limit
        switch delivery {
        case .page: budget += options.pageTimeout
        case .document: budget += options.openingTimeout / 10
        case .problem: budget += options.openingTimeout / 100
        case .comparedFile: budget += options.openingTimeout
        case .openedFile(let bytes): budget += options.openingTimeout / 100 + Self.reading(bytes)
        case .nothing: break
        }
    }

    /// Another reader goes on where one failed.
    func beginAgain() {
        limit = options.openingTimeout
        left = limit
        isAnnounced = false
        budget = max(.zero, budget) + limit
    }

    enum Delivery {
        case page, document, problem, comparedFile
        /// For the first time, and of so many bytes.
        case openedFile(Int64)
        /// What may come ever again.
        case nothing
    }

    private func timeout(_ stage: ExtractionStage) -> Duration {
        switch stage {
        case .bundle, .document, .fixity, .storage, .content: options.openingTimeout
        case .textLayer: options.pageTimeout
        case .render, .recognition: options.recognitionTimeout
        }
    }

    /// A slow disk in a network gives a megabyte a second.
    private static func reading(_ bytes: Int64) -> Duration { .seconds(max(0, bytes) >> 20) }
}
