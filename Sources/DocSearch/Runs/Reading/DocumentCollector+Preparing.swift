import ExtractionProtocol

/// A document that has been read is written, or the index keeps its earlier text.
extension DocumentCollector {
    struct ReadDocument {
        let document: CollectedDocument
        let contentID: Int64
        var pages: [IndexedPage]
        let unread: [ProblemFrame]
        /// Those of the bundle up to its end.
        let problems: [ProblemFrame]

        var heldBytes: Int { pages.reduce(document.frame.heldBytes) { $0 + $1.heldBytes } }
    }

    /// All pages of the document are there.
    func finishDocument(of bundle: CollectedBundle, _ task: BundleTask) throws {
        guard let document = bundle.document else { return }
        bundle.document = nil
        let contentID = try keep(document.takePending(), of: document)
        let unread = document.unreadPages(bundle.problems)
        bundle.unread += unread
        let pages = try choose(document.scope, of: document, task)
        if !pages.lost.isEmpty { bundle.lost[document.frame.entry] = pages.lost }
        bundle.complaints[document.frame.entry] =
            document.frame.warning ?? pages.pages.lazy.flatMap(\.reasons).compactMap(DamageReason.complaint).first
        let read = ReadDocument(
            document: document, contentID: contentID, pages: pages.pages, unread: unread,
            problems: bundle.problems.named + unread)
        bundle.read.append(read)
        bundle.settleFormer(
            isDamaged: read.problems.contains(where: Self.isOfDamage) || bundle.complaints[document.frame.entry] != nil
                || DamagedPages(pages.pages) != nil)
    }

    private func choose(_ scope: TextScope, of document: CollectedDocument, _ task: BundleTask) throws -> ChosenPages {
        try stores.chosenPages(
            engines.choice(of: task.root, language: document.frame.metadata.language), of: scope,
            count: document.frame.pageCount, sidecar: document.sidecar)
    }

    private func recognition(of document: CollectedDocument, _ task: BundleTask) throws -> TextSource {
        try engines.recognition(of: task.root, language: document.frame.metadata.language)
    }

    /// Those that are to be written of what has been read: none while the bundle is in doubt, as these documents may have
    /// earlier texts.
    func preparedDocuments(of bundle: CollectedBundle, _ task: BundleTask) throws -> [ReadDocument] {
        guard !bundle.isInDoubt else { return [] }
        let read = bundle.read
        bundle.read = []
        return try read.compactMap { read in
            guard !bundle.isAbandoned, let prepared = try prepare(read, of: bundle, task) else { return nil }
            return bundle.holds(prepared) ? nil : prepared
        }
    }

    /// Nil when the index keeps what it has of it, and when the run must stop.
    private func prepare(
        _ read: ReadDocument, of bundle: CollectedBundle, _ task: BundleTask
    ) throws -> ReadDocument? {
        let document = read.document
        let entry = document.frame.entry
        var read = read
        try settle(document, of: bundle, task, read.problems)
        let hash = bundle.proof?.hash
        var refusal = try bundle.before?.refusal(
            of: document.frame, pages: read.pages, bundle.frame?.format, hash: hash, problems: read.problems)
        if refusal == nil, let scans = try bundle.before?.scans(of: document.frame, pages: read.pages, hash: hash) {
            switch try comparison.finding(scans, of: document, in: task, recognition(of: document, task)) {
            case .same(let scope): read.pages = try choose(scope, of: document, task).pages
            case .others: refusal = bundle.before?.keep(scans, of: entry)
            case .unknown(let why):
                refusal = KeptTexts.uncompared(entry, why)
                bundle.isUncompared = true
            case .unfinished:
                bundle.isAbandoned = true
                return nil
            }
        }
        if let refusal {
            bundle.kept.insert(entry)
            bundle.unread.append(refusal)
            return nil
        }
        if let damage = DamagedPages(read.pages) { bundle.unread.append(damage.problem(entry: entry)) }
        return read
    }

    /// A locked document is not damage.
    static func isOfDamage(_ problem: ProblemFrame) -> Bool {
        problem.code != .locked || problem.address.entry.isEmpty
    }

    private func settle(
        _ document: CollectedDocument, of bundle: CollectedBundle, _ task: BundleTask, _ problems: [ProblemFrame]
    ) throws {
        guard let renamings = bundle.before?.settle(document.frame, problems: problems), !renamings.isEmpty
        else { return }
        let hash = bundle.proof?.hash
        writes.append { [self] in
            try stores.index.rename(renamings, bundle: row(of: task, bundle, hash: hash))
            return nil
        }
    }
}
