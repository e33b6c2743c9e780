import ExtractionProtocol
import Foundation

/// Puts the frames of bundles together to documents and writes them: pages into `pages.sqlite` first, then the
/// document into `index.sqlite` in one transaction. Lives on the thread of the run.
final class DocumentCollector {
    private let stores: IndexStores
    private let options: IndexingOptions
    private let engines: ReaderEngines
    private let started: Int64
    private let moves: MovedBundles
    /// Bundles that turned out to be known ones in another place.
    private(set) var moved = 0
    private var open: [Int: OpenBundle] = [:]
    /// Writes that wait for the next transaction of `index.sqlite`, in their order.
    private var waiting: [() throws -> Written?] = []
    private var waitingBytes = 0
    private var waitingSince = ContinuousClock.now

    struct Written {
        var path: String
        var pages: Int
        var toRecognize: Int
        var reused: Int
        var bundlePath: String
        /// Pages that came neither as text nor as a problem.
        var unread: [ProblemFrame]
    }

    init(_ run: RunContext, moves: MovedBundles) {
        (stores, options, engines, started) = (run.stores, run.options, run.engines, run.started)
        self.moves = moves
    }

    private struct OpenBundle {
        var frame: BundleFrame?
        var proof: BundleProof?
        var problems = ProblemList()
        /// Pages that came neither as text nor as a problem.
        var unread: [ProblemFrame] = []
        var entries: Set<String> = []
        /// Pages whose texts were damaged, by entry.
        var lost: [String: [Int]] = [:]
        var document: OpenDocument?
    }

    private struct OpenDocument {
        var frame: DocumentFrame
        var scope: TextScope
        var witness: TextWitness
        var sidecar: TextSource
        var pending: [StoredPage] = []
        var pendingBytes = 0
        var seen: Set<Int> = []
        var pagesAreKnown: Bool
        /// Pages that have no use for a sidecar's text.
        var goodPages: Set<Int> = []
    }

    /// A document whose pages are in `pages.sqlite`, ready for `index.sqlite`.
    private struct PreparedDocument {
        var document: OpenDocument
        var contentID: Int64
        var pages: [IndexedPage]
        var unread: [ProblemFrame]

        var heldBytes: Int { pages.reduce(document.frame.heldBytes) { $0 + $1.heldBytes } }
    }

    /// Texts are kept this many pages at a time.
    private static let batch = 200
    /// And fewer when they are large.
    private static let batchBytes = 2 << 20
    /// Documents written in one transaction. Each transaction costs the full-text tables a segment that has to be
    /// merged later.
    private static let group = 32
    /// And fewer when they are large.
    private static let groupBytes = 8 << 20

    func begin(_ task: BundleTask) { open[task.number] = OpenBundle() }

    func add(_ frame: BundleFrame, of task: BundleTask) { open[task.number]?.frame = frame }

    func add(_ proof: BundleProof, of task: BundleTask) throws {
        open[task.number]?.proof = proof
        let before = try stores.index.bundle(task.root.id, task.directory, task.name)
        if let before, before.contentHash != proof.hash { try stores.pages.remember(task.history) }
    }

    func add(_ problem: ProblemFrame, of task: BundleTask) { open[task.number]?.problems.append(problem) }

    /// What a bundle that is open was told to have gone wrong.
    func problems(of task: BundleTask) -> [ProblemFrame] { open[task.number]?.problems.all ?? [] }

    /// Begins a document, which completes the one before it.
    func add(_ frame: DocumentFrame, of task: BundleTask, pagesAreKnown: Bool) throws {
        guard let bundle = open[task.number], let proof = bundle.proof else { return }
        // After a worker's death the next one says again which document goes on.
        if bundle.document?.frame.entry == frame.entry { return }
        try completeDocument(task)
        let sidecar = TextSource(
            origin: .sidecar,
            settings: "bundle \(proof.hash) entry \(frame.entry), bundles \(ProtocolVersion.bundles)")
        var document = OpenDocument(
            frame: frame, scope: task.scope(of: frame, proof),
            witness: frame.contentHash.map(proof.witness) ?? .bundle(proof.hash), sidecar: sidecar,
            pagesAreKnown: pagesAreKnown)
        if pagesAreKnown { document.goodPages = try stores.pages.goodPages(of: document.scope) }
        if let text = frame.unpagedText, !text.isEmpty {
            let page = PageFrame(
                entry: frame.entry, page: 0, width: 0, height: 0, text: text, origin: .sidecar, verdict: .good)
            document.pending.append(StoredPage(source: sidecar, frame: page))
        }
        open[task.number]?.document = document
        open[task.number]?.entries.insert(frame.entry)
    }

    func add(_ frame: PageFrame, of task: BundleTask) throws {
        guard let current = open[task.number]?.document, current.frame.entry == frame.entry else { return }
        if frame.origin == .sidecar, current.goodPages.contains(frame.page) { return }
        let page = StoredPage(source: try engines.source(of: frame, current.sidecar, task.root), frame: frame)
        let isFull =
            current.pending.count + 1 >= Self.batch || current.pendingBytes + frame.heldBytes >= Self.batchBytes
        if isFull {
            try keep(current.pending + [page], of: current)
        }
        keep(page, of: task, isStored: isFull)
    }

    @discardableResult
    private func keep(_ pages: [StoredPage], of document: OpenDocument) throws -> Int64 {
        try stores.pages.insert(
            pages, contentHash: document.scope.contentHash, witness: document.witness, replaces: options.full)
    }

    /// Changes the open document in place: a copy of its pages for each page would take ever longer.
    private func keep(_ page: StoredPage, of task: BundleTask, isStored: Bool) {
        open[task.number]?.document?.seen.insert(page.frame.page)
        if isStored {
            open[task.number]?.document?.pending.removeAll()
            open[task.number]?.document?.pendingBytes = 0
        } else {
            open[task.number]?.document?.pendingBytes += page.frame.heldBytes
            open[task.number]?.document?.pending.append(page)
        }
    }

    /// Ends a bundle: its last document, documents that are no longer in it, and its failures are written in one
    /// transaction, at the next ``flush()``.
    func end(_ task: BundleTask, _ end: FinishedFrame, _ status: FileStatus?) throws {
        let prepared = try prepareDocument(task)
        guard let bundle = open.removeValue(forKey: task.number) else { return }
        write(bytes: prepared?.heldBytes ?? 0) { [self] in
            let before = try stores.index.bundle(task.root.id, task.directory, task.name)
            let isOrdinary = end.outcome == .ordinaryFolder
            // Of one that could not be opened another attempt is made whatever its bytes are.
            let hash = isOrdinary || bundle.frame == nil ? nil : bundle.proof?.hash
            let isSame = before?.contentHash != nil && before?.contentHash == hash
            let id =
                isOrdinary
                ? try stores.index.bundleID(
                    root: task.root.id, directory: task.folder.directory, name: task.folder.name)
                : try row(of: task, hash: hash)
            let written = try prepared.map { try write($0, task, bundleID: id) }
            try stores.index.replaceReadingFailures(
                bundle: id, bundle.problems.all + bundle.unread, keepingRecognition: isSame, options: options,
                now: started)
            // A bundle that could not be opened keeps what is known of it; one that was read has only what was found.
            if end.outcome == .complete || end.outcome == .skipped || isOrdinary {
                try stores.index.removeDocuments(bundle: id, except: bundle.entries, pages: stores.pages)
            }
            if let status {
                try stores.index.finishBundle(
                    id, status: status, contentHash: hash,
                    format: isOrdinary ? OrdinaryFolder.format : bundle.frame?.format.rawValue,
                    extractor: options.ocr.examination.extractor(of: bundle.frame?.format))
            }
            try stores.index.noteLosses(bundle: id, bundle.lost, pages: stores.pages)
            return written
        }
    }

    /// Ends a bundle that is what is known of it. Only its file's status may be another.
    func end(unchanged task: BundleTask, _ status: FileStatus) {
        open[task.number] = nil
        write { [self] in
            if let known = try stores.index.bundle(task.root.id, task.directory, task.name) {
                try stores.index.touchBundle(known.id, status: status)
            }
            return nil
        }
    }

    /// Drops a bundle that was not read to its end. Its row still says so, and the next run reads it again.
    func abandon(_ task: BundleTask) { open[task.number] = nil }

    /// Whether enough waits, or has waited long enough.
    var isFlushDue: Bool {
        isFull || (!waiting.isEmpty && ContinuousClock.now - waitingSince > .milliseconds(500))
    }

    /// Whether enough waits for one transaction.
    var isFull: Bool { waiting.count >= Self.group || waitingBytes >= Self.groupBytes }

    /// Carries out the waiting writes in one transaction and returns the documents written.
    func flush() throws -> [Written] {
        guard !waiting.isEmpty else { return [] }
        let writes = waiting
        waiting.removeAll()
        waitingBytes = 0
        let written = try stores.index.write { _ in try writes.compactMap { try $0() } }
        try stores.shortenLogs()
        return written
    }

    private func write(bytes: Int = 0, _ body: @escaping () throws -> Written?) {
        if waiting.isEmpty { waitingSince = ContinuousClock.now }
        waiting.append(body)
        waitingBytes += bytes
    }

    private func completeDocument(_ task: BundleTask) throws {
        guard let prepared = try prepareDocument(task) else { return }
        let hash = open[task.number]?.proof?.hash
        write(bytes: prepared.heldBytes) { [self] in
            let id = try row(of: task, hash: hash)
            return try write(prepared, task, bundleID: id)
        }
    }

    /// The bundle's row: the one it has, the one of a bundle with the same bytes that has left its place, or a new one.
    private func row(of task: BundleTask, hash: String?) throws -> Int64 {
        if task.change == .new, let hash, try stores.index.bundle(task.root.id, task.directory, task.name) == nil,
            let moved = try moves.bundle(nowWithContent: hash)
        {
            self.moved += 1
            try stores.place(moved, at: task.place)
            return moved.id
        }
        return try stores.index.bundleID(root: task.root.id, directory: task.directory, name: task.name)
    }

    private func prepareDocument(_ task: BundleTask) throws -> PreparedDocument? {
        guard var document = open[task.number]?.document else { return nil }
        open[task.number]?.document = nil
        let content = try keep(document.pending, of: document)
        document.pending.removeAll()
        let unread = unreadPages(of: document, task)
        open[task.number]?.unread += unread
        let choice = PageChoice(
            ocr: options.ocr,
            recognition: try engines.recognition(
                of: task.root, language: document.frame.metadata.language))
        let chosen = try stores.chosenPages(
            choice, of: document.scope, count: document.frame.pageCount, sidecar: document.sidecar)
        if !chosen.lost.isEmpty { open[task.number]?.lost[document.frame.entry] = chosen.lost }
        return PreparedDocument(document: document, contentID: content, pages: chosen.pages, unread: unread)
    }

    private func write(_ prepared: PreparedDocument, _ task: BundleTask, bundleID: Int64) throws -> Written {
        var frame = prepared.document.frame
        let hasContent = frame.contentHash != nil
        frame.contentHash = prepared.document.scope.contentHash
        let record = DocumentRecord(
            bundleID: bundleID, bundlePath: task.relativePath, contentID: prepared.contentID, frame: frame,
            hasContent: hasContent, sidecarSource: prepared.document.sidecar)
        try stores.index.write { db in
            _ = try DocumentWriter(pages: stores.pages, fullText: stores.index.fullText).write(
                db, record, pages: prepared.pages)
        }
        return Written(
            path: record.path, pages: prepared.document.seen.count,
            toRecognize: prepared.pages.count { $0.needsRecognition },
            reused: prepared.pages.count { $0.origin == .ocr }, bundlePath: task.relativePath,
            unread: prepared.unread)
    }

    /// Nothing may be missing silently: a page that came neither as text nor as a problem is a problem.
    private func unreadPages(of document: OpenDocument, _ task: BundleTask) -> [ProblemFrame] {
        let entry = document.frame.entry
        let count = document.frame.pageCount
        guard document.frame.contentHash != nil, !document.pagesAreKnown, document.seen.count < count else { return [] }
        let problems = open[task.number]?.problems ?? ProblemList()
        guard !problems.named.contains(where: { $0.stage == .bundle && $0.address.page == 0 }) else { return [] }
        let named = problems.pages(of: entry)
        guard !named.contains(0) else { return [] }
        return (1...count).filter { !document.seen.contains($0) && !named.contains($0) }.map { page in
            ProblemFrame(
                address: PageAddress(entry: entry, page: page), stage: .textLayer, code: .worker,
                reason: "the page was not read; try again with --retry-failed")
        }
    }
}
