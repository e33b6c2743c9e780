import ExtractionProtocol

protocol ReaderClock {
    func nextFrame(of process: ReaderProcess, stop: StopFlag) throws -> ReaderProcess.Answer

    func deliver(_ delivery: AnswerClock.Delivery)
}

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

/// The time for which a reader may still be silent. Each step has its own limit, which restarts only when the step
/// before has given a result. All silence for a bundle has a common budget, which results increase. Only time in which
/// the coordinator waits counts. Used from one thread.
final class AnswerClock: ReaderClock {
    private let options: IndexingOptions
    private var limit: Duration
    private var left: Duration
    private var budget: Duration
    private var spent = Duration.zero
    private var isAnnounced = false

    private init(_ options: IndexingOptions, budget: Duration) {
        (self.options, self.budget) = (options, budget)
        (limit, left) = (options.openingTimeout, options.openingTimeout)
    }

    convenience init(_ options: IndexingOptions, bytes: Int64) {
        self.init(options, budget: options.openingTimeout * 3 + Self.reading(bytes))
    }

    /// Pages give no results between the stages of recognition.
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

    /// With `isKnownToEnd` the number of such steps is bounded, so the limit always restarts.
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

    func beginAgain() {
        limit = options.openingTimeout
        left = limit
        isAnnounced = false
        budget = max(.zero, budget) + limit
    }

    enum Delivery {
        case page, document, problem, comparedFile
        /// For the first time, with its size in bytes.
        case openedFile(Int64)
        /// Results that a reader could repeat for ever.
        case nothing
    }

    private func timeout(_ stage: ExtractionStage) -> Duration {
        switch stage {
        case .bundle, .document, .fixity, .storage, .content: options.openingTimeout
        case .textLayer: options.pageTimeout
        case .render, .recognition: options.recognitionTimeout
        }
    }

    /// A slow network disk gives a megabyte a second.
    private static func reading(_ bytes: Int64) -> Duration { .seconds(max(0, bytes) >> 20) }
}
