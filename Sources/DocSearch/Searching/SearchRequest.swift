import Foundation

/// A question to an index.
public struct SearchRequest: Sendable, Hashable {
    /// The order of hits.
    public enum Sort: String, Sendable, CaseIterable {
        /// Best first, newest first, or by name.
        case relevance, date, title, path
    }

    /// Which documents answer.
    public enum Match: String, Sendable, CaseIterable {
        /// Documents with all the words; when they are fewer than asked for, those with some of them follow.
        case auto
        /// Only documents with all the words.
        case all
        /// Documents with any of the words.
        case any
    }

    /// Whether pages are found that say it in other words.
    public enum Meaning: String, Sendable, CaseIterable {
        /// When the index has vectors, the model is there, and the query is more than a name, a number, a phrase or words in
        /// fields: two telling words and a third of any kind, without signs of the query language but filters.
        case auto
        /// Whatever the query; ``SearchResults/hints`` say what is missing for it.
        case on
        /// Only words are looked for.
        case off
    }

    /// The query as typed; see "The query language". No text is an error.
    public var query: String
    /// A query that every answer must meet as well. Its words are neither ranked by nor marked, and never given up.
    public var filter: String?
    /// A query that decides which documents may be seen at all, whatever else the request says; nil for all of them. It is
    /// evaluated apart: no number of words in the query, no facet and no offered spelling tells of a document beyond it.
    /// Plain words of the query are words only then, because understanding them takes the names in the whole archive.
    public var access: String?
    /// Documents wanted, 1 or more.
    public var limit = 10
    /// Documents left out at the start.
    public var offset = 0
    /// Pages shown of each document, 0 or more.
    public var pagesPerDocument = 3
    /// The order of hits.
    public var sort = Sort.relevance
    /// Which documents answer.
    public var match = Match.auto
    /// Whether pages are found that say it in other words. They are only with ``Sort/relevance`` and not with
    /// ``Match/all``.
    public var meaning = Meaning.auto
    /// How much words and meaning count when both have answered.
    public var fusion = FusionWeights()
    /// Words in a snippet, 1 to 64.
    public var snippetWords = 32
    /// Whether there are snippets. Without them no text of a page is read, and near copies are not told.
    public var makesSnippets = true

    /// Whether documents with the very same content are shown one by one and not as one.
    public var showsCopies = false
    /// The name of a saved question whose answers are left out that were shown before; see
    /// ``ArchiveIndex/noteShown(_:of:)``.
    public var newTo: String?
    /// Whether documents that people have hidden are found.
    public var showsHidden = false
    /// Remembered folders, of which every answer must be in one; none means all. A folder is named by its absolute path, by
    /// the last name in it, or by a path as it is typed.
    public var roots: [String] = []
    /// Whether ``SearchHit/file`` and ``SearchHit/root`` are looked up.
    public var locatesFiles = false
    /// Whether it is looked on the disk if the files of the hits are there (``SearchHit/presence``). Hits whose files are
    /// gone then take no place of the ``limit``: there are at most as many of them beside the others. A disk that does not
    /// answer is waited for a second.
    public var looksForFiles = false
    /// Whether `path:` is also compared with where folders are on this machine, and `root:` with their whole paths. Where
    /// strangers ask, the number of answers would tell them those paths letter by letter: without it a path is what hits show.
    public var comparesFolders = true
    /// Whether ``SearchResults/facets`` are counted.
    public var countsFacets = false
    /// Words that mean the same.
    public var synonyms = Synonyms()
    /// Documents that are to be seen first. Where they have all the words they gain half of what the words can give:
    /// they come before others that are as good, and not before much better ones.
    public var pinned: [DocumentReference] = []
    /// How much a place counts.
    public var weights = RankingWeights()
    /// Whether plain words such as "last month" are nothing but words.
    public var isLiteral = false
    /// What "last month" is counted from.
    public var now = Date()
    /// How long the search may take before it makes do with what it has, about; nil for as long as it takes. See
    /// ``SearchResults/isPartial``.
    public var timeLimit: Duration?

    /// A request with the defaults of `docsearch find`.
    public init(_ query: String) { self.query = query }
}

/// How much a word counts where it stands. BM25 takes a word in a title for so many words in the text.
public struct RankingWeights: Sendable, Hashable, Codable {
    /// In the title.
    public var title: Double
    /// In the text.
    public var text: Double
    /// Among the authors.
    public var author: Double
    /// Among the tags.
    public var tag: Double
    /// In notes and highlights of people.
    public var note: Double

    /// Titles count a hundredfold when nothing else is said.
    public init(title: Double = 100, text: Double = 1, author: Double = 1, tag: Double = 1, note: Double = 1) {
        self.title = title
        self.text = text
        self.author = author
        self.tag = tag
        self.note = note
    }

    /// What is left out keeps its usual weight; a member that is no weight is an error.
    public init(from decoder: any Decoder) throws {
        try KnownMembers(["title", "text", "author", "tag", "note"]).refuseOthers(in: decoder)
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        title = try values.decodeIfPresent(Double.self, forKey: .title) ?? title
        text = try values.decodeIfPresent(Double.self, forKey: .text) ?? text
        author = try values.decodeIfPresent(Double.self, forKey: .author) ?? author
        tag = try values.decodeIfPresent(Double.self, forKey: .tag) ?? tag
        note = try values.decodeIfPresent(Double.self, forKey: .note) ?? note
    }

    /// In the order of ``FullTextTables/columns``.
    var columns: [Double] { [text, title, author, tag] }

    /// In the order of the columns of `said_fts`.
    var saidColumns: [Double] { [note, title, author, tag, note] }
}

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
    /// Of ``total`` those that only meaning has found.
    public var totalByMeaning = 0
    /// At most as many as asked for, in the order asked for; with ``SearchRequest/looksForFiles`` those whose files are gone
    /// come on top, in their places. The next part of the list begins at the offset plus their number.
    public var hits: [SearchHit]
    /// What was not understood in the query, for people.
    public var hints: [SearchHint]
    /// What was searched for, in the words of the query language.
    public var understood: String
    /// Plain words that were taken for facts: where they are in the query, and the same in the query language.
    public var inferences: [SearchHint]
    /// Another query to offer, when words of this one are nowhere in the archive.
    public var suggestion: String?
    /// How the documents that answer are spread, when it was asked for.
    public var facets: SearchFacets?
    /// Whether the time was up before all was done (``SearchRequest/timeLimit``): words of the query were not looked for,
    /// snippets or facets are missing, or copies are not folded. ``hints`` say which. What is there is true: no document is
    /// among the hits that a filter, an exclusion or the access rules out.
    public var isPartial = false
    /// How long the search took.
    public var elapsed: Duration
}

/// Something in a query that was not understood as it may have been meant.
public struct SearchHint: Sendable, Hashable {
    /// Unicode scalar offsets into the query.
    public var range: Range<Int>
    /// A sentence; of an inference, the same in the query language.
    public var message: String
    /// What can be done about it, where there is something.
    public var remedy: Remedy?
}

extension SearchHint {
    /// About no part of the query.
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
    /// Whether the request has pinned it.
    public var isPinned = false
    /// The absolute path of the document's bundle; nil when it was not asked for, or its folder is not known any more.
    public var file: String?
    /// The absolute path of the remembered folder, or single file, that the document was found by; nil as for ``file``.
    public var root: String?
    /// What to call that folder where the index has several: the last name in its path, or all of it where another ends
    /// alike; of a single file its folder. Nil where there is one folder only, or it was not asked for.
    public var rootName: String?
    /// What is at the place of the bundle now; nil when it was not looked at.
    public var presence: Presence?

    /// What is at a place where a bundle was.
    public enum Presence: String, Sendable, CaseIterable {
        /// The file, or another in its place.
        case there
        /// Nothing, although its folder is there.
        case gone
        /// Nothing, as the whole remembered folder is away: its disk is not mounted.
        case away
        /// The disk did not answer in time, or nothing may be looked at.
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
    /// Text of the page on one line, without markup.
    public var snippet: String
    /// Where the words are: Unicode scalar offsets into ``snippet``.
    public var marks: [Range<Int>]
}

/// A completion of what was typed.
public struct WordSuggestion: Sendable, Hashable {
    /// What to search for.
    public var text: String
    /// Pages and titles that have its last word.
    public var pages: Int
}
