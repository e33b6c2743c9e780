/// Documents that are copies of one another: with the same bytes, or with nearly the same words.
public struct CopyGroup: Sendable, Hashable {
    /// A document that says what the original says.
    public struct Copy: Sendable, Hashable {
        /// The document itself.
        public var document: ArchiveDocument
        /// Whether its bytes are those of the original.
        public var hasSameContent: Bool
        /// Words that both have, as a part of the words that either has, 0 to 1 (Jaccard's index).
        public var likeness: Double
        /// Where the two are described differently.
        public var differences: [Difference]
        /// Words that the original has alone: up to six, in lower case, in the order of its text.
        public var wordsOfOriginal: [String]
        /// Words that the copy has alone.
        public var wordsOfCopy: [String]
    }

    /// A property in which two documents differ. What one lacks is empty.
    public struct Difference: Sendable, Hashable {
        /// What is different.
        public enum Field: String, Sendable, CaseIterable {
            case title, authors, date, identifier, language, tags, pages
        }

        /// What is different.
        public var field: Field
        /// Of the original. Of several, separated by commas.
        public var original: String
        /// Of the copy.
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

    /// The one with the smallest number, which was indexed first.
    public var original: ArchiveDocument
    /// The others, in the order of their numbers.
    public var copies: [Copy]
}

/// The copies in an archive.
public struct ArchiveCopies: Sendable, Hashable {
    /// As many as the request's limit, in the order of their originals' numbers.
    public var groups: [CopyGroup]
    /// How many groups there are, whatever the limit.
    public var groupCount: Int
    /// Documents of all groups, originals not counted.
    public var copyCount: Int
    /// Documents that were compared.
    public var documents: Int
    /// Pages whose texts cannot be read in the files of the index; their words are missing from the comparison.
    public var unreadPages: Int
}

extension ArchiveIndex {
    /// Finds documents with the same bytes, and those that share four fifths of their words of three letters or more: a
    /// letter that was scanned twice, a form with another date. Texts of fewer than 20 different words are compared by
    /// bytes alone. Needs neither a model nor vectors, and reads all texts. Of the request its filter, folders, access
    /// and time limit count; limit and offset are of groups.
    ///
    /// Throws ``DocSearchError``: `limit` when the time was up, and those of ``search(_:)``; `CancellationError`.
    public func copies(_ request: SearchRequest = SearchRequest("")) throws -> ArchiveCopies {
        try searchEngine(request).copies()
    }
}
