/// The result of an import or of its dry run: the number of annotations with each outcome.
public struct AnnotationImportReport: Sendable, Hashable {
    /// A line that was skipped. The others are imported.
    public struct Refusal: Sendable, Hashable {
        /// From 1.
        public var line: Int
        /// The reason, as the second half of a sentence.
        public var reason: String
    }

    /// An annotation about a page that its document does not have. It is kept, because the document may be replaced.
    public struct Adrift: Sendable, Hashable {
        /// The line in the file, from 1.
        public var line: Int
        /// ``Annotation/id``.
        public var id: String
        /// The path form of the document in the file.
        public var path: String
        /// From 1.
        public var page: Int
        /// The document's real number of pages.
        public var pageCount: Int
    }

    /// New here.
    public var added = 0
    /// Newer than the existing ones, which they replaced.
    public var changed = 0
    /// Already present, or older than the existing ones.
    public var same = 0
    /// Withdrawn here later than the file's version; they stay so.
    public var removed = 0
    /// Lines that were skipped.
    public var refused = 0
    /// New or newer ones about pages that their documents do not have. They are kept.
    public var adrift = 0
    /// New or newer patterns, which leave files out of the next run.
    public var exclusions = 0

    /// For a file without annotations.
    public init() {}
}
