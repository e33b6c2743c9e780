/// What the documents of an archive, or those that answer a query, are about.
public struct ArchiveTopics: Sendable, Hashable {
    /// Some documents that speak of the same.
    public struct Topic: Sendable, Hashable {
        /// What its pages have more often than others, the most telling first, in lower case.
        public var words: [String]
        /// How many there are; about so many where only a part of the archive was looked at.
        public var documents: Int
        /// Up to three, the nearest to its middle first.
        public var typical: [ArchiveDocument]
        /// When they are from; nil where none has a date.
        public var years: Years?
    }

    /// Years of the documents' dates, UTC.
    public struct Years: Sendable, Hashable {
        /// Of the oldest document.
        public var first: Int
        /// Half of the documents are not younger.
        public var middle: Int
        /// Of the youngest document.
        public var last: Int
    }

    /// The largest first.
    public var topics: [Topic]
    /// Documents with vectors that were asked about.
    public var documents: Int
    /// Of these, how many were looked at: all of up to 8,000, else as many by chance, always the same ones.
    public var lookedAt: Int
    /// Of those looked at, documents that are like no other.
    public var others: Int
    /// As those of ``SearchResults/hints``.
    public var hints: [SearchHint]
}

extension ArchiveIndex {
    /// Sorts documents by what they speak of, into `count` topics or as many as suit their number, up to 12. Needs
    /// vectors, and no model but for a query that is asked by meaning. The same index always gives the same topics.
    ///
    /// The documents are all that the request's filter, folders and access admit, or with a query the first 500 that
    /// answer it. Its time limit holds; limit, offset and pages do not count.
    ///
    /// Throws ``DocSearchError``: `environment` when the index has no vectors, `limit` when the time was up before
    /// there was anything to say, and those of ``search(_:)``; `CancellationError`.
    public func topics(_ request: SearchRequest = SearchRequest(""), count: Int? = nil) throws -> ArchiveTopics {
        try searchEngine(request).topics(count: count)
    }

    /// Whether the index has vectors that can be searched. False for a damaged file.
    public var hasVectors: Bool {
        do { return try meaning.vectors()?.count ?? 0 > 0 } catch { return false }
    }
}
