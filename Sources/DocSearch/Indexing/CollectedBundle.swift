import ExtractionProtocol

/// What has come of a bundle so far. Of its documents only the last one is in memory.
final class CollectedBundle {
    private(set) var frame: BundleFrame?
    private var passedOverFiles = BundleFrame.PassedOverFiles()
    var proof: BundleProof?
    var problems = BundleProblems()
    /// Pages that came neither as text nor as a problem.
    var unread: [ProblemFrame] = []
    var entries: Set<String> = []
    /// What the documents among them are known by, whatever their names.
    var identities: Set<String> = []
    /// What was said of documents that were read all the same, by entry.
    var complaints: [String: String] = [:]
    /// What the index has of it; nil for a new one, and while nobody has asked.
    var before: KeptTexts?
    /// Documents that keep what the index has of them.
    var kept: Set<String> = []
    /// Pages whose texts were damaged, by entry.
    var lost: [String: [Int]] = [:]
    var document: CollectedDocument?

    /// Files that nothing came of.
    var passedOver: BundleFrame.PassedOver? { passedOverFiles.all }

    /// The first frame says what the bundle is, and all which files nothing comes of.
    func add(_ frame: BundleFrame) {
        if self.frame == nil { self.frame = frame }
        passedOverFiles.add(frame.passedOver)
    }
}

/// What has come of a document so far.
final class CollectedDocument {
    let frame: DocumentFrame
    let scope: TextScope
    let witness: TextWitness
    let sidecar: TextSource
    /// Texts that are not kept yet.
    private(set) var pending: [StoredPage] = []
    private var pendingBytes = 0
    private(set) var seen: Set<Int> = []
    let pagesAreKnown: Bool
    /// Pages that have no use for a sidecar's text.
    var goodPages: Set<Int> = []

    /// Texts are kept this many pages at a time.
    private static let batch = 200
    /// And fewer when they are large.
    private static let batchBytes = 2 << 20

    init(_ frame: DocumentFrame, scope: TextScope, witness: TextWitness, sidecar: TextSource, pagesAreKnown: Bool) {
        (self.frame, self.scope, self.witness) = (frame, scope, witness)
        (self.sidecar, self.pagesAreKnown) = (sidecar, pagesAreKnown)
        guard let text = frame.unpagedText, !text.isEmpty else { return }
        let page = PageFrame(
            entry: frame.entry, page: 0, width: 0, height: 0, text: text, origin: .sidecar, verdict: .good)
        pending = [StoredPage(source: sidecar, frame: page)]
    }

    /// Adds a page's text. Returns what is to be kept now, which is no longer the document's.
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

    /// Nothing may be missing silently: a page that came neither as text nor as a problem is a problem.
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
