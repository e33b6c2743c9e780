/// The subjects of an archive's documents, or of those that match a query.
public struct ArchiveTopics: Sendable, Hashable {
    /// Documents on a common subject.
    public struct Topic: Sendable, Hashable {
        /// Words more frequent on its pages than on others, most significant first, in lower case.
        public var words: [String]
        /// The number of its documents; an estimate when only a part of the archive was examined.
        public var documents: Int
        /// Up to three documents, nearest to its centre first.
        public var typical: [ArchiveDocument]
        /// The years of its documents; nil when none has a date.
        public var years: Years?
    }

    /// Years of the documents' dates, UTC.
    public struct Years: Sendable, Hashable {
        /// The year of the oldest document.
        public var first: Int
        /// The median year.
        public var middle: Int
        /// The year of the newest document.
        public var last: Int
    }

    /// Largest first.
    public var topics: [Topic]
    /// Documents with vectors among those in question.
    public var documents: Int
    /// The number of them that were examined: all of up to 8,000, else a sample of that size, always the same.
    public var lookedAt: Int
    /// Examined documents that resemble no others.
    public var others: Int
    /// As in ``SearchResults/hints``.
    public var hints: [SearchHint]
}

extension ArchiveIndex {
    /// Groups documents by subject into `count` topics, or a number that suits them, up to 12. Needs vectors; a model
    /// only for a query by meaning. The same index always gives the same topics.
    ///
    /// The documents are all that the request's filter, folders and access admit, or with a query the first 500
    /// matching it. Its time limit applies; limit, offset and pages are ignored.
    ///
    /// Throws ``DocSearchError``: `environment` when the index has no vectors, `limit` when the time was up before
    /// there was a result, and those of ``search(_:)``; `CancellationError`.
    public func topics(_ request: SearchRequest = SearchRequest(""), count: Int? = nil) throws -> ArchiveTopics {
        try searchEngine(request).topics(count: count)
    }

    /// True when the index has searchable vectors. False for a damaged file.
    public var hasVectors: Bool {
        do { return try meaning.vectors()?.count ?? 0 > 0 } catch { return false }
    }
}
