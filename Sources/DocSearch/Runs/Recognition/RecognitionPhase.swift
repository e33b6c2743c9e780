import ExtractionProtocol

/// Assigns waiting pages to workers, one page range at a time, so that one long document keeps all workers busy. Each
/// recognised page is stored at once; the document's rows follow when enough of its pages are there. Used on the thread
/// of the run.
final class RecognitionPhase {
    private let run: RunContext
    private let roots: [Int64: IndexRoot]
    /// The next one last.
    private var documents: [Int64] = []
    private var waiting: [RecognitionTask] = []
    private var unwritten: [Int64: Progress] = [:]
    /// Documents whose first texts showed that pages are in other languages.
    private var readTwice: Set<Int64> = []

    private struct Progress {
        var root: IndexRoot
        var tasks = 0
        var newPages = 0
        var writtenPages = 0
    }

    private var stores: IndexStores { run.stores }
    private var options: IndexingOptions { run.options }
    private var engines: ReaderEngines { run.engines }

    init(_ run: RunContext, roots: [IndexRoot]) {
        self.run = run
        self.roots = Dictionary(roots.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    func recognize() throws {
        let ids = roots.keys.sorted()
        documents = try stores.index.documentsToRecognize(roots: ids).reversed()
        // A run that has read no bundle has no greeting yet, and cannot tell what is recognised already.
        if !documents.isEmpty || options.ocr == .always {
            try engines.meet()
            run.record.report(.recognizing(pages: try stores.index.pagesWaiting(roots: ids)))
        }
        try run.pool.recognize(next) { task, message in
            switch message {
            case .recognized(let frame):
                defer { if let hash = frame.imageHash { run.pool.images.release(hash, of: task) } }
                try stores.pages.insert(frame, of: task)
                try kept(frame.page, of: task)
                if !readTwice.contains(task.document) { run.record.result.recognized += 1 }
                run.record.report(.recognized(document: task.path, page: frame.page))
            case .recognizedBefore(let page, let text):
                _ = try stores.pages.copy(text: text, toPage: page, task.scope)
                try kept(page, of: task)
                if !readTwice.contains(task.document) { run.record.result.reused += 1 }
            case .failed(let problem), .notAnswered(let problem):
                try stores.index.recordFailure(
                    bundle: task.bundle, problem, source: task.source, options: options, now: run.started)
                run.record.fail(bundle: task.bundlePath, in: task.root.id, problem)
            case .ended: try end(task)
            }
        }
        for document in unwritten.keys.sorted() { try write(document) }
    }

    private func next() throws -> RecognitionTask? {
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
        // With the folder's own languages.
        unwritten[task.document, default: Progress(root: roots[task.root.id] ?? task.root)].tasks += 1
        return task
    }

    private func split(_ document: DocumentToRecognize, _ root: IndexRoot) throws {
        // The walk has reported it. Its pages wait until it is back.
        let bundle = FileStatus.found(path: root.absolutePath(document.bundlePath))
        if case .failure(let failure) = bundle, failure.isAbsence { return }
        guard let source = try stores.index.pageSource(document: document.id) else { return }
        let scope = try stores.scope(of: source)
        let choice = try engines.choice(of: root, language: document.language)
        let known = Dictionary(grouping: try stores.pages.pages(of: scope), by: \.page)
        let readings = Dictionary(grouping: document.pages) {
            choice.recognition(known[$0] ?? []).next ?? choice.recognition
        }
        // A first text that did not come in this run may come in another.
        let due = readings.filter { !readTwice.contains(document.id) || $0.key != choice.recognition }
        for (recognition, pages) in due.sorted(by: { $0.value[0] < $1.value[0] }) {
            try split(document, pages: pages, root, scope, recognition)
        }
    }

    private func split(
        _ document: DocumentToRecognize, pages: [Int], _ root: IndexRoot, _ scope: TextScope, _ recognition: TextSource
    ) throws {
        let failed =
            options.retryFailed
            ? []
            : try stores.index.pagesNotToRecognize(
                bundle: document.bundleID, entry: document.entry, source: recognition, options: options,
                now: run.started)
        guard !failed.contains(0) else { return }
        let pages = pages.filter { page in
            let isWanted = options.selection?.includes(
                page: page, of: document.entry, in: root.absolutePath(document.bundlePath))
            return isWanted != false && !failed.contains(page)
        }
        // Shares become smaller towards the end, so that all workers end at about the same time. Each share opens and
        // hashes the document again, so a share of a large one has several pages in any case.
        let smallest = document.byteCount > 64 << 20 ? 4 : 1
        var root = root
        root.languages = recognition.languages
        var start = 0
        while start < pages.count {
            let size = min(16, max(smallest, (pages.count - start) / (4 * run.pool.jobs)))
            defer { start += size }
            waiting.append(
                RecognitionTask(
                    root: root, document: document.id, bundle: document.bundleID, bundlePath: document.bundlePath,
                    entry: document.entry, pages: Array(pages[start..<min(start + size, pages.count)]), scope: scope,
                    source: recognition))
        }
    }

    private func kept(_ page: Int, of task: RecognitionTask) throws {
        try stores.index.clearRecognitionFailure(bundle: task.bundle, entry: task.entry, page: page)
        unwritten[task.document]?.newPages += 1
        // Writing a document takes time proportional to its whole text, so the steps grow with the written part.
        if let progress = unwritten[task.document], progress.newPages >= max(64, progress.writtenPages) {
            try write(task.document)
        }
    }

    private func end(_ task: RecognitionTask) throws {
        unwritten[task.document]?.tasks -= 1
        guard let progress = unwritten[task.document], progress.tasks <= 0,
            !waiting.contains(where: { $0.document == task.document })
        else { return }
        try write(task.document)
        unwritten[task.document] = nil
        // Pages that wait now have shown that they are in another language, or have failed.
        if readTwice.insert(task.document).inserted { documents.append(task.document) }
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
            try engines.choice(of: root, language: language)
        }
        if let (path, problem) = try stores.index.noteDamage(document: document, pages, now: run.started) {
            run.record.fail(bundle: path, in: root.id, problem)
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
            let writer = DocumentWriter(index, pages: pages)
            try writer.rewritePages(db, document: document, pages: chosen.pages, user: user)
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
