/// What a bundle is, which documents it would give an index, and what is wrong with it.
public struct BundleDescription: Sendable, Hashable {
    /// As it was named; of a bundle found in a folder, the folder as it was named and the way from there.
    public var path: String
    /// The bundle's form as in ``ArchiveDocument/format``; nil when it could not be told.
    public var format: String?
    /// In the bundle's order.
    public var documents: [Document] = []
    /// What could not be read. The rest was.
    public var problems: [Problem] = []
    /// Why there is nothing in it for docsearch, when that is not a fault: a half sentence.
    public var skipReason: String?
    /// What came of comparing files with the checksums that the bundle states; nil when that was not asked for.
    public var fixity: Fixity?

    /// Files of a bundle that have the checksums which the bundle states for them, and files that have not.
    public struct Fixity: Sendable, Hashable {
        /// Files that the bundle states checksums for, those that are not there included.
        public var stated = 0
        /// Those of them that have these checksums. The others are among the problems, where many are counted and the first
        /// are named.
        public var agreeing = 0
        /// Those of them that are not there.
        public var missing = 0
    }

    /// Files that are to be fetched from elsewhere, as `fetch.txt` of a bag says. That they are not there is no fault.
    public var awaited = Awaited()

    /// Files that a bundle does not have yet.
    public struct Awaited: Sendable, Hashable {
        /// How many there are.
        public var count = 0
        /// The names of the first 20 in the bundle.
        public var names: [String] = []
    }

    /// Files in it that become no document and no part of one.
    public var passedOver = PassedOver()

    /// Files of a bundle that docsearch passes over.
    public struct PassedOver: Sendable, Hashable {
        /// How many there are.
        public var count = 0
        /// The names of the first 20,000 in the bundle.
        public var names: [String] = []
    }

    /// A document of a bundle.
    public struct Document: Sendable, Hashable {
        /// The entry inside the bundle; empty when the bundle is the document.
        public var entry: String
        /// From the metadata, else from the PDF itself, else the file name.
        public var title: String
        /// As the metadata has them, in its order.
        public var authors: [String]
        /// When the document was made, as far as it is known: from the metadata, else from the name of its file.
        public var date: DocumentDate?
        /// Keywords of the metadata and of the PDF.
        public var tags: [String]
        /// The identifier that the metadata gives.
        public var identifier: String?
        /// A language code as the metadata has it.
        public var language: String?
        /// A description from the metadata.
        public var summary: String?
        /// What else the metadata says, in its order.
        public var details: [DocumentDetail] = []
        /// Pages found; nil when the document was not opened, or there is none to be opened.
        public var pageCount: Int?
        /// Pages that the metadata claims.
        public var claimedPageCount: Int?
        /// False for a record that has no PDF and no page images.
        public var hasContent: Bool
        /// What the text is written in that the bundle brings: `metadata`, `plain`, `alto`, `page-xml`, `hocr`,
        /// `djvu`, `search-text` or `yiana-results`; nil when it brings none.
        public var sidecarText: String?
    }

    /// Something that could not be read.
    public struct Problem: Sendable, Hashable {
        /// The entry; nil when it concerns the bundle as a whole.
        public var entry: String?
        /// From 1; nil when it concerns the whole.
        public var page: Int?
        /// As in ``IndexFailure/code``.
        public var code: String
        /// Why, as a sentence without a full stop.
        public var reason: String
    }
}
