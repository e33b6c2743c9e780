import ExtractionProtocol

/// Writes pages into `pages.sqlite` first, then the document into `index.sqlite` in one transaction. Used on the thread
/// of the run.
final class DocumentCollector {
    let stores: IndexStores
    let options: IndexingOptions
    let engines: ReaderEngines
    private let started: Int64
    private let moves: MovedBundles
    let record: RunRecord
    let comparison: ScanComparison
    let writes: WriteGroup
    private(set) var moved = 0
    /// Documents that have other bytes since this run.
    private var renewed: Set<Int64> = []
    private(set) var bundles: [Int: CollectedBundle] = [:]

    struct Written {
        var path: String
        var pages: Int
        var toRecognize: Int
        var reused: Int
        var bundlePath: String
        var root: Int64
        var unread: [ProblemFrame]
    }

    init(_ run: RunContext, moves: MovedBundles) {
        (stores, options, engines, started) = (run.stores, run.options, run.engines, run.started)
        self.moves = moves
        comparison = ScanComparison(run)
        record = run.record
        writes = WriteGroup(run.stores.index)
    }

    func begin(_ task: BundleTask) { bundles[task.number] = CollectedBundle() }

    func add(_ frame: BundleFrame, of task: BundleTask) { bundles[task.number]?.add(frame) }

    func add(_ proof: BundleProof, of task: BundleTask) throws {
        bundles[task.number]?.proof = proof
        let before = try stores.index.bundle(at: task.path)
        if let before, before.contentHash != proof.hash { try stores.pages.remember(task.history) }
        // A moved bundle still lacks what it lacked before.
        let moved = try before ?? movedHere(task, hash: proof.hash)
        let former = try moved == nil && task.change == .new ? moves.formerBundle(at: task.path) : nil
        bundles[task.number]?.former = former
        if let known = moved ?? former {
            bundles[task.number]?.before = try KeptTexts(of: known, byteCount: proof.byteCount, stores, options)
        }
    }

    func add(_ problem: ProblemFrame, of task: BundleTask) { bundles[task.number]?.problems.append(problem) }

    func problems(of task: BundleTask) -> [ProblemFrame] { bundles[task.number]?.problems.items ?? [] }

    func add(_ frame: DocumentFrame, of task: BundleTask, pagesAreKnown: Bool) throws {
        guard let bundle = bundles[task.number], let proof = bundle.proof else { return }
        // After a reader's death the next one announces the continued document again.
        if bundle.document?.frame.entry == frame.entry { return }
        try finishDocument(of: bundle, task)
        for prepared in try preparedDocuments(of: bundle, task) { append(prepared, of: bundle, task) }
        let document = CollectedDocument(
            frame, scope: task.scope(of: frame, proof),
            witness: frame.contentHash.map(proof.witness) ?? .bundle(proof.hash),
            sidecar: task.sidecar(of: frame, proof), pagesAreKnown: pagesAreKnown)
        if pagesAreKnown { document.goodPages = try stores.pages.goodPages(of: document.scope) }
        bundle.document = document
        bundle.entries.insert(frame.entry)
        bundle.identities.formUnion(KnownDocument.identities(frame.metadata.identifier, frame.contentHash))
    }

    /// True for the first text of a page: one with a layer may have a text beside it as well.
    func add(_ frame: PageFrame, of task: BundleTask) throws -> Bool {
        guard let document = bundles[task.number]?.document, document.frame.entry == frame.entry,
            frame.origin != .sidecar || !document.goodPages.contains(frame.page)
        else { return false }
        let isFirst = !document.seen.contains(frame.page)
        let page = StoredPage(source: try engines.source(of: frame, document.sidecar, task.root), frame: frame)
        let pages = document.add(page)
        if !pages.isEmpty { try keep(pages, of: document) }
        return isFirst
    }

    @discardableResult
    func keep(_ pages: [StoredPage], of document: CollectedDocument) throws -> Int64 {
        try stores.pages.insert(
            pages, contentHash: document.scope.contentHash, witness: document.witness, replaces: options.full)
    }

    func end(_ task: BundleTask, _ end: FinishedFrame, status: FileStatus?) throws {
        guard let bundle = bundles.removeValue(forKey: task.number) else { return }
        try finishDocument(of: bundle, task)
        bundle.settleFormer(isDamaged: end.outcome == .failed || bundle.problems.items.contains(where: Self.isOfDamage))
        bundle.endDoubt()
        var documents = try preparedDocuments(of: bundle, task)
        guard !bundle.isAbandoned else { return }
        let prepared = documents.popLast()
        for document in documents { append(document, of: bundle, task) }
        let isOrdinary = end.outcome == .ordinaryFolder
        // A bundle that could not be opened is tried again whatever its bytes.
        let hash = isOrdinary || bundle.frame == nil || bundle.isUncompared ? nil : bundle.proof?.hash
        let missing = try missing(from: bundle, task, end, hash: hash)
        bundle.kept.formUnion(missing.entries)
        for held in bundle.released() { append(held, of: bundle, task) }
        for problem in bundle.unread + missing.told where problem.stage == .content {
            record.fail(bundle: task.relativePath, in: task.root.id, problem)
        }
        // One event tells of all.
        record.result.failed += missing.said.count - missing.told.count
        writes.append(bytes: prepared?.heldBytes ?? 0) { [self] in
            let isSame = try hash != nil && stores.index.bundle(at: task.path)?.contentHash == hash
            let id =
                isOrdinary
                ? try stores.index.bundleID(
                    root: task.root.id, directory: task.folder.directory, name: task.folder.name)
                : try row(of: task, bundle, hash: hash)
            let written = try prepared.map { try write($0, of: bundle, task, bundleID: id) }
            try stores.index.replaceReadingFailures(
                bundle: id, bundle.problems.items + bundle.unread + missing.said, keepingRecognition: isSame,
                options: options, now: started)
            // A bundle that could not be opened keeps its data in the index. One that was read has only what was found.
            if end.outcome == .complete || end.outcome == .skipped || isOrdinary {
                try stores.index.removeDocuments(
                    bundle: id, except: bundle.entries.union(bundle.kept), pages: stores.pages)
            }
            if end.outcome == .complete || end.outcome == .skipped {
                try stores.index.setPassedOver(bundle.passedOver, bundle: id)
            }
            if let status {
                let format = try isOrdinary ? nil : format(of: bundle, id, end.outcome)
                try stores.index.finishBundle(
                    id, at: task.path, status: status, contentHash: hash,
                    format: isOrdinary ? OrdinaryFolder.format : format?.rawValue,
                    extractor: options.ocr.examination.extractor(of: format))
            }
            try stores.index.noteKept(bundle: id, bundle.kept, bundle.before)
            try stores.index.noteLosses(bundle: id, bundle.lost, pages: stores.pages)
            return written
        }
    }

    func end(unchanged task: BundleTask, _ status: FileStatus) {
        bundles[task.number] = nil
        writes.append { [self] in
            if let known = try stores.index.bundle(at: task.path) {
                try stores.index.touchBundle(known.id, at: task.path, status: status)
            }
            return nil
        }
    }

    /// The row shows that the bundle was not read completely, and the next run reads it again.
    func abandon(_ task: BundleTask) { bundles[task.number] = nil }

    var isFlushDue: Bool { writes.isDue }

    var isFull: Bool { writes.isFull }

    func flush() throws -> [Written] {
        guard !writes.isEmpty else { return [] }
        let written = try writes.flush(then: stores.placeLostSubjects)
        try stores.shortenLogs()
        return written
    }

    private func append(_ prepared: ReadDocument, of bundle: CollectedBundle, _ task: BundleTask) {
        let hash = bundle.proof?.hash
        writes.append(bytes: prepared.heldBytes) { [self] in
            try write(prepared, of: bundle, task, bundleID: row(of: task, bundle, hash: hash))
        }
    }

    func row(of task: BundleTask, _ bundle: CollectedBundle, hash: String?) throws -> Int64 {
        if try stores.index.bundle(at: task.path) == nil,
            let moved = try former(of: bundle) ?? movedHere(task, hash: hash)
        {
            self.moved += 1
            try stores.move(moved, to: task.path)
            return moved.id
        }
        return try stores.index.bundleID(root: task.root.id, directory: task.directory, name: task.name)
    }

    /// Nil when another path of this run has taken it.
    private func former(of bundle: CollectedBundle) throws -> BundleRow? {
        guard bundle.isFormer, let former = bundle.former, let now = try stores.index.bundle(former.id),
            now.rootID == former.rootID, now.relativePath == former.relativePath
        else { return nil }
        return now
    }

    private func movedHere(_ task: BundleTask, hash: String?) throws -> BundleRow? {
        guard task.change == .new, let hash else { return nil }
        return try moves.bundle(nowWithContent: hash)
    }

    private func write(
        _ prepared: ReadDocument, of bundle: CollectedBundle, _ task: BundleTask, bundleID: Int64
    ) throws -> Written {
        var frame = prepared.document.frame
        let hasContent = frame.contentHash != nil
        frame.contentHash = prepared.document.scope.contentHash
        let record = DocumentRecord(
            bundleID: bundleID, bundlePath: task.relativePath, format: bundle.frame?.format,
            contentID: prepared.contentID,
            frame: frame, hasContent: hasContent, sidecarSource: prepared.document.sidecar)
        let writer = DocumentWriter(stores.index, pages: stores.pages)
        try stores.index.write { db in
            // Records have the bytes of their bundle, and mails of a mailbox keep their numbers when they move up.
            if hasContent, record.format != .mailbox, let known = try writer.number(db, of: record) {
                let isOther = try PlacementTable(db: db, roots: [:])
                    .leavePlace(document: known, to: frame.contentHash ?? "", besides: renewed)
                if isOther { renewed.insert(known) }
            }
            _ = try writer.write(db, record, pages: prepared.pages, user: stores.user)
        }
        return Written(
            path: record.path, pages: prepared.document.seen.count,
            toRecognize: prepared.pages.count { $0.needsRecognition },
            reused: prepared.pages.count { $0.origin == .ocr }, bundlePath: task.relativePath,
            root: task.root.id, unread: prepared.unread)
    }

    // MARK: Documents that the index had before, and keeps

    private func missing(
        from bundle: CollectedBundle, _ task: BundleTask, _ end: FinishedFrame, hash: String?
    ) throws -> KeptTexts.Missing {
        guard end.outcome == .complete || end.outcome == .failed, let before = try before(bundle, task), !before.isEmpty
        else { return KeptTexts.Missing() }
        let problems = bundle.problems.items + bundle.unread
        let missing =
            end.outcome == .failed
            ? before.stillMissing(problems)
            : before.missing(from: bundle, problems, hash: hash, pruneLimit: options.pruneLimit)
        if end.outcome == .failed || !missing.entries.isEmpty || !bundle.kept.isEmpty {
            record.kept[task.root.id, default: 0] += 1
        }
        return missing
    }

    /// A bundle that had documents and now has none may have been emptied by a fault, so it keeps them.
    func ending(_ task: BundleTask, _ end: FinishedFrame) throws -> FinishedFrame {
        guard end.outcome == .skipped, let bundle = bundles[task.number] else { return end }
        bundle.settleFormer(isDamaged: false)
        bundle.endDoubt()
        guard let before = try before(bundle, task), !before.isEmpty else { return end }
        let reason = end.reason ?? "there is nothing to read in it"
        bundle.problems.append(ProblemFrame(.empty, at: .bundle, "\(reason), and there was before"))
        return FinishedFrame(outcome: .complete)
    }

    /// Documents that are kept stay what they were: a right may keep mails back. A reading that failed keeps all.
    private func format(of bundle: CollectedBundle, _ id: Int64, _ outcome: FinishedFrame.Outcome) throws
        -> BundleFormat?
    {
        let new = bundle.frame?.format
        let stays = bundle.hasLostDescription || bundle.entries.isSubset(of: bundle.kept)
        guard new == nil || outcome == .failed || !bundle.kept.isEmpty && stays else { return new }
        return try stores.index.bundle(id)?.format.flatMap(BundleFormat.init) ?? new
    }

    private func before(_ bundle: CollectedBundle, _ task: BundleTask) throws -> KeptTexts? {
        var before = bundle.before
        if before == nil, let row = try stores.index.bundle(at: task.path) {
            before = try KeptTexts(of: row, byteCount: nil, stores, options)
        }
        guard options.losses != .none, let known = before?.known else { return before }
        // Nothing takes the place of the earlier text of a file that cannot be read.
        let named = bundle.problems.named.lazy.filter { $0.address.page == 0 }.map(\.address.entry)
        let unread = options.losses == .all ? [] : Set(named)
        let taken = known.filter { entry, document in
            options.losses.include(document.id) && !bundle.entries.isEmpty && !unread.contains(entry)
        }
        before?.losses = .of(Set(taken.values.map(\.id)))
        return before
    }
}
