/// What was forgotten for good, and what is left of it where docsearch does not reach.
public struct ForgettingReport: Sendable, Hashable {
    /// A file that a forgotten document was read from.
    public struct Source: Sendable, Hashable {
        /// The absolute path of the bundle.
        public var path: String
        /// Whether it still lies there. Nothing was done to it.
        public var isThere: Bool
        /// Whether a run that reads it brings the document back: it lies in a folder that is still remembered.
        public var comesBack: Bool
        /// Whether other documents of the same bundle are still in the index.
        public var hasOthers: Bool
    }

    /// The path forms of the documents.
    public var documents: [String] = []
    /// A source for each document, in the same order.
    public var sources: [Source] = []
    /// Texts of pages that were erased, all ways of reading and earlier states of the documents included.
    public var texts = 0
    /// Tags, notes, corrections and the like that were erased.
    public var decisions = 0
    /// Path forms of documents that are still in the index and have the same bytes. Their texts stay.
    public var copies: [String] = []
    /// Names of back-ups and of files that a repair had moved aside, which were removed from the index folder, and paths of
    /// copies that had been opened.
    public var removedFiles: [String] = []
    /// Names in the index folder that are none of docsearch's own. Nothing was done to them.
    public var otherFiles: [String] = []

    /// Of nothing.
    public init() {}
}
