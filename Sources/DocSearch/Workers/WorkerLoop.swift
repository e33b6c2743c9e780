import ExtractionProtocol

/// What concerns no bundle and no document: no reader can be had, or the index is damaged.
struct BrokenRun: Error { var error: DocSearchError }

/// One worker and the thread that serves it: takes tasks, has readers do them, and passes on what comes of it.
///
/// `@unchecked Sendable`: after `run()` has begun, all state belongs to the thread that runs it.
final class WorkerLoop: @unchecked Sendable {
    let conversation: WorkerConversation
    let images: RecognizedImages
    private let tasks: BoundedQueue<WorkerTask>
    private let messages: BoundedQueue<WorkerMessage>
    private let texts: PageStore
    /// The PDF library of the readers.
    private var engine = ""
    /// Whether a reader needed a recognition engine to judge text layers, so that others will.
    var needsEngine = false
    private var lastHash: (path: String, status: FileStatus, hash: String)?
    /// The document that was copied last: its pages are recognised in several shares.
    private var lastCopy: (document: Int64, bundle: FileStatus, copy: OpenBundle)?

    init(
        _ conversation: WorkerConversation, tasks: BoundedQueue<WorkerTask>, messages: BoundedQueue<WorkerMessage>,
        images: RecognizedImages, texts: PageStore
    ) {
        (self.conversation, self.tasks, self.messages) = (conversation, tasks, messages)
        (self.images, self.texts) = (images, texts)
    }

    var options: IndexingOptions { conversation.options }

    func run() {
        conversation.whenGreeted = { [unowned self] greeting in
            engine = greeting.pdfEngine
            emit(.greeting(greeting))
        }
        while let task = tasks.pop(), !conversation.stop.isSet {
            switch task {
            case .readBundle(let task): BundleReadingJob(loop: self, task: task).run()
            case .recognize(let task):
                // It cannot be taken back.
                if options.isBackground { conversation.supply.yieldProcessor() }
                RecognitionJob(loop: self, task: task).run()
            }
        }
        conversation.supply.close()
    }

    func emit(_ message: WorkerMessage) { messages.push(message) }

    /// Answers a document that asks; returns whether its pages' text layers are known.
    func answer(_ document: DocumentFrame, _ scope: TextScope) throws -> Bool {
        guard document.asksForPages == true else { return false }
        let isKnown =
            try !options.full && document.contentHash != nil
            && texts.hasAllPages(of: scope, pageCount: document.pageCount, engine: engine, options: options)
        try conversation.answer(isKnown ? .known : .unknown)
        return isKnown
    }

    /// See ``OpenBundle/contentHash(stop:)``. The same bundle is often asked for several times running.
    func contentHash(of bundle: OpenBundle) throws -> String {
        let path = bundle.path.absolutePath
        if let last = lastHash, last.path == path, last.status == bundle.status { return last.hash }
        let hash = try bundle.contentHash(stop: conversation.stop)
        lastHash = (path, bundle.status, hash)
        return hash
    }

    /// A copy of a document's bytes, so that a reader can be shown nothing else; nil for one that is made of several
    /// images, or when there is no room. The reader that unpacks it has seen the whole bundle, and is gone before: the
    /// hash tells whether it has copied what it should. Throws ``ReaderProcess/Failure`` and ``DocSearchError``.
    func copy(of task: RecognitionTask, from bundle: OpenBundle) throws -> OpenBundle? {
        if let lastCopy, lastCopy.document == task.document, lastCopy.bundle == bundle.status { return lastCopy.copy }
        lastCopy = nil
        let limits = options.limits.extraction
        let request = CopyDocumentRequest(
            path: task.bundlePath, entry: task.entry, page: nil, access: bundle.access, limits: limits)
        func copied() throws -> OpenBundle? {
            let file = try OpenFile.temporary()
            // What is wrong with the document is said when it is recognised where it is.
            guard case .complete = try conversation.copy(request, of: bundle, to: file.descriptor) else { return nil }
            return OpenBundle(copy: file, of: bundle.path, passwords: options.passwords)
        }
        let copy: OpenBundle?
        do {
            copy = try copied()
        } catch let failure as ReaderProcess.Failure where failure.isDeath {
            // The bundle may be innocent: the system may have been out of memory.
            copy = try copied()
        }
        if let copy { lastCopy = (task.document, bundle.status, copy) }
        return copy
    }
}
