import ExtractionProtocol

/// An error beyond single bundles and documents: no reader can be started, or the index is damaged.
struct BrokenRun: Error { var error: DocSearchError }

/// One worker with its thread. `@unchecked Sendable`: after `run(_:)` has begun, all state belongs to the thread that
/// runs it.
final class WorkerLoop: @unchecked Sendable {
    let conversation: WorkerConversation
    let images: any PageImages
    let emit: (WorkerMessage) -> Void
    private let texts: PageStore
    private var engine = ""
    var needsEngine = false
    private var lastHash: (path: String, status: FileStatus, hash: String)?
    private var lastCopy: (document: Int64, bundle: FileStatus, copy: OpenBundle)?

    init(
        _ conversation: WorkerConversation, images: any PageImages, texts: PageStore,
        emit: @escaping (WorkerMessage) -> Void
    ) {
        (self.conversation, self.images, self.texts, self.emit) = (conversation, images, texts, emit)
    }

    var options: IndexingOptions { conversation.options }

    func run(_ tasks: BoundedQueue<WorkerTask>) {
        conversation.whenGreeted = { [unowned self] greeting in
            engine = greeting.pdfEngine
            emit(.greeting(greeting))
        }
        while let task = tasks.pop(), !conversation.stop.isSet {
            switch task {
            case .readBundle(let task): BundleReadingJob(loop: self, task: task).run()
            case .recognize(let task): RecognitionJob(loop: self, task: task).run()
            }
        }
        conversation.supply.close()
    }

    func answer(_ document: DocumentFrame, _ scope: TextScope) throws -> Bool {
        guard document.asksForPages == true else { return false }
        let isKnown =
            try !options.full && document.contentHash != nil
            && texts.hasAllPages(of: scope, pageCount: document.pageCount, engine: engine, options: options)
        try conversation.answer(isKnown ? .known : .unknown)
        return isKnown
    }

    /// The same bundle is often requested several times in a row.
    func contentHash(of bundle: OpenBundle) throws -> String {
        let path = bundle.path.absolutePath
        if let last = lastHash, last.path == path, last.status == bundle.status { return last.hash }
        let hash = try bundle.contentHash(stop: conversation.stop)
        lastHash = (path, bundle.status, hash)
        return hash
    }

    /// With a copy a reader sees nothing else. Nil for a document made of several images, or without room. The reader
    /// that unpacks it has seen the whole bundle, and has ended before; the hash shows whether the copy is right.
    func copy(of task: RecognitionTask, from bundle: OpenBundle) throws -> OpenBundle? {
        if let lastCopy, lastCopy.document == task.document, lastCopy.bundle == bundle.status { return lastCopy.copy }
        lastCopy = nil
        let limits = options.limits.extraction
        let request = CopyDocumentRequest(
            path: task.bundlePath, entry: task.entry, page: nil, access: bundle.access, limits: limits)
        func copied() throws -> OpenBundle? {
            let file = try OpenFile.temporary()
            // A fault of the document is reported when it is recognised in its place.
            guard case .complete = try conversation.copy(request, of: bundle, to: file.descriptor) else { return nil }
            return OpenBundle(copy: file, of: bundle.path, passwords: options.passwords)
        }
        let copy: OpenBundle?
        do {
            copy = try copied()
        } catch let failure as ReaderProcess.Failure where failure.isDeath {
            // The bundle may be innocent: the system may have run out of memory.
            copy = try copied()
        }
        if let copy { lastCopy = (task.document, bundle.status, copy) }
        return copy
    }
}
