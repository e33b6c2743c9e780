import ExtractionProtocol
import Foundation

/// One worker and the thread that serves it: takes tasks, starts and replaces the process, passes on what it says.
///
/// `@unchecked Sendable`: after `run()` has begun, all state belongs to the thread that runs it.
final class WorkerLoop: @unchecked Sendable {
    let options: IndexingOptions
    private let tasks: BoundedQueue<WorkerTask>
    private let messages: BoundedQueue<WorkerMessage>
    let stop: StopFlag
    private let images: RecognizedImages
    private let texts: PageStore
    /// The PDF library of the process.
    private var engine = ""
    let supply: ReaderSupply
    /// The reader of the request in hand.
    private var process: WorkerProcess?
    private var hasGreeted = false
    /// Whether a reader needed a recognition engine to judge text layers, so that others will.
    var needsEngine = false
    private var requestNumber: UInt32 = 0
    private var lastHash: (path: String, status: FileStatus, hash: String)?
    /// The document that was copied last: its pages are recognised in several shares.
    var lastCopy: (document: Int64, bundle: FileStatus, copy: OpenBundle)?

    init(
        program: String, options: IndexingOptions, tasks: BoundedQueue<WorkerTask>,
        messages: BoundedQueue<WorkerMessage>, images: RecognizedImages, texts: PageStore, stop: StopFlag
    ) {
        supply = ReaderSupply(program: program, usesSandbox: options.usesSandbox, stop: stop)
        self.options = options
        self.tasks = tasks
        self.messages = messages
        self.images = images
        self.texts = texts
        self.stop = stop
    }

    func run() {
        while let task = tasks.pop(), !stop.isSet {
            switch task {
            case .readBundle(let task):
                BundleReadingJob(loop: self, task: task, limits: options.limits.extraction).run()
            case .recognize(let task):
                // It cannot be taken back.
                if options.isBackground { supply.yieldProcessor() }
                RecognitionJob(
                    loop: self, task: task, limits: options.limits.extraction, languages: task.root.languages,
                    images: images
                ).run()
            }
        }
        discardProcess()
        supply.close()
    }

    func emit(_ message: WorkerMessage) { messages.push(message) }

    /// A new reader. Throws ``WorkerProcess/Failure/stopped`` or, when none can be had, ``DocSearchError``.
    private func newProcess(for request: ExtractionRequest) throws -> WorkerProcess {
        let languages: [String] =
            switch request {
            case .recognizePages(let request): request.languages
            case .readBundle(let request): needsEngine ? request.languages : []
            default: []
            }
        let (started, greeting) = try supply.readyReader(languages: languages)
        // All are the same program.
        if !hasGreeted { emit(.greeting(greeting)) }
        hasGreeted = true
        engine = greeting.pdfEngine
        return started
    }

    /// Answers the frame that the worker waits for.
    func answer(_ answer: KnownAnswer) throws { try process?.send(answer) }

    /// Answers a document that asks; returns whether its pages' text layers are known.
    func answer(_ document: DocumentFrame, _ scope: TextScope) throws -> Bool {
        guard document.asksForPages == true else { return false }
        let isKnown =
            try !options.full && document.contentHash != nil
            && texts.hasAllPages(of: scope, pageCount: document.pageCount, engine: engine, options: options)
        try answer(isKnown ? .known : .unknown)
        return isKnown
    }

    /// See ``OpenBundle/contentHash(stop:)``. The same bundle is often asked for several times running.
    func contentHash(of bundle: OpenBundle) throws -> String {
        let path = bundle.place.absolutePath
        if let last = lastHash, last.path == path, last.status == bundle.status { return last.hash }
        let hash = try bundle.contentHash(stop: stop)
        lastHash = (path, bundle.status, hash)
        return hash
    }

    func discardProcess() {
        process?.kill()
        process = nil
    }

    /// Sends a request to a new reader and hands every frame of the answer to `body`, which returns true when the answer is
    /// complete. The reader is gone then. Throws ``WorkerProcess/Failure`` or ``DocSearchError``.
    func exchange(
        _ request: ExtractionRequest, _ bundle: OpenBundle, clock: AnswerClock,
        body: (ExtractionFrame) throws -> Bool
    ) throws {
        let process = try newProcess(for: request)
        self.process = process
        defer { discardProcess() }
        requestNumber &+= 1
        process.patience = min(process.patience, options.openingTimeout)
        try process.send(request, number: requestNumber, descriptor: bundle.descriptor)
        var files = FileAnswers(bundle, limits: options.limits.extraction)
        while true {
            let frame = try process.nextFrame(of: requestNumber, clock: clock, stop: stop, files: &files)
            if try body(frame) { return }
        }
    }
}

extension WorkerProcess.Failure {
    /// What happened, as the reason of a reported problem: no capital letter, no full stop.
    var sentence: String {
        switch self {
        case .died(let how): "the reader stopped: \(how)"
        case .exhausted: "the reader used up the processor time that it may take (processorSeconds)"
        case .timeout(let limit): "the reader did not finish within \(limit.components.seconds) s and was stopped"
        case .rubbish(let what): "the reader answered nonsense: \(what)"
        case .deaf(let limit):
            "the reader did not read what it was sent within \(limit.components.seconds) s and was stopped"
        case .stopped: "the run was stopped"
        }
    }

    /// The code of a reported problem.
    var code: ProblemFrame.Code {
        if case .exhausted = self { .limit } else { .worker }
    }
}

/// A file that was opened for a worker.
struct OpenFile: ~Copyable {
    let descriptor: Int32
    let status: FileStatus

    /// Opens a regular file below a folder without following a symbolic link and without waiting for a pipe's other end.
    /// `shownPath` is for messages.
    init(_ path: String, below folder: FolderHandle, shownPath: String) throws {
        let descriptor = folder.open(Array(path.utf8), O_RDONLY | O_NONBLOCK)
        guard descriptor >= 0 else { throw DocSearchError.opening(shownPath) }
        guard let status = FileStatus(descriptor: descriptor), status.kind == .file else {
            close(descriptor)
            throw DocSearchError(.failed, "\"\(shownPath)\" is not a regular file.")
        }
        self.descriptor = descriptor
        self.status = status
    }

    private init(descriptor: Int32, status: FileStatus) {
        self.descriptor = descriptor
        self.status = status
    }

    /// A file without a name, for a copy that docsearch makes itself.
    static func temporary() throws -> OpenFile {
        let descriptor = UnnamedFile.open()
        guard descriptor >= 0, let status = FileStatus(descriptor: descriptor) else {
            if descriptor >= 0 { close(descriptor) }
            throw DocSearchError.system("Making a temporary file in", UnnamedFile.folder)
        }
        return OpenFile(descriptor: descriptor, status: status)
    }

    deinit { close(descriptor) }
}
