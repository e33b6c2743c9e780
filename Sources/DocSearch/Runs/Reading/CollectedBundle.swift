import ExtractionProtocol

/// The results for a bundle so far, with only its last document in memory.
final class CollectedBundle {
    private(set) var frame: BundleFrame?
    private var passedOverFiles = BundleFrame.PassedOverFiles()
    var proof: BundleProof?
    var problems = BundleProblems()
    var unread: [ProblemFrame] = []
    var entries: Set<String> = []
    var identities: Set<String> = []
    var complaints: [String: String] = [:]
    /// Nil for a new bundle, and until it is needed.
    var before: KeptTexts?
    /// The bundle that had this file's inode and has left its place. Nil once it is known to be another file.
    var former: BundleRow?
    /// It is known to be the same file.
    var isFormer = false
    /// Images of a document could not be compared: the next run does so as if it had not seen these bytes.
    var isUncompared = false
    var kept: Set<String> = []
    /// They wait while it is not known whether the bundle is a former one.
    var read: [DocumentCollector.ReadDocument] = []
    /// They wait until it is known whether the index keeps any.
    private var held: [DocumentCollector.ReadDocument] = []
    /// The run stopped before it was known what becomes of a document; see ``DocumentCollector/abandon(_:)``.
    var isAbandoned = false
    var lost: [String: [Int]] = [:]
    var document: CollectedDocument?

    var passedOver: BundleFrame.PassedOver? { passedOverFiles.all }

    /// A file of the same inode is the former one where the same document is in it, or where damage may be why it has
    /// other bytes: something complains, or they are exactly as many as before. Each document may tell.
    func settleFormer(isDamaged: Bool) {
        guard let former, !isFormer else { return }
        guard frame == nil || frame?.format.rawValue == former.format || hasLostDescription else { return endDoubt() }
        let known = before?.known.values.flatMap(\.identities) ?? []
        isFormer = isDamaged || before?.hasSameSize == true || !identities.isDisjoint(with: known)
    }

    var isInDoubt: Bool { former != nil && !isFormer }

    /// Called at the end of the bundle: where nothing has told by then, the file was made anew.
    func endDoubt() { if isInDoubt { (former, before) = (nil, nil) } }

    var hasLostDescription: Bool { before?.hasLostDescription(frame?.format) ?? false }

    /// True if the document has to wait for ``released()``.
    func holds(_ document: DocumentCollector.ReadDocument) -> Bool {
        let entry = document.document.frame.entry
        guard let before, before.mayLoseParts, !before.isGivenUp(entry) else { return false }
        guard before.known[entry] == nil || hasLostDescription else { return false }
        held.append(document)
        return true
    }

    /// Those of the documents that wait which are to be written. While the index keeps a document of a package, a new one
    /// may be a part of it and is left out; while the description of the package is lost, all stay as they were.
    func released() -> [DocumentCollector.ReadDocument] {
        guard let before, !held.isEmpty, !kept.isEmpty else { return held }
        let names = Set(held.map(\.document.frame.entry))
        let new = names.subtracting(before.known.keys)
        entries.subtract(new)
        unread.removeAll { new.contains($0.address.entry) }
        problems.leaveOut(new)
        unread += new.sorted().map(KeptTexts.leftOut)
        for entry in names.subtracting(new).sorted() {
            kept.insert(entry)
            unread.append(KeptTexts.refusal(entry, "the description of the bundle is lost"))
        }
        if hasLostDescription { entries.formUnion(before.known.keys.filter { !before.isGivenUp($0) }) }
        return []
    }

    func add(_ frame: BundleFrame) {
        if self.frame == nil { self.frame = frame }
        passedOverFiles.add(frame.passedOver)
    }
}

final class CollectedDocument {
    let frame: DocumentFrame
    let scope: TextScope
    let witness: TextWitness
    let sidecar: TextSource
    private(set) var pending: [StoredPage] = []
    private var pendingBytes = 0
    private(set) var seen: Set<Int> = []
    let pagesAreKnown: Bool
    var goodPages: Set<Int> = []

    private static let batch = 200
    private static let batchBytes = 2 << 20

    init(_ frame: DocumentFrame, scope: TextScope, witness: TextWitness, sidecar: TextSource, pagesAreKnown: Bool) {
        (self.frame, self.scope, self.witness) = (frame, scope, witness)
        (self.sidecar, self.pagesAreKnown) = (sidecar, pagesAreKnown)
        guard let text = frame.unpagedText, !text.isEmpty else { return }
        let page = PageFrame(
            entry: frame.entry, page: 0, width: 0, height: 0, text: text, origin: .sidecar, verdict: .good)
        pending = [StoredPage(source: sidecar, frame: page)]
    }

    /// The returned texts are to be stored now.
    func add(_ page: StoredPage) -> [StoredPage] {
        seen.insert(page.frame.page)
        pending.append(page)
        pendingBytes += page.frame.heldBytes
        return pending.count >= Self.batch || pendingBytes >= Self.batchBytes ? takePending() : []
    }

    func takePending() -> [StoredPage] {
        defer { (pending, pendingBytes) = ([], 0) }
        return pending
    }

    func unreadPages(_ problems: BundleProblems) -> [ProblemFrame] {
        let count = frame.pageCount
        guard frame.contentHash != nil, !pagesAreKnown, seen.count < count else { return [] }
        guard !problems.named.contains(where: { $0.stage == .bundle && $0.address.page == 0 }) else { return [] }
        let named = problems.pages(of: frame.entry)
        guard !named.contains(0) else { return [] }
        return (1...count).filter { !seen.contains($0) && !named.contains($0) }.map { page in
            ProblemFrame(
                address: PageAddress(entry: frame.entry, page: page), stage: .textLayer, code: .worker,
                reason: "the page was not read")
        }
    }
}
