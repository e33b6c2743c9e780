/// The result of forgetting documents for good, with the remains that docsearch cannot remove.
public struct ForgettingReport: Sendable, Hashable {
    /// A file that a forgotten document was read from.
    public struct Source: Sendable, Hashable {
        /// The absolute path of the bundle.
        public var path: String
        /// True when it still exists. Nothing was done to it.
        public var isThere: Bool
        /// True when a run would read it again, because its folder is still remembered.
        public var comesBack: Bool
        /// Other documents of the same bundle are still in the index.
        public var hasOthers: Bool
    }

    /// The path forms of the documents.
    public var documents: [String] = []
    /// One source for each document, in the same order.
    public var sources: [Source] = []
    /// Texts of pages that were erased, from all readings and earlier states of the documents.
    public var texts = 0
    /// Tags, notes, corrections and the like that were erased.
    public var annotations = 0
    /// Path forms of documents that are still in the index and have the same bytes. Their texts stay.
    public var copies: [String] = []
    /// Names of back-ups and of files set aside that were removed from the index folder, and paths of opened copies.
    public var removedFiles: [String] = []
    /// Recent searches that were removed: all of them, since any may name a forgotten document.
    public var searches = 0
    /// A sentence for each file of the index folder that may contain forgotten data and could not be removed.
    public var notRemoved: [String] = []
    /// Names in the index folder that do not belong to docsearch. Nothing was done to them.
    public var otherFiles: [String] = []

    /// References by which each document could be named.
    var references: [Set<String>] = []

    /// An empty report.
    public init() {}

    /// The sources of the documents that had this reference while they were in the index.
    public func sources(of reference: DocumentReference) -> [Source] {
        let typed = TypedPath(reference.text)
        let names = Set([reference.text] + (typed.diskPaths + typed.unresolvedDiskPaths).map { $0.absolute + $0.entry })
        return zip(references, sources).filter { !$0.0.isDisjoint(with: names) }.map(\.1)
    }

    /// Adds a later report.
    public mutating func append(_ other: ForgettingReport) {
        documents += other.documents
        sources += other.sources
        texts += other.texts
        annotations += other.annotations
        copies += other.copies.filter { !copies.contains($0) }
        removedFiles += other.removedFiles.filter { !removedFiles.contains($0) }
        searches += other.searches
        notRemoved += other.notRemoved.filter { !notRemoved.contains($0) }
        otherFiles += other.otherFiles.filter { !otherFiles.contains($0) }
        references += other.references
    }
}
