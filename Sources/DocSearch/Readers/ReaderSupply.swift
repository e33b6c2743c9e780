import ExtractionProtocol

/// Readers forked from one prepared process, with perhaps one forked ahead. Used from one thread.
final class ReaderSupply {
    private let program: String
    private let usesSandbox: Bool
    private let stop: StopFlag
    private let forksAhead: Bool
    private var prepared: PreparedReader?
    private var spare: (reader: ReaderProcess, languages: [String])?
    private var yieldsProcessor = false

    init(program: String, usesSandbox: Bool, stop: StopFlag, forksAhead: Bool = true) {
        (self.program, self.usesSandbox, self.stop, self.forksAhead) = (program, usesSandbox, stop, forksAhead)
    }

    /// After its greeting a reader may receive untrusted files. Without `usesSandbox` it keeps its rights. Throws
    /// `environment` when a reader cannot be started, or when nothing on this system confines it although it should.
    func reader(languages: [String] = []) throws -> (ReaderProcess, GreetingFrame) {
        do {
            let (reader, greeting) = try greetedReader(languages: languages)
            if usesSandbox, greeting.confinement?.isConfined != true {
                let refusal = SandboxState(greeting.confinement).refusal
                throw DocSearchError(.environment, refusal, item: program, remedy: .readWithoutSandbox)
            }
            if forksAhead, let prepared { spare = (try ReaderProcess(prepared, languages: languages), languages) }
            return (reader, greeting)
        } catch let failure as ReaderProcess.Failure {
            // Whatever the cause, the next one comes from a new process.
            spare = nil
            prepared = nil
            throw failure
        }
    }

    func greetedReader(languages: [String] = []) throws -> (ReaderProcess, GreetingFrame) {
        let reader = try taken(languages)
        let (_, frame) = try reader.nextFrame(within: .seconds(30), stop: stop)
        guard case .greeting(let greeting) = frame else {
            throw ReaderProcess.Failure.rubbish("the first frame was no greeting")
        }
        return (reader, greeting)
    }

    static func greeting(options: IndexingOptions, stop: StopFlag) throws -> GreetingFrame? {
        let program = try ExtractionProgram.locate(options.extractorPath)
        do {
            return try ReaderSupply(program: program, usesSandbox: options.usesSandbox, stop: stop, forksAhead: false)
                .reader().1
        } catch ReaderProcess.Failure.stopped {
            return nil
        } catch let failure as ReaderProcess.Failure {
            throw DocSearchError(.environment, "docsearch-extract does not work: \(failure.sentence).")
        }
    }

    func readyReader(languages: [String] = []) throws -> (ReaderProcess, GreetingFrame) {
        var lastFailure = ""
        for _ in 0..<3 {
            do {
                return try reader(languages: languages)
            } catch let failure as ReaderProcess.Failure {
                if case .stopped = failure { throw failure }
                lastFailure = failure.sentence
            }
        }
        throw DocSearchError(
            .environment, "\"\(program)\" does not work: \(lastFailure).", item: program, cause: lastFailure,
            remedy: .checkUp)
    }

    /// For readers started from now on, processor and disk.
    func yieldProcessor() {
        guard !yieldsProcessor else { return }
        yieldsProcessor = true
        spare = nil
        prepared?.yieldProcessor()
    }

    /// The cause of another reader's end may have ended it too.
    func discardSpare() { spare = nil }

    deinit { close() }

    func close() {
        spare = nil
        #if DEBUG
            // Not while a reader uses it, on whatever thread.
            if !yieldsProcessor, KeptProcesses.keeps(program), isKnownUniquelyReferenced(&prepared), let prepared {
                KeptProcesses.putBack(prepared)
            }
        #endif
        prepared = nil
    }

    private func taken(_ languages: [String]) throws -> ReaderProcess {
        let prepared = try self.prepared ?? start()
        defer { spare = nil }
        if let spare, languages.isEmpty || spare.languages == languages { return spare.reader }
        return try ReaderProcess(prepared, languages: languages)
    }

    private func start() throws -> PreparedReader {
        let new = try process(usesSandbox ? [] : [ReaderArgument.noSandbox])
        if yieldsProcessor { new.yieldProcessor() }
        prepared = new
        return new
    }

    private func process(_ arguments: [String]) throws -> PreparedReader {
        #if DEBUG
            if KeptProcesses.keeps(program) { return try KeptProcesses.take(program, arguments, stop: stop) }
        #endif
        return try PreparedReader(program: program, arguments: arguments, stop: stop)
    }
}

extension SandboxState {
    init(_ report: ConfinementReport?) {
        self.init(
            active: (report?.active ?? []).map { measure in
                measure == .landlock ? "\(measure.rawValue) \(report?.landlockVersion ?? 0)" : measure.rawValue
            },
            missing: (report?.missing ?? []).map { "\($0.measure.rawValue): \($0.reason)" })
    }
}
