/// How many of the documents that answer a query, whatever the limit, have each value of a fact; the commonest first.
public struct SearchFacets: Sendable, Hashable {
    /// A value and the number of documents that have it.
    public struct Value: Sendable, Hashable {
        /// As the metadata has it.
        public var name: String
        /// Documents; one with two tags is counted for each.
        public var documents: Int
    }

    /// Tags of the metadata.
    public var tags: [Value]
    /// Authors of the metadata.
    public var authors: [Value]
    /// Years of the documents' dates, in four digits, UTC.
    public var years: [Value]
    /// Forms of bundles.
    public var formats: [Value]
    /// Language codes.
    public var languages: [Value]

    /// Values kept of each.
    public static let limit = 20
}
