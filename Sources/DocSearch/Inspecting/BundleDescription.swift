/// A bundle's format, the documents that it would add to an index, and its problems.
public struct BundleDescription: Sendable, Hashable {
    /// The path as given; for a bundle found in a folder, the folder as given and the path from there.
    public var path: String
    /// The bundle's format as in ``ArchiveDocument/format``; nil when it is unknown.
    public var format: String?
    /// In the bundle's order.
    public var documents: [Document] = []
    /// Unreadable parts. The rest was read.
    public var problems: [Problem] = []
    /// Why it contains nothing for docsearch, when that is no fault: a half sentence.
    public var skipReason: String?
    /// The comparison of files with the bundle's checksums; nil when it was not requested.
    public var fixity: Fixity?

    /// Counts of files by the result of comparing their checksums.
    public struct Fixity: Sendable, Hashable {
        /// Files with stated checksums, including missing files.
        public var stated = 0
        /// Files whose checksums match. The others are among the problems, where the first of many are named and the
        /// rest are counted.
        public var agreeing = 0
        /// Files that are missing.
        public var missing = 0
    }

    /// Files to be fetched from elsewhere according to `fetch.txt` of a bag. Their absence is no fault.
    public var awaited = Awaited()

    /// Files that a bundle does not have yet.
    public struct Awaited: Sendable, Hashable {
        /// The number of files.
        public var count = 0
        /// The names of the first 20 in the bundle.
        public var names: [String] = []
    }

    /// Unused files in it.
    public var passedOver = PassedOver()

    /// Files of a bundle that docsearch passes over.
    public struct PassedOver: Sendable, Hashable {
        /// The number of files.
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
        /// As in the metadata, in its order.
        public var authors: [String]
        /// The date of the document, as far as it is known: from the metadata, else from its file name.
        public var date: DocumentDate?
        /// Keywords of the metadata and of the PDF.
        public var tags: [String]
        /// The identifier in the metadata.
        public var identifier: String?
        /// A language code as in the metadata.
        public var language: String?
        /// A description from the metadata.
        public var summary: String?
        /// Further metadata, in its order.
        public var details: [DocumentDetail] = []
        /// Real page count; nil when the document was not opened, or there is none.
        public var pageCount: Int?
        /// Page count stated in the metadata.
        public var claimedPageCount: Int?
        /// False for a record that has no PDF and no page images.
        public var hasContent: Bool
        /// The format of the bundle's own text for it: `metadata`, `plain`, `alto`, `page-xml`, `hocr`, `djvu`,
        /// `search-text` or `yiana-results`; nil without text.
        public var sidecarText: String?
    }

    /// An unreadable part.
    public struct Problem: Sendable, Hashable {
        /// The entry; nil when it concerns the bundle as a whole.
        public var entry: String?
        /// From 1; nil when it concerns the whole.
        public var page: Int?
        /// As in ``IndexFailure/code``.
        public var code: String
        /// The reason, as a sentence without a full stop.
        public var reason: String
    }
}
