/// The answer to a ``SearchRequest``.
public struct SearchResults: Sendable, Hashable {
    /// The query as typed.
    public var query: String
    /// Documents that answer, whatever the limit. When ``isRelaxed`` is set, those with some of the words are counted; when
    /// ``usesMeaning`` is set, those of the hundred nearest that are not among them are, too.
    public var total: Int
    /// Documents that have all the words.
    public var totalWithAll: Int
    /// Whether documents that have only some of the words follow.
    public var isRelaxed: Bool
    /// Whether documents were also looked for by meaning (``SearchRequest/meaning``).
    public var usesMeaning = false
    /// Why meaning was not asked, or of which documents not, where ``SearchRequest/Meaning/auto`` decided that; a sentence.
    public var meaningNote: String?
    /// Of ``total`` those that only meaning has found.
    public var totalByMeaning = 0
    /// At most as many as asked for, in the order asked for; with ``SearchRequest/looksForFiles`` those whose files are gone
    /// come on top, in their places. The next part of the list begins at the offset plus their number.
    public var hits: [SearchHit]
    /// Remarks on what was not understood in the query, for people.
    public var hints: [SearchHint]
    /// The query as it was searched for, in the words of the query language.
    public var understood: String
    /// Plain words that were taken for facts: where they are in the query, and the same in the query language.
    public var inferences: [SearchHint]
    /// Another query to offer, when no document has all the words of this one.
    public var suggestion: String?
    /// The query that was answered instead, because no document has all the words of ``query`` and some answer this one
    /// (``SearchRequest/corrects``); nil when ``query`` itself was answered.
    public var showing: String?
    /// How the documents that answer are spread, when it was asked for.
    public var facets: SearchFacets?
    /// Whether the time was up (``SearchRequest/timeLimit``) before all was done; ``hints`` say what is missing. What
    /// is there is true: no document is among the hits that a filter, an exclusion or the access rules out.
    public var isPartial = false
    /// How long the search took.
    public var elapsed: Duration
    var isSuggestionSure = false
    /// All documents that answer, where they are needed.
    var matching: [Int64] = []
    package var isOfEmptyIndex = false
    /// A reading of the query that has no answer, as ``understood`` has the one that is answered instead.
    package var unanswered: String?
    /// False for a query of facts alone, such as a date.
    package var hasWords = true
}

extension [SearchHint] {
    mutating func add(_ message: String, _ remedy: Remedy? = nil) { append(SearchHint(onAll: message, remedy)) }
}

/// Something in a query that was not understood as it may have been meant.
public struct SearchHint: Sendable, Hashable {
    /// Unicode scalar offsets into the query.
    public var range: Range<Int>
    /// A sentence; of an inference, the same in the query language.
    public var message: String
    /// The way to mend it, where there is one.
    public var remedy: Remedy?
}

extension SearchHint {
    package init(onAll message: String, _ remedy: Remedy? = nil) {
        self.init(range: 0..<0, message: message, remedy: remedy)
    }
}

/// A document that answers, with the pages where the words are.
public struct SearchHit: Sendable, Hashable {
    /// The document itself.
    public var document: ArchiveDocument
    /// Grows with relevance. Scores of different queries cannot be compared.
    public var score: Double
    /// Whether the document has all the words of the query or only some of them.
    public var hasAllWords: Bool
    /// Whether it has none of the words and was found by meaning alone.
    public var isByMeaning = false
    /// Where it stands by words and by meaning; nil when only words were looked for.
    public var ranks: FusedRanks?
    /// Best first.
    public var pages: [PageHit]
    /// Where the words are in the title and what else is said of the document as a whole.
    public var fields: [FieldHit] = []
    /// Paths of other documents with the very same content, which are not shown apart.
    public var copies: [String] = []
    /// The document of an earlier hit whose best page is nearly the same as this one's; nil for the first of its kind.
    public var nearCopyOf: Int64?
    /// Whether that document has the very same bytes.
    public var isSameFile = false
    /// Whether the request has pinned it.
    public var isPinned = false
    /// The absolute path of the document's bundle; nil when it was not asked for, or its folder is not known any more.
    public var file: String?
    /// The absolute path of the remembered folder, or single file, that the document was found by; nil as for ``file``.
    public var root: String?
    /// A name for that folder where the index has several: the last name in its path, or all of it where another ends
    /// alike; of a single file its folder. Nil where there is one folder only, or it was not asked for.
    public var rootName: String?
    /// The same of the folders of ``copies``, one for each; empty where ``rootName`` is nil.
    public var copyRootNames: [String] = []
    var copyRoots: [Int64] = []
    /// The state of the bundle's path now; nil when it was not looked at.
    public var presence: Presence?

    /// The state of a path where a bundle was.
    public enum Presence: String, Sendable, CaseIterable {
        /// The file, or another in its place.
        case there
        /// Nothing, although its folder is there.
        case gone
        /// Nothing, as the whole remembered folder is away: its disk is not mounted.
        case away
        /// This user may not look at it.
        case forbidden
        /// The system reports an error of the disk.
        case failing
        /// The disk did not answer in time.
        case unknown
    }
}

/// A page where words of the query are, or that says it in other words.
public struct PageHit: Sendable, Hashable {
    /// From 1.
    public var page: Int
    /// The number printed on the page, when the document names one that differs from `page`.
    public var label: String?
    /// Grows with relevance; comparable within one document.
    public var score: Double
    /// Where the page's text comes from.
    public var origin: PageText.Origin
    /// 0 to 1, for recognised text.
    public var confidence: Double?
    /// Whether it has none of the words; the snippet is then what comes nearest to the question.
    public var isByMeaning = false
    /// The language of a page by meaning (ISO 639-1), where it is certain and another than that of the question.
    public var otherLanguage: String?
    /// Text of the page on one line, without markup.
    public var snippet: String
    /// Where the words are: Unicode scalar offsets into ``snippet``.
    public var marks: [Range<Int>]
}

/// A completion of what was typed.
public struct WordSuggestion: Sendable, Hashable {
    /// The words to search for.
    public var text: String
    /// Pages and titles that have its last word.
    public var pages: Int
}

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
