import DocSearch

struct DocumentView: Sendable {
    var document: ArchiveDocument
    var hasFile: Bool
    var hasSearchablePDF: Bool
    var showsAttachments: Bool
    var notes: [Annotation]
    var highlights: [Highlight]
    var part: Range<Int>
    var hitPages: [Int]
    var hits: [Int: Int]
    var labels: [Int: String]
    /// Nil where they are unavailable at the moment.
    var contents: DocumentContents?
    var related: [RelatedDocument] = []
    var others: [ArchiveDocument]

    static let partSize = 200
    /// A text may have 4 MiB.
    private static let textsAtOnce = 10

    init(
        of document: ArchiveDocument, asked question: SearchQuestion, from page: Int?, by visitor: Visitor,
        in index: ArchiveIndex
    ) throws {
        self.document = document
        hasFile = try document.hasContent && Site.mayHandOutFile(of: document, to: visitor, in: index)
        hasSearchablePDF = try hasFile && index.hasTextToAdd(to: document)
        showsAttachments = try Site.showsAttachments(of: document, to: visitor, in: index)
        notes = visitor.seen(try index.annotations(of: document).filter { $0.kind == .note })
        highlights = visitor.seen(try index.highlights(of: document))
        let request = try visitor.request(for: question, in: index)
        hitPages = try request.map { try Self.hitPages($0, of: document, in: index) } ?? []
        let first = min(max(1, page ?? hitPages.first ?? 1), max(1, document.pageCount))
        let start = (first - 1) / Self.partSize * Self.partSize + 1
        part = start..<min(document.pageCount + 1, start + Self.partSize)
        labels = part.isEmpty ? [:] : try index.pageLabels(of: document, pages: part.lowerBound...part.upperBound - 1)
        hits = [:]
        let shown = hitPages.filter(part.contains)
        for start in stride(from: 0, to: shown.count, by: Self.textsAtOnce) {
            let pages = try shown[start..<min(shown.count, start + Self.textsAtOnce)].flatMap { number in
                try index.pages(of: document, page: number, withLayouts: false)
            }
            let marks = try request.map { try index.marks(for: $0, in: pages) } ?? []
            for (page, marks) in zip(pages, marks) { hits[page.page] = marks.count }
        }
        let besides = try index.documents(besides: document)
        let seen = try visitor.sight.map { try index.permitted(besides, by: $0) }
        others = besides.filter { seen?.contains($0.id) ?? true }
    }

    static func hitPages(
        _ request: SearchRequest, of document: ArchiveDocument, in index: ArchiveIndex
    ) throws -> [Int] {
        var request = request
        request.filter = "id:\(document.id)"
        request.match = .any
        request.meaning = .off
        request.showsCopies = true
        request.showsHidden = true
        request.pagesPerDocument = 5000
        request.makesSnippets = false
        request.limit = 2
        do {
            let found = try index.search(request).hits.first { $0.document.id == document.id }
            return (found?.pages ?? []).map(\.page).sorted()
        } catch let error as DocSearchError where error.code == .usage {
            // A query without conditions hits no page.
            return []
        }
    }
}

struct PageView: Sendable {
    var document: ArchiveDocument
    var page: PageText
    var matches: PageMatches?
    var marks: [Range<Int>] = []
    var highlights: [Highlight] = []
    var notes: [Annotation] = []
    var hitPages: [Int] = []
    var problem: String?
    var rights: Set<Visitor.Right> = []
    var zoom = 1
    var showsDoubts = false
}
