import ExtractionProtocol

/// Has chosen pages of one document recognised, whatever the verdict on their layers. The result takes the place of
/// their other texts. Blocking, like ``IndexingRun``.
final class RereadingRun {
    private let run: RunContext

    private var stores: IndexStores { run.stores }
    private var options: IndexingOptions { run.options }

    init(stores: IndexStores, options: IndexingOptions, stop: StopFlag, report: @escaping (IndexingEvent) -> Void) {
        run = RunContext(stores, options, record: RunRecord(report: report), stop: stop)
    }

    /// `pages` are ascending, from 1, and belong to the document, which has a PDF in this bundle.
    func run(document: ArchiveDocument, pages: [Int], bundle: BundleRow) throws -> IndexingReport {
        guard var root = try stores.user.roots().first(where: { $0.id == bundle.rootID }) else {
            throw DocSearchError(
                .notFound, "The folder that \"\(document.path)\" was found in is no longer remembered.")
        }
        guard let greeting = try ReaderSupply.greeting(options: options, stop: run.stop),
            let known = try stores.index.pageSource(document: document.id)
        else { return run.record.result }
        try RootLanguages.requireData(for: options.languages ?? [], in: greeting.languages, "Nothing was read.")
        root.languages = RecognitionLanguages(installed: greeting.languages)
            .codes(document: document.languageOrigin == .text ? nil : document.language, root: root.languages)
        let usual = PageChoice(
            ocr: .auto, recognition: .recognition(greeting, languages: root.languages),
            others: OtherLanguages(greeting, options))
        // A page may be requested again with better language data, so each reading is stored separately.
        let languages = options.languages ?? root.languages
        let recognizer = options.recognizer.map(SharedRecognizer.init)
        defer { recognizer?.end() }
        let source = try source(recognizer, greeting, languages).askedFor(at: run.started)
        if let languages = options.languages { root.languages = languages }
        // Each task opens and hashes the document again.
        let size = min(16, max(1, pages.count / (2 * run.pool.jobs)))
        let scope = try stores.scope(of: known)
        let tasks = stride(from: 0, to: pages.count, by: size).map { start in
            RecognitionTask(
                root: root, document: document.id, bundle: bundle.id, bundlePath: bundle.relativePath,
                entry: document.entry, pages: Array(pages[start..<min(start + size, pages.count)]), scope: scope,
                source: source, recognizer: recognizer)
        }
        let watch = CorrectionWatch(stores)
        defer { watch.end() }
        try run.pool.run { try recognize(tasks) }
        try stores.rechooseCopies(contentHash: document.contentHash, choice: usual)
        if let warning = recognizer?.warning { run.record.warn(warning) }
        run.finish()
        run.record.result.standingFailures = run.record.result.failed
        return run.record.result
    }

    private func source(
        _ recognizer: SharedRecognizer?, _ greeting: GreetingFrame, _ languages: [String]
    ) throws -> TextSource {
        guard let recognizer else { return .recognition(greeting, languages: languages) }
        do {
            return .second(engine: try recognizer.meet(stop: run.stop), languages: languages)
        } catch let failure as RecognizerFailure {
            throw DocSearchError(failure)
        }
    }

    private func recognize(_ tasks: [RecognitionTask]) throws {
        var waiting = tasks[...]
        var told: Set<String> = []
        try run.pool.recognize({ waiting.popFirst() }) { task, message in
            switch message {
            case .recognized(let frame):
                defer { if let hash = frame.imageHash { run.pool.images.release(hash, of: task) } }
                try stores.pages.insert(frame, of: task)
                try keep(frame.page, of: task, task.witness)
            case .recognizedBefore(let page, let text):
                try keep(page, of: task, stores.pages.copy(text: text, toPage: page, task.scope))
            case .failed(let problem), .notAnswered(let problem):
                // Each task meets what is wrong with the document.
                guard problem.address.page > 0 || told.insert(problem.reason).inserted else { break }
                run.record.fail(bundle: task.bundlePath, in: task.root.id, problem)
            case .ended: break
            }
        }
    }

    private func keep(_ page: Int, of task: RecognitionTask, _ witness: TextWitness) throws {
        try stores.pages.prefer(task.source, page: page, contentHash: task.contentHash, witness: witness)
        try stores.index.clearRecognitionFailure(bundle: task.bundle, entry: task.entry, page: page)
        run.record.result.recognized += 1
        run.record.report(.recognized(document: task.path, page: page))
    }
}
