import Foundation
import QueryLanguage

/// A question to an index.
public struct SearchRequest: Sendable, Hashable {
    /// The order of hits.
    public enum Sort: String, Sendable, CaseIterable {
        /// Best first, newest first, by name, those whose files were written last first, or those that were indexed last.
        case relevance, date, title, path, modified, indexed
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
        /// fields: two telling words and a third of any kind, without signs of the query language but filters. Only for questions
        /// and documents that look English, as the model knows no other language.
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
    /// A query that decides which documents may be seen at all; nil for all of them. It is evaluated apart: no number,
    /// facet or offered spelling tells of a document beyond it. Plain words of the query are words only then, because
    /// understanding them takes the names in the whole archive.
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
    /// Whether pages are found that say it in other words: with ``Sort/relevance`` only, and not with ``Match/all``.
    public var meaning = Meaning.auto
    /// How much words and meaning count when both have answered.
    public var fusion = FusionWeights()
    /// Words in a snippet, 1 to 64.
    public var snippetWords = 32
    /// Whether there are snippets. Without them no text of a page is read, and near copies are not told.
    public var makesSnippets = true

    /// Whether documents with the very same content are shown one by one and not as one.
    public var showsCopies = false
    /// A saved question whose answers are left out that were shown before; see ``ArchiveIndex/noteShown(_:of:)``.
    public var newTo: String?
    /// Whether documents that people have hidden are found.
    public var showsHidden = false
    /// Whether notes and highlights of people are searched and shown. Without them no answer depends on what they say.
    public var showsNotes = true
    /// Remembered folders, by absolute path, its last name or a typed path. Every answer is in one; none means all.
    public var roots: [String] = []
    /// Whether ``SearchHit/file`` and ``SearchHit/root`` are looked up.
    public var locatesFiles = false
    /// Whether it is looked on the disk if the files of hits are there (``SearchHit/presence``), for a second at most.
    /// Those whose files are gone take no place of the ``limit`` then: at most as many of them are beside the others.
    public var looksForFiles = false
    /// Whether `path:` and `root:` are also compared with where folders are on this machine, not only with what hits
    /// show. Where strangers ask, the number of answers would tell them those paths letter by letter.
    public var comparesFolders = true
    /// Whether ``SearchResults/facets`` are counted.
    public var countsFacets = false
    /// Words that mean the same.
    public var synonyms = Synonyms()
    /// Documents that are to be seen first. Where they have all the words they gain half of what the words can give:
    /// they come before others that are as good, and not before much better ones.
    public var pinned: [DocumentReference] = []
    /// How much a word counts in each field.
    public var weights = RankingWeights()
    /// Whether plain words such as "last month" are nothing but words.
    public var isLiteral = false
    /// Whether the offered query is answered where no document has all the words of this one, if it is hardly anything else
    /// that was meant (``SearchResults/showing``); never with ``isLiteral``, ``Match/any`` or ``newTo``. Scanned pages that
    /// have a word only as recognition misread it are found then, too, behind all that have it.
    public var corrects = false
    /// Documents that are shown elsewhere in the same answer.
    var leavesOut: [Int64] = []
    /// What "last month" is counted from.
    public var now = Date()
    /// The one of the person who asks: which day `today` is, and the days of `modified:`.
    public var timeZone = TimeZone.current
    /// About how long the search may take before it makes do with what it has; see ``SearchResults/isPartial``.
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

    /// Titles count a hundredfold when nothing else is said. In queries of more than
    /// five words they count so among the pages of a document, of which its title is one; for the
    /// document as a whole they count once for every five words of the query.
    public init(title: Double = 100, text: Double = 1, author: Double = 1, tag: Double = 1, note: Double = 1) {
        self.title = title
        self.text = text
        self.author = author
        self.tag = tag
        self.note = note
    }

    /// A weight that is left out keeps its usual value; a member that is no weight is an error.
    public init(from decoder: any Decoder) throws {
        try KnownMembers(["title", "text", "author", "tag", "note"]).refuseOthers(in: decoder)
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        title = try values.decodeIfPresent(Double.self, forKey: .title) ?? title
        text = try values.decodeIfPresent(Double.self, forKey: .text) ?? text
        author = try values.decodeIfPresent(Double.self, forKey: .author) ?? author
        tag = try values.decodeIfPresent(Double.self, forKey: .tag) ?? tag
        note = try values.decodeIfPresent(Double.self, forKey: .note) ?? note
        try Self.check([title, text, author, tag, note], in: decoder)
    }

    package static let range = 0.0..<1_000_000.0

    static func check(_ weights: [Double], in decoder: any Decoder) throws {
        guard weights.allSatisfy(range.contains) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "A weight is 0 or more, and below 1,000,000."))
        }
    }

    /// In the order of ``FullTextTables/columns``.
    var columns: [Double] { [text, title, author, tag] }

    /// In the order of the columns of `said_fts`.
    var saidColumns: [Double] { [note, title, author, tag, note] }
}

extension SearchRequest {
    /// No other metadata, fact or exclusion of the question counts, so the answer depends on nothing but the texts of
    /// pages. Nil where the question has no such word.
    package init?(pagesWith question: String) {
        // Text before a colon is a word.
        let parsed = QueryParser().parse(question.replacing(":", with: " "))
        guard let wanted = parsed.expression?.inTexts else { return nil }
        self.init(wanted.description)
        // No query is the name of a file.
        isLiteral = true
    }
}

extension QueryExpression {
    fileprivate var inTexts: QueryExpression? {
        switch self {
        case .term(let term): .term(term.inTexts)
        case .near(let terms, let distance): .near(terms.map(\.inTexts), distance: distance)
        case .filter, .not: nil
        case .all(let parts), .any(let parts): QueryExpression.disjunction(parts.compactMap(\.inTexts))
        }
    }
}

extension QueryTerm {
    fileprivate var inTexts: QueryTerm {
        var term = self
        term.field = .text
        return term
    }
}
