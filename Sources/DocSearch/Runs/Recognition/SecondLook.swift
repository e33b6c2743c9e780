import ExtractionProtocol

/// Has a program of the user's choice read the pages in doubt: those that tesseract has read with little confidence. Newest
/// documents first, each page once by each version of the program. `PageChoice` takes the better text (decision 0254). Used
/// on the thread of the run.
final class SecondLook {
    private let run: RunContext
    private let roots: [Int64: IndexRoot]
    private let recognizer: SharedRecognizer
    private var engine = ""
    private var documents: ArraySlice<DocumentInDoubt> = []
    private var waiting: ArraySlice<RecognitionTask> = []
    /// Documents that have texts the index has not chosen from, and how many of their tasks are in hand.
    private var inHand: [Int64: Int] = [:]
    /// What tesseract has read on their pages.
    private var firstTexts: [Int64: [Int: Int64]] = [:]
    /// Documents that could not be opened.
    private var told: Set<Int64> = []
    private var (read, better) = (0, 0)
    /// Without those that were taken over from another page with the same image.
    private var readAnew = 0

    /// Each task opens the document again.
    private static let pagesOfTask = 8

    private var stores: IndexStores { run.stores }

    /// Nil when there is no such program.
    private init?(_ run: RunContext, _ roots: [IndexRoot]) {
        guard let settings = run.options.recognizer, run.options.ocr != .never else { return nil }
        self.run = run
        self.roots = Dictionary(roots.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        recognizer = SharedRecognizer(settings)
    }

    /// `documents` are those that may be looked at; nil for all.
    static func look(_ run: RunContext, roots: [IndexRoot], at documents: Set<Int64>? = nil) throws {
        try chooseInterrupted(run)
        try SecondLook(run, roots)?.look(at: documents)
    }

    private func look(at chosen: Set<Int64>?) throws {
        let (ids, below) = (roots.keys.sorted(), recognizer.settings.below)
        guard try !stores.index.pagesInDoubt(roots: ids, below: below).isEmpty, !run.stop.isSet else { return }
        defer { recognizer.end() }
        do {
            engine = try recognizer.meet(stop: run.stop)
        } catch RecognizerFailure.unavailable(let reason) {
            return run.record.warn(reason)
        } catch RecognizerFailure.stopped {
            return
        }
        try stores.index.note(engine, of: recognizer.settings)
        let found = try stores.pagesInDoubt(roots: ids, below, engine: engine)
        documents = found.filter { !unread($0).isEmpty && chosen?.contains($0.id) != false }[...]
        guard !documents.isEmpty else { return }
        try run.engines.meet()
        run.record.report(.recognizing(pages: documents.reduce(0) { $0 + unread($1).count }))
        let begun = ContinuousClock.now
        try run.pool.recognize(next) { task, message in try take(message, of: task) }
        // Those that a stop has interrupted.
        for document in inHand.keys.sorted() { try choose(document) }
        if readAnew > 0 {
            let seconds = (ContinuousClock.now - begun) / .seconds(1)
            try stores.index.note(pace: seconds / Double(readAnew), of: recognizer.settings)
        }
        if let warning = recognizer.warning { run.record.warn(warning) }
    }

    private func unread(_ document: DocumentInDoubt) -> [Int] {
        run.options.retryFailed ? (document.unread + document.failures.map(\.page)).sorted() : document.unread
    }

    private func next() throws -> RecognitionTask? {
        while waiting.isEmpty, !recognizer.isLeftAlone, let document = documents.popFirst() {
            waiting = try tasks(document: document.id, pages: unread(document))[...]
            guard !waiting.isEmpty else { continue }
            inHand[document.id] = 0
            try noteInHand()
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
        let choice = try run.engines.choice(of: root, language: found.language)
        let taken = try Set(stores.index.textIDs(document: document))
        var byLanguages: [[String]: [Int]] = [:]
        var isBehind = false
        for page in pages {
            let rows = known[page] ?? []
            guard let first = choice.recognition(rows).text else { continue }
            let source = TextSource.second(engine: engine, languages: first.source.languages)
            if let known = rows.first(where: { $0.source == source }) {
                guard run.options.retryFailed, SecondText.failure(in: known.reasons) != nil else {
                    // Read for another document with the same content.
                    let best = SecondText.better(among: rows, than: first)
                    isBehind = isBehind || best.map { $0.source.isSecond && !taken.contains($0.id) } ?? false
                    continue
                }
                try stores.pages.discard([known.id])
            }
            byLanguages[first.source.languages, default: []].append(page)
            firstTexts[document, default: [:]][page] = first.id
        }
        if byLanguages.isEmpty, isBehind { try choose(document) }
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
        case .recognized(var frame):
            defer { if let hash = frame.imageHash { run.pool.images.release(hash, of: task) } }
            let first = firstTexts[task.document]?[frame.page]
            let words = try first.flatMap { try stores.pages.layouts([$0])[$0]?.words } ?? []
            frame.reasons += SecondText.reasons(of: frame, besides: words)
            try stores.pages.insert(frame, of: task)
            readAnew += 1
            noteReading(frame.page, of: task)
        case .recognizedBefore(let page, let text):
            _ = try stores.pages.copy(text: text, toPage: page, task.scope)
            noteReading(page, of: task)
        case .failed(let problem) where problem.address.page > 0:
            run.record.fail(bundle: task.bundlePath, in: task.root.id, problem)
        case .failed(let problem):
            // All pages of the document would fail alike.
            waiting.removeAll { $0.document == task.document }
            // A run that has the password reads it. Its pages have tesseract's text.
            guard problem.code != .locked, told.insert(task.document).inserted else { break }
            run.record.fail(bundle: task.bundlePath, in: task.root.id, problem)
        case .notAnswered(let problem):
            run.record.fail(bundle: task.bundlePath, in: task.root.id, problem)
            // Remembers that it was tried.
            let none = PageFrame(
                entry: task.entry, page: problem.address.page, width: 0, height: 0, text: "", origin: .ocr,
                verdict: .missing, reasons: [SecondText.noAnswer(problem.reason)])
            try stores.pages.insert(none, of: task)
        case .ended:
            inHand[task.document, default: 1] -= 1
            guard inHand[task.document] == 0, !waiting.contains(where: { $0.document == task.document }) else { break }
            try choose(task.document)
        }
    }

    private func noteReading(_ page: Int, of task: RecognitionTask) {
        read += 1
        run.record.result.secondReadings = read
        run.record.report(.recognized(document: task.path, page: page))
    }

    private func choose(_ document: Int64) throws {
        (inHand[document], firstTexts[document]) = (nil, nil)
        if let found = try stores.index.pageSource(document: document), let root = roots[found.rootID] {
            let before = try Set(stores.index.textIDs(document: document))
            let pages = try stores.rechoosePages(document: document) { language in
                try run.engines.choice(of: root, language: language)
            }
            let second = Set(try stores.pages.pages(of: stores.scope(of: found)).filter(\.source.isSecond).map(\.id))
            better += pages.count { page in
                page.asRead.textID.map { second.contains($0) && !before.contains($0) } ?? false
            }
            run.record.result.betterTexts = better
        }
        try noteInHand()
        try stores.shortenLogs()
    }

    // MARK: - Documents that a run has not come to the end of

    /// In `meta` of `index.sqlite`.
    private static let inHandKey = "second-look-in-hand"

    private func noteInHand() throws {
        try stores.index.write { db in try db.setMeta(Self.inHandKey, to: JSONText.encode(inHand.keys.sorted())) }
    }

    /// Has the index choose from what a run that was killed has read, also without the program and in folders of which this run
    /// is not.
    private static func chooseInterrupted(_ run: RunContext) throws {
        let noted = try run.stores.index.meta(inHandKey)
        // Damaged, it is given up: pages keep the texts that they have.
        guard let documents = noted.flatMap({ try? JSONText.decode($0, as: [Int64].self) }), !documents.isEmpty
        else { return }
        try run.engines.meet()
        guard run.engines.greeting != nil else { return }
        let roots = try run.stores.user.roots()
        for document in documents {
            guard let found = try run.stores.index.pageSource(document: document),
                let root = roots.first(where: { $0.id == found.rootID })
            else { continue }
            try run.stores.rechoosePages(document: document) { language in
                try run.engines.choice(of: root, language: language)
            }
        }
        try run.stores.index.write { db in try db.removeMeta(inHandKey) }
    }
}
