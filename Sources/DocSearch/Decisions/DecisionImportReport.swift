/// What an import did, or would do: how many decisions of the file had which outcome.
public struct DecisionImportReport: Sendable, Hashable {
    /// A line that was left out. The others are imported.
    public struct Refusal: Sendable, Hashable {
        /// From 1.
        public var line: Int
        /// Why, as the second half of a sentence.
        public var reason: String
    }

    /// Something that is said of a page that its document does not have. It is kept: the document may be another one some day.
    public struct Adrift: Sendable, Hashable {
        /// Of the file, from 1.
        public var line: Int
        /// ``Decision/id``.
        public var id: String
        /// The path form of the document, as the file has it.
        public var path: String
        /// From 1.
        public var page: Int
        /// How many pages the document has here.
        public var pageCount: Int
    }

    /// New here.
    public var added = 0
    /// Newer than what was here, and now in its place.
    public var changed = 0
    /// Here already, or older than what is here.
    public var same = 0
    /// Taken back here later than the file has them; they stay so.
    public var removed = 0
    /// Lines that were left out.
    public var refused = 0
    /// Of those that are new or newer: said of pages that their documents do not have. They are kept.
    public var adrift = 0
    /// Of those that are new or newer: patterns, which leave files out of the next run.
    public var exclusions = 0

    /// Of a file without decisions.
    public init() {}
}
