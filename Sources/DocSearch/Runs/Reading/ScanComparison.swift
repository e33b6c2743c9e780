import ExtractionProtocol

/// Compares the images of a document that was changed in place with those that its texts were recognised from. Used on the
/// thread of the run, with a reader of its own: those of other bundles go on meanwhile.
struct ScanComparison {
    private let run: RunContext

    enum Finding {
        /// All are there. The texts of their pages are known in this scope.
        case same(TextScope)
        case others
        /// A reader failed, with this reason.
        case unknown(String)
        /// The run must stop.
        case unfinished
    }

    init(_ run: RunContext) { self.run = run }

    /// `source` is how the pages would be recognised. Throws ``DocSearchError``: `environment` when no reader can be
    /// started.
    func finding(
        _ scans: EarlierScans, of document: CollectedDocument, in task: BundleTask, _ source: TextSource
    ) throws -> Finding {
        if scans.areAsLastTime { return .others }
        let ids = Set(scans.texts.values)
        let hashes = try run.stores.pages.imageHashes(Array(ids))
        // Texts without a hash prove nothing.
        guard hashes.count == ids.count else { return .others }
        let images = EarlierImages(hashes)
        let (found, failure) = try pages(
            RecognitionTask(
                root: try run.engines.withLanguages(of: document.frame.metadata.language, task.root),
                document: scans.document, bundle: 0, bundlePath: task.relativePath, entry: document.frame.entry,
                pages: scans.texts.keys.sorted(), scope: document.scope, source: source), images)
        // Pages may have changed places.
        if found.count == scans.texts.count, Set(found.values.map(\.id)) == images.all {
            return .same(try take(found, document.scope))
        }
        if run.stop.isSet { return .unfinished }
        return images.areOthers ? .others : failure.map(Finding.unknown) ?? .others
    }

    /// The pages that show one of the images, with its text, and why others could not be rendered.
    private func pages(
        _ task: RecognitionTask, _ images: EarlierImages
    ) throws -> (found: [Int: PageStore.ImageText], failure: String?) {
        var found: [Int: PageStore.ImageText] = [:]
        var failure: String?
        var broken: DocSearchError?
        let program = try ExtractionProgram.locate(run.options.extractorPath)
        let loop = WorkerLoop(
            WorkerConversation(program: program, options: run.options, stop: run.stop, isSingle: true), images: images,
            texts: run.stores.pages
        ) { message in
            switch message {
            case .recognition(_, .recognizedBefore(let page, let text)): found[page] = text
            case .recognition(_, .failed(let problem)):
                // A page that cannot be rendered is another one.
                if [.worker, .environment, .limit, .changed].contains(problem.code) {
                    failure = failure ?? problem.reason
                }
            case .broken(let error): broken = error
            case .greeting, .reading, .recognition: break
            }
        }
        defer { loop.conversation.supply.close() }
        RecognitionJob(loop: loop, task: task).run()
        if let broken { throw broken }
        return (found, failure)
    }

    private func take(_ texts: [Int: PageStore.ImageText], _ scope: TextScope) throws -> TextScope {
        var scope = scope
        for (page, text) in texts { _ = try run.stores.pages.copy(text: text, toPage: page, scope) }
        scope.place.number = try run.stores.pages.placeID(scope.place.path)
        return scope
    }
}

/// The images that a document had. None is recognised: the first other one decides.
private final class EarlierImages: PageImages {
    private let texts: [String: Int64]
    private(set) var areOthers = false

    /// By `page_text.id`.
    init(_ hashes: [Int64: String]) {
        texts = Dictionary(hashes.map { ($0.value, $0.key) }, uniquingKeysWith: min)
    }

    /// A text for each image.
    var all: Set<Int64> { Set(texts.values) }

    func claim(_ hash: String, of task: RecognitionTask) throws -> PageStore.ImageText? {
        guard let text = texts[hash] else {
            areOthers = true
            throw ReaderProcess.Failure.stopped
        }
        return PageStore.ImageText(id: text)
    }

    func release(_ hash: String, of task: RecognitionTask) {}
}
