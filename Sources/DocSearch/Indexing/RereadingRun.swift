import ExtractionProtocol
import Foundation

/// Has chosen pages of one document recognised, whatever the verdict on their layers, and indexes what is read instead
/// of any other text of theirs. Blocking, like ``IndexingRun``.
final class RereadingRun {
    private let stores: IndexStores
    private let options: IndexingOptions
    private let stop: StopFlag
    private let record: RunRecord
    private let pool: WorkerPool
    private let started = Int64(Date().timeIntervalSince1970)
    private let clock = ContinuousClock.now

    init(
        stores: IndexStores, options: IndexingOptions, stop: StopFlag,
        report: @escaping (IndexingEvent) -> Void
    ) {
        self.stores = stores
        self.options = options
        self.stop = stop
        record = RunRecord(report: report)
        pool = WorkerPool(pages: stores.pages, options: options, stop: stop)
    }

    /// - Parameters:
    ///   - document: One that has a PDF.
    ///   - pages: Numbers from 1; ascending.
    ///   - bundle: The row of the document's bundle.
    /// - Returns: What was recognised and what failed.
    /// - Throws: ``DocSearchError``: `environment`, `notFound` for a folder that was forgotten.
    func run(document: ArchiveDocument, pages: [Int], bundle: BundleRow) throws -> IndexingReport {
        record.result.started = started
        guard var root = try stores.user.roots().first(where: { $0.id == bundle.rootID }) else {
            throw DocSearchError(
                .notFound, "The folder that \"\(document.path)\" was found in is no longer remembered.")
        }
        guard let greeting = try WorkerProcess.greeting(options: options, stop: stop) else { return record.result }
        root.languages = RecognitionLanguages(installed: greeting.languages)
            .codes(document: document.language, root: root.languages)
        let usual = PageChoice(ocr: .auto, recognition: .recognition(greeting, languages: root.languages))
        // The same page may be asked for again with better language data: each reading is kept as one of its own.
        let source = TextSource.recognition(greeting, languages: options.languages ?? root.languages)
            .askedFor(at: started)
        if let languages = options.languages { root.languages = languages }
        // Each task opens and hashes the document again.
        let size = min(16, max(1, pages.count / (2 * pool.jobs)))
        guard let known = try stores.index.pageSource(document: document.id) else { return record.result }
        let scope = try stores.scope(of: known)
        let tasks = stride(from: 0, to: pages.count, by: size).map { start in
            RecognitionTask(
                number: start, root: root, document: document.id, bundle: bundle.id, bundlePath: bundle.relativePath,
                entry: document.entry, pages: Array(pages[start..<min(start + size, pages.count)]), scope: scope,
                source: source)
        }
        try pool.run { try exchange(tasks) }
        try stores.rechooseCopies(contentHash: document.contentHash, choice: usual)
        for loss in stores.pages.losses.take() { record.fail(bundle: loss.bundlePath, loss.problem) }
        record.result.isPartial = stop.isSet
        record.result.standingFailures = record.result.failed
        record.result.seconds = (ContinuousClock.now - clock) / .seconds(1)
        return record.result
    }

    private func exchange(_ tasks: [RecognitionTask]) throws {
        var waiting = tasks[...]
        var outstanding = 0
        while !stop.isSet {
            while outstanding < 2 * pool.jobs, let task = waiting.popFirst() {
                pool.tasks.push(.recognize(task))
                outstanding += 1
            }
            guard outstanding > 0 else { return }
            guard let message = pool.messages.pop(within: 0.2) else { continue }
            switch message {
            case .recognized(let task, let frame):
                defer { if let hash = frame.imageHash { pool.images.release(hash, of: task) } }
                try stores.pages.insert(frame, of: task)
                try keep(frame.page, of: task, task.witness)
            case .recognizedBefore(let task, let page, let text):
                try keep(page, of: task, stores.pages.copy(text: text, toPage: page, task.scope))
            case .unrecognized(let task, let problem): record.fail(bundle: task.bundlePath, problem)
            case .recognitionEnded: outstanding -= 1
            case .broken(let error): throw error
            case .greeting, .began, .proven, .unchanged, .bundle, .document, .page, .problem, .ended, .unsettled,
                .abandoned:
                break
            }
        }
    }

    private func keep(_ page: Int, of task: RecognitionTask, _ witness: TextWitness) throws {
        try stores.pages.prefer(task.source, page: page, contentHash: task.contentHash, witness: witness)
        try stores.index.clearRecognitionFailure(bundle: task.bundle, entry: task.entry, page: page)
        record.result.recognized += 1
        record.report(.recognized(document: task.path, page: page))
    }
}

extension IndexStores {
    /// Chooses the page texts of every document with this content again.
    func rechooseCopies(contentHash: String, choice: PageChoice) throws {
        for document in try index.documents(contentHash: contentHash) {
            try rechoosePages(document: document) { _ in choice }
        }
    }
}
