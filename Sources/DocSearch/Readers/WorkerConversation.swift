import ExtractionProtocol

/// Each request goes to a new reader, whose questions for files and passwords are answered here. Used from one thread.
final class WorkerConversation {
    let options: IndexingOptions
    let stop: StopFlag
    let supply: ReaderSupply
    /// All readers are the same program on the same system, so the first greeting counts.
    var whenGreeted: (GreetingFrame) -> Void = { _ in }
    private var hasGreeted = false
    private var process: ReaderProcess?
    private var requestNumber: UInt32 = 0

    init(program: String, options: IndexingOptions, stop: StopFlag, isSingle: Bool = false) {
        (self.options, self.stop) = (options, stop)
        supply = ReaderSupply(program: program, usesSandbox: options.usesSandbox, stop: stop, forksAhead: !isSingle)
    }

    /// `take` returns true when the answer is complete. The reader has ended then, and is killed after an error. It is
    /// handed `others`, to one of which it writes; the caller keeps them. The engine of `languages` is loaded from the start. `stop` replaces
    /// that of all conversations.
    func ask(
        _ request: ExtractionRequest, of bundle: OpenBundle, languages: [String] = [], handing others: [Int32] = [],
        clock: AnswerClock, stop: StopFlag? = nil, take: (ExtractionFrame) throws -> Bool
    ) throws {
        let (process, greeting) = try supply.readyReader(languages: languages)
        if !hasGreeted { whenGreeted(greeting) }
        hasGreeted = true
        self.process = process
        defer {
            process.kill()
            self.process = nil
        }
        requestNumber &+= 1
        process.patience = min(process.patience, options.openingTimeout)
        try Self.ask(
            process, request, number: requestNumber, of: bundle, beside: bundle.descriptor, handing: others,
            clock: clock, stop: stop ?? self.stop, take: take)
        // A reader being killed may still write.
        if !others.isEmpty { process.end() }
    }

    static func ask(
        _ process: ReaderProcess, _ request: ExtractionRequest, number: UInt32, of bundle: OpenBundle,
        beside descriptor: Int32, handing others: [Int32] = [], clock: some ReaderClock, stop: StopFlag,
        take: (ExtractionFrame) throws -> Bool
    ) throws {
        try process.send(request, number: number, descriptor: descriptor)
        for other in others { try process.send(descriptor: other) }
        var files = FileAnswers(bundle, limits: request.limits)
        while true {
            let (answered, frame) = try clock.nextFrame(of: process, stop: stop)
            guard answered == number else {
                throw ReaderProcess.Failure.rubbish("an answer to request \(answered) instead of \(number)")
            }
            if let delivery = try files.answer(frame, to: process) {
                clock.deliver(delivery)
            } else if try take(frame) {
                return
            }
        }
    }

    func answer(_ answer: KnownAnswer) throws { try process?.send(answer) }

    func answer(_ bytes: [UInt8]) throws { try process?.send(answer: bytes) }

    enum CopyOutcome {
        case complete(holdsOnePage: Bool)
        case refused(ProblemFrame)
        /// There is no file of the document.
        case severalImages
    }

    /// Only the hash tells whether the bytes are right.
    func copy(
        _ request: CopyDocumentRequest, of bundle: OpenBundle, to output: Int32, stop: StopFlag? = nil
    ) throws -> CopyOutcome {
        let clock = AnswerClock(options, bytes: bundle.status.byteCount)
        var startings = StartingCounter()
        var outcome = CopyOutcome.refused(ProblemFrame(.worker, at: .document, of: request.entry, "no reason given"))
        try ask(.copyDocument(request), of: bundle, handing: [output], clock: clock, stop: stop) { frame in
            switch frame {
            case .starting(let value):
                try startings.count()
                clock.begin(value.stage)
                return false
            case .problem(let problem):
                outcome = .refused(problem)
                return true
            case .finished(let frame):
                switch frame.outcome {
                case .complete: outcome = .complete(holdsOnePage: frame.holdsOnePage == true)
                case .skipped: outcome = .severalImages
                case .failed, .ordinaryFolder: break
                }
                return true
            default: throw ReaderProcess.Failure.rubbish("a frame that does not belong to a copy")
            }
        }
        return outcome
    }

    /// The output is what a reader says that the document is with `texts`; only the document's own bundle is in it.
    func addText(
        _ request: AddTextRequest, of bundle: OpenBundle, texts: Int32, to output: Int32, stop: StopFlag
    ) throws -> (repair: String?, leftOut: [Int], notHidden: [Int]) {
        let clock = AnswerClock(options, bytes: bundle.status.byteCount)
        var startings = StartingCounter()
        var problems: [ProblemFrame] = []
        var repair: String?
        try ask(.addText(request), of: bundle, handing: [texts, output], clock: clock, stop: stop) { frame in
            switch frame {
            case .starting(let value):
                try startings.count()
                clock.begin(value.stage)
                return false
            case .problem(let problem) where problems.count <= request.pages.count:
                problems.append(problem)
                return false
            case .finished(let frame):
                repair = frame.reason
                guard frame.outcome == .complete else {
                    let none = ProblemFrame(.worker, at: .document, of: request.entry, "no reason given")
                    throw ReaderRefusal(problem: problems.last ?? none)
                }
                return true
            default: throw ReaderProcess.Failure.rubbish("a frame that does not belong to a copy")
            }
        }
        let known = Set(request.pages.map(\.page))
        func pages(_ isWanted: (ProblemFrame) -> Bool) -> [Int] {
            Set(problems.filter(isWanted).map(\.address.page)).intersection(known).sorted()
        }
        return (repair, pages { $0.code != .unsupported }, pages { $0.code == .unsupported })
    }
}
