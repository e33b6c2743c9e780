import DocSearch

/// What the page of a document shows.
struct DocumentView: Sendable {
    var document: ArchiveDocument
    var notes: [Decision]
    var highlights: [Highlight]
    /// Pages that have words of the question, with how many.
    var hits: [Int: Int]
    /// Printed numbers of pages.
    var labels: [Int: String]
    /// Other documents of the bundle that may be seen.
    var others: [ArchiveDocument]
    /// What was said of other documents with the same bytes is not for those who may not see these.
    var copies: [SaidOfCopy]

    /// Pages whose texts are looked at for hits.
    private static let mostPages = 2000
    /// Pages of which hits are counted.
    private static let mostCounted = 500

    init(
        _ document: ArchiveDocument, _ question: SearchQuestion, _ access: String?, _ index: ArchiveIndex
    ) throws {
        self.document = document
        notes = try index.decisions(of: document).filter { $0.kind == .note }
        highlights = try index.highlights(of: document)
        let pages =
            document.pageCount <= Self.mostPages ? try index.pages(of: document, withLayouts: false) : []
        labels = Dictionary(pages.compactMap { page in page.label.map { (page.page, $0) } }) { first, _ in first }
        hits = try Self.hits(question.words, of: document, in: pages, index)
        let besides = try index.documents(besides: document)
        let seen = try access.map { try index.permitted(besides, by: $0) }
        others = besides.filter { seen?.contains($0.id) ?? true }
        copies = access == nil ? try index.decisionsOnCopies(of: document) : []
    }

    private static func hits(
        _ words: String, of document: ArchiveDocument, in pages: [PageText], _ index: ArchiveIndex
    ) throws -> [Int: Int] {
        guard !words.allSatisfy(\.isWhitespace) else { return [:] }
        var hits: [Int: Int] = [:]
        let found = Set(try hitPages(words, of: document, in: index).prefix(mostCounted))
        for page in pages where found.contains(page.page) {
            let count = try index.marks(of: words, in: page).count
            if count > 0 { hits[page.page] = count }
        }
        return hits
    }

    /// Pages of a document that have words of a question, ascending.
    static func hitPages(_ words: String, of document: ArchiveDocument, in index: ArchiveIndex) throws -> [Int] {
        do {
            return try foundPages(words, of: document, in: index)
        } catch let error as DocSearchError where error.code == .usage {
            // What asks for nothing is on no page.
            return []
        }
    }

    private static func foundPages(
        _ words: String, of document: ArchiveDocument, in index: ArchiveIndex
    ) throws -> [Int] {
        var request = SearchRequest(words)
        request.filter = "id:\(document.id)"
        request.match = .any
        request.isLiteral = true
        request.showsCopies = true
        request.showsHidden = true
        request.pagesPerDocument = 5000
        request.snippetWords = 1
        request.limit = 2
        let found = try index.search(request).hits.first { $0.document.id == document.id }
        return (found?.pages ?? []).map(\.page).sorted()
    }
}

/// What the page of a page shows.
struct PageView: Sendable {
    var document: ArchiveDocument
    var page: PageText
    var matches: PageMatches?
    /// Unicode scalar ranges in the text.
    var marks: [Range<Int>] = []
    var highlights: [Highlight] = []
    var notes: [Decision] = []
    /// Pages of the document that have words of the question, ascending.
    var hitPages: [Int] = []
    /// Why there is no image.
    var problem: String?
    var rights: Set<Visitor.Right> = []
    var zoom = 1
    var showsDoubts = false

    init(document: ArchiveDocument, page: PageText) {
        self.document = document
        self.page = page
    }
}
