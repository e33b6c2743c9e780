/// Documents that are copies of one another: with the same bytes, or with nearly the same words.
public struct CopyGroup: Sendable, Hashable {
    /// A document with the same text as the original.
    public struct Copy: Sendable, Hashable {
        /// The document itself.
        public var document: ArchiveDocument
        /// True when its bytes are those of the original.
        public var hasSameContent: Bool
        /// Common words as a share of the words in either, 0 to 1 (Jaccard's index).
        public var likeness: Double
        /// Differences between their metadata.
        public var differences: [Difference]
        /// Words only in the original: up to six, in lower case, in the order of its text.
        public var wordsOfOriginal: [String]
        /// Words only in the copy.
        public var wordsOfCopy: [String]
    }

    /// A property in which two documents differ. A missing value is empty.
    public struct Difference: Sendable, Hashable {
        /// Properties that are compared.
        public enum Field: String, Sendable, CaseIterable {
            case title, authors, date, identifier, language, tags, pages
        }

        /// The property.
        public var field: Field
        /// The original's value; several are separated by commas.
        public var original: String
        /// The copy's value.
        public var copy: String

        static func between(_ original: ArchiveDocument, _ copy: ArchiveDocument) -> [Difference] {
            Field.allCases.compactMap { field in
                let (one, other) = (value(field, of: original), value(field, of: copy))
                return one == other ? nil : Difference(field: field, original: one, copy: other)
            }
        }

        private static func value(_ field: Field, of document: ArchiveDocument) -> String {
            switch field {
            case .title: document.title
            case .authors: document.authors.joined(separator: ", ")
            case .date: document.date?.description ?? ""
            case .identifier: document.identifier ?? ""
            case .language: document.language ?? ""
            case .tags: document.tags.joined(separator: ", ")
            case .pages: "\(document.pageCount)"
            }
        }
    }

    /// The document with the smallest number, which was indexed first.
    public var original: ArchiveDocument
    /// The others, by number.
    public var copies: [Copy]
}

/// The copies in an archive.
public struct ArchiveCopies: Sendable, Hashable {
    /// As many as the request's limit, sorted by their originals' numbers.
    public var groups: [CopyGroup]
    /// The number of groups, whatever the limit.
    public var groupCount: Int
    /// Documents of all groups, without originals.
    public var copyCount: Int
    /// Documents that were compared.
    public var documents: Int
    /// Pages whose texts cannot be read from the index files; their words are missing from the comparison.
    public var unreadPages: Int
}

extension ArchiveIndex {
    /// Finds documents with the same bytes, and those that share four fifths of their words of three letters or more: a
    /// letter that was scanned twice, a form with another date. Texts of fewer than 20 different words are compared
    /// only by bytes. Needs neither a model nor vectors, and reads all texts. The filter, folders,
    /// access and time limit of the request apply; limit and offset count groups.
    ///
    /// Throws ``DocSearchError``: `limit` when the time was up, and those of ``search(_:)``; `CancellationError`.
    public func copies(_ request: SearchRequest = SearchRequest("")) throws -> ArchiveCopies {
        try searchEngine(request).copies()
    }
}
