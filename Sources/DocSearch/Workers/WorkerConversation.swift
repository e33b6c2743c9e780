import ExtractionProtocol

/// Conversations with readers, one after the other. A request goes to a new reader, which is handed the files and passwords
/// that it asks for; what it says besides is the caller's. Used from one thread.
final class WorkerConversation {
    let options: IndexingOptions
    let stop: StopFlag
    let supply: ReaderSupply
    /// Called when the first reader has greeted. All are the same program on the same system.
    var whenGreeted: (GreetingFrame) -> Void = { _ in }
    private var hasGreeted = false
    /// The reader of the request in hand.
    private var process: WorkerProcess?
    private var requestNumber: UInt32 = 0

    /// With `isSingle` there will be one request.
    init(program: String, options: IndexingOptions, stop: StopFlag, isSingle: Bool = false) {
        self.options = options
        self.stop = stop
        supply = ReaderSupply(
            program: program, usesSandbox: options.usesSandbox, stop: stop, forksAhead: !isSingle)
    }

    /// Sends a request to a new reader and hands every frame of the answer to `take`, which returns true when the answer is
    /// complete. The reader is gone then, and is being killed after an error.
    ///
    /// - Parameters:
    ///   - request: What to do.
    ///   - bundle: What the reader is shown.
    ///   - languages: Those of a recognition engine that is to be there from the start; none where it would not be used.
    ///   - output: A file that the reader writes into; it stays the caller's.
    ///   - clock: How long the reader may be silent.
    ///   - stop: Another one than that of all conversations.
    ///   - take: Told what the reader says.
    /// - Throws: ``WorkerProcess/Failure``, ``DocSearchError`` when no reader can be had, and what `take` throws.
    func ask(
        _ request: ExtractionRequest, of bundle: OpenBundle, languages: [String] = [], output: Int32? = nil,
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
        try process.send(request, number: requestNumber, descriptor: bundle.descriptor)
        if let output { try process.send(descriptor: output) }
        var files = FileAnswers(bundle, limits: options.limits.extraction)
        while true {
            let (number, frame) = try process.nextFrame(clock: clock, stop: stop ?? self.stop)
            guard number == requestNumber else {
                throw WorkerProcess.Failure.rubbish("an answer to request \(number) instead of \(requestNumber)")
            }
            if let delivery = try files.answer(frame, to: process) {
                clock.deliver(delivery)
            } else if try take(frame) {
                // One that is being killed may still write.
                if output != nil { process.end() }
                return
            }
        }
    }

    /// Answers the frame that the reader waits for an answer to.
    func answer(_ answer: KnownAnswer) throws { try process?.send(answer) }

    /// What became of the copy of a document.
    enum CopyOutcome {
        /// It is in the file, as a PDF of all pages or of the one that was asked for.
        case complete(holdsOnePage: Bool)
        case refused(ProblemFrame)
        /// The document consists of several images, so there is no file of it.
        case severalImages
    }

    /// Has a document's bytes, or a page of a document of images, written into a file. Whether they are what they should be
    /// is told by their hash alone. Throws as ``ask(_:of:languages:output:clock:take:)`` does.
    func copy(
        _ request: CopyDocumentRequest, of bundle: OpenBundle, to output: Int32, stop: StopFlag? = nil
    ) throws -> CopyOutcome {
        let clock = AnswerClock(options, bytes: bundle.status.byteCount)
        var startings = StartingCounter()
        var outcome = CopyOutcome.refused(
            ProblemFrame(
                address: PageAddress(entry: request.entry, page: 0), stage: .document, code: .worker,
                reason: "no reason given"))
        try ask(.copyDocument(request), of: bundle, output: output, clock: clock, stop: stop) { frame in
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
            default: throw WorkerProcess.Failure.rubbish("a frame that does not belong to a copy")
            }
        }
        return outcome
    }
}
