import ExtractionProtocol

/// Has a program of the user's choice read the pages in doubt: those that tesseract has read with little confidence. Newest
/// documents first, each page once by each version of the program. `PageChoice` takes the better text (decision 0254). Used
/// on the thread of the run.
final class SecondLook {
    private let run: RunContext
    private let roots: [Int64: IndexRoot]
    private let recognizer: SharedRecognizer
    private var engine = ""
    private var documents: ArraySlice<(id: Int64, pages: [Int])> = []
    private var waiting: ArraySlice<RecognitionTask> = []
    /// Tasks of a document that are in hand.
    private var inHand: [Int64: Int] = [:]
    private var (read, better) = (0, 0)

    /// Each task opens the document again.
    private static let pagesOfTask = 8

    private var stores: IndexStores { run.stores }

    /// Nil when there is no such program.
    init?(_ run: RunContext, roots: [IndexRoot]) {
        guard let settings = run.options.recognizer, run.options.ocr != .never else { return nil }
        self.run = run
        self.roots = Dictionary(roots.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        recognizer = SharedRecognizer(settings)
    }

    func look() throws {
        documents = try stores.index.pagesInDoubt(roots: roots.keys.sorted(), below: recognizer.settings.below)[...]
        guard !documents.isEmpty, !run.stop.isSet else { return }
        defer { recognizer.end() }
        do {
            engine = try recognizer.meet(stop: run.stop)
        } catch RecognizerFailure.unavailable(let reason) {
            return run.record.warn(reason)
        } catch RecognizerFailure.stopped {
            return
        }
        // Most nights there is nothing new, and each document would be looked up for that.
        let state = try "\(engine) \(recognizer.settings.below) \(stores.index.pagesVersion())"
        guard try run.options.retryFailed || stores.index.meta(Self.stateKey) != state else { return }
        try run.engines.meet()
        run.record.report(.recognizing(pages: documents.reduce(0) { $0 + $1.pages.count }))
        try run.pool.recognize(next) { task, message in try take(message, of: task) }
        if let warning = recognizer.warning { return run.record.warn(warning) }
        guard !run.stop.isSet else { return }
        let done = try "\(engine) \(recognizer.settings.below) \(stores.index.pagesVersion())"
        try stores.index.write { db in try db.setMeta(Self.stateKey, to: done) }
    }

    private static let stateKey = "second-look"

    private func next() throws -> RecognitionTask? {
        while waiting.isEmpty, !recognizer.isLeftAlone, let (id, pages) = documents.popFirst() {
            waiting = try tasks(document: id, pages: pages)[...]
        }
        guard !recognizer.isLeftAlone, let task = waiting.popFirst() else { return nil }
        inHand[task.document, default: 0] += 1
        return task
    }

    private func tasks(document: Int64, pages: [Int]) throws -> [RecognitionTask] {
        guard let found = try stores.index.pageSource(document: document), let root = roots[found.rootID],
            let bundle = try stores.index.bundle(ofDocument: document)
        else { return [] }
        let status = FileStatus.found(path: root.absolutePath(bundle.relativePath))
        if case .failure(let failure) = status, failure.isAbsence { return [] }
        let scope = try stores.scope(of: found)
        let known = Dictionary(grouping: try stores.pages.pages(of: scope), by: \.page)
        var byLanguages: [[String]: [Int]] = [:]
        for page in pages {
            let rows = known[page] ?? []
            guard let first = rows.last(where: { $0.source.origin == .ocr && !$0.source.isSecond }),
                !rows.contains(where: \.isPreferred)
            else { continue }
            let tried = rows.last { $0.source == .second(engine: engine, languages: first.source.languages) }
            if let tried, tried.hasText || !run.options.retryFailed { continue }
            byLanguages[first.source.languages, default: []].append(page)
        }
        let entry = try stores.index.entry(ofDocument: document)
        return byLanguages.sorted { $0.value[0] < $1.value[0] }.flatMap { languages, pages in
            stride(from: 0, to: pages.count, by: Self.pagesOfTask).map { start in
                var root = root
                root.languages = languages
                return RecognitionTask(
                    root: root, document: document, bundle: bundle.id, bundlePath: bundle.relativePath, entry: entry,
                    pages: Array(pages[start..<min(start + Self.pagesOfTask, pages.count)]), scope: scope,
                    source: .second(engine: engine, languages: languages), recognizer: recognizer)
            }
        }
    }

    private func take(_ message: RecognitionMessage, of task: RecognitionTask) throws {
        switch message {
        case .recognized(let frame):
            defer { if let hash = frame.imageHash { run.pool.images.release(hash, of: task) } }
            try stores.pages.insert(frame, of: task, replaces: run.options.retryFailed)
            noteReading(frame.page, of: task)
        case .recognizedBefore(let page, let text):
            _ = try stores.pages.copy(text: text, toPage: page, task.scope)
            noteReading(page, of: task)
        case .failed(let problem):
            run.record.fail(bundle: task.bundlePath, in: task.root.id, problem)
            guard problem.address.page > 0 else { break }
            // Remembers that it was tried.
            let none = PageFrame(
                entry: task.entry, page: problem.address.page, width: 0, height: 0, text: "", origin: .ocr,
                verdict: .missing, reasons: ["no-answer: \(problem.reason.prefix(200))"])
            try stores.pages.insert(none, of: task)
        case .ended:
            inHand[task.document, default: 1] -= 1
            guard inHand[task.document] == 0, !waiting.contains(where: { $0.document == task.document }) else { break }
            inHand[task.document] = nil
            try choose(task.document)
        }
    }

    private func noteReading(_ page: Int, of task: RecognitionTask) {
        read += 1
        run.record.result.secondReadings = read
        run.record.report(.recognized(document: task.path, page: page))
    }

    private func choose(_ document: Int64) throws {
        guard let found = try stores.index.pageSource(document: document), let root = roots[found.rootID]
        else { return }
        let before = try Set(stores.index.textIDs(document: document))
        let pages = try stores.rechoosePages(document: document) { language in
            try run.engines.choice(of: root, language: language)
        }
        // Where another version of the program reads worse, a page goes back to tesseract's text.
        let second = Set(try stores.pages.pages(of: stores.scope(of: found)).filter(\.source.isSecond).map(\.id))
        better += pages.count { page in
            page.asRead.textID.map { second.contains($0) && !before.contains($0) } ?? false
        }
        run.record.result.betterTexts = better
        try stores.shortenLogs()
    }
}
