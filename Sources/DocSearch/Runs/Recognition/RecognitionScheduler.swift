import ExtractionProtocol

/// Assigns waiting pages to workers, one page range at a time, so that one long document keeps all workers busy. Each
/// recognised page is stored at once; the document's rows follow when enough of its pages are there.
final class RecognitionScheduler {
    private let stores: IndexStores
    private let options: IndexingOptions
    private let engines: ReaderEngines
    private let roots: [Int64: IndexRoot]
    private let jobs: Int
    private let started: Int64
    private let images: RecognizedImages
    private let record: RunRecord
    /// The next one last.
    private var documents: [Int64]
    private var waiting: [RecognitionTask] = []
    private var unwritten: [Int64: Progress] = [:]

    private struct Progress {
        var root: IndexRoot
        var tasks = 0
        var newPages = 0
        var writtenPages = 0
    }

    init(_ run: RunContext, roots: [IndexRoot], documents: [Int64]) {
        (stores, options, engines, started) = (run.stores, run.options, run.engines, run.started)
        record = run.record
        (jobs, images) = (run.pool.jobs, run.pool.images)
        self.roots = Dictionary(roots.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        self.documents = documents.reversed()
    }

    func next() throws -> RecognitionTask? {
        while waiting.isEmpty {
            guard let document = documents.popLast() else { return nil }
            guard let found = try stores.index.documentToRecognize(document), let root = roots[found.rootID] else {
                continue
            }
            // Pages recognised by an interrupted run are in pages.sqlite but not yet in the index.
            if let greeting = engines.greeting, greeting.extractorVersion == ProtocolVersion.extractor {
                try rechoose(document, root)
            }
            if let current = try stores.index.documentToRecognize(document) { try split(current, root) }
        }
        let task = waiting.removeFirst()
        unwritten[task.document, default: Progress(root: task.root)].tasks += 1
        return task
    }

    private func split(_ document: DocumentToRecognize, _ root: IndexRoot) throws {
        let recognition = try engines.recognition(of: root, language: document.language)
        // The walk has reported it. Its pages wait until it is back.
        let bundle = FileStatus.found(path: root.absolutePath(document.bundlePath))
        if case .failure(let failure) = bundle, failure.isAbsence { return }
        let failed =
            options.retryFailed
            ? []
            : try stores.index.pagesNotToRecognize(
                bundle: document.bundleID, entry: document.entry, source: recognition, options: options, now: started)
        guard !failed.contains(0) else { return }
        let pages = document.pages.filter { !failed.contains($0) }
        // Shares become smaller towards the end, so that all workers end at about the same time. Each share opens and
        // hashes the document again, so a share of a large one has several pages in any case.
        let smallest = document.byteCount > 64 << 20 ? 4 : 1
        let root = try engines.withLanguages(of: document.language, root)
        guard let source = try stores.index.pageSource(document: document.id) else { return }
        let scope = try stores.scope(of: source)
        var start = 0
        while start < pages.count {
            let size = min(16, max(smallest, (pages.count - start) / (4 * jobs)))
            defer { start += size }
            waiting.append(
                RecognitionTask(
                    root: root, document: document.id, bundle: document.bundleID, bundlePath: document.bundlePath,
                    entry: document.entry, pages: Array(pages[start..<min(start + size, pages.count)]), scope: scope,
                    witness: .bundle(scope.bundleHash ?? ""), source: recognition))
        }
    }

    func add(_ frame: PageFrame, of task: RecognitionTask) throws {
        defer { if let hash = frame.imageHash { images.release(hash, of: task) } }
        try stores.pages.insert(frame, of: task)
        try kept(frame.page, of: task)
    }

    func reuse(_ text: PageStore.ImageText, page: Int, of task: RecognitionTask) throws {
        _ = try stores.pages.copy(text: text, toPage: page, task.scope)
        try kept(page, of: task)
    }

    private func kept(_ page: Int, of task: RecognitionTask) throws {
        try stores.index.clearRecognitionFailure(bundle: task.bundle, entry: task.entry, page: page)
        unwritten[task.document]?.newPages += 1
        // Writing a document takes time proportional to its whole text, so the steps grow with the written part.
        if let progress = unwritten[task.document], progress.newPages >= max(64, progress.writtenPages) {
            try write(task.document)
        }
    }

    func end(_ task: RecognitionTask) throws {
        unwritten[task.document]?.tasks -= 1
        guard let progress = unwritten[task.document], progress.tasks <= 0,
            !waiting.contains(where: { $0.document == task.document })
        else { return }
        try write(task.document)
        unwritten[task.document] = nil
    }

    func finish() throws {
        for document in unwritten.keys.sorted() { try write(document) }
        unwritten.removeAll()
    }

    private func write(_ document: Int64) throws {
        guard var progress = unwritten[document], progress.newPages > 0 else { return }
        try rechoose(document, progress.root)
        try stores.shortenLogs()
        progress.writtenPages += progress.newPages
        progress.newPages = 0
        unwritten[document] = progress
    }

    private func rechoose(_ document: Int64, _ root: IndexRoot) throws {
        let pages = try stores.rechoosePages(document: document) { language in
            PageChoice(ocr: options.ocr, recognition: try engines.recognition(of: root, language: language))
        }
        if let (path, problem) = try stores.index.noteDamage(document: document, pages, now: started) {
            record.fail(bundle: path, in: root.id, problem)
        }
    }
}

extension IndexStores {
    @discardableResult
    func rechoosePages(document: Int64, choice: (String?) throws -> PageChoice) throws -> [IndexedPage] {
        guard let source = try index.pageSource(document: document) else { return [] }
        let chosen = try chosenPages(
            try choice(source.language), of: scope(of: source), count: source.pageCount, sidecar: source.sidecar)
        try index.write { db in
            let writer = DocumentWriter(pages: pages, fullText: index.fullText)
            try writer.rewritePages(db, document: document, pages: chosen.pages)
            try writer.noteLosses(db, document: document, pages: chosen.lost)
        }
        return chosen.pages
    }

    func rechooseCopies(contentHash: String, choice: PageChoice) throws {
        for document in try index.documents(contentHash: contentHash) {
            try rechoosePages(document: document) { _ in choice }
        }
    }
}
