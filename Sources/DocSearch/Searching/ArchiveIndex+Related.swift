import QueryLanguage

/// A document with similar content.
public struct RelatedDocument: Sendable, Hashable {
    /// The document itself.
    public var document: ArchiveDocument
    /// Similarity of its nearest page: 1 for the same, about 0 for an unrelated one.
    public var similarity: Double
    /// Similar pages, from 1, nearest first.
    public var pages: [Int]
}

extension ArchiveIndex {
    /// Documents with content similar to another, or to one of its pages (from 1), nearest first, without its copies.
    /// Needs vectors but no model. The filter, folders, access, limit and offset of the request apply, and whether
    /// hidden documents and copies are shown.
    ///
    /// Throws ``DocSearchError``: `environment` when the index has no vectors, `notFound` when the document or page has
    /// none, and those of ``search(_:)``; `CancellationError`.
    public func related(
        to document: ArchiveDocument, page: Int? = nil, _ request: SearchRequest = SearchRequest("")
    ) throws -> [RelatedDocument] {
        try searchEngine(request).related(to: document, page: page)
    }

    /// The passages of the archive that answer a question best, for a language model or a person who does not read
    /// lists: a few sentences each, without repetitions, as many as fit into `room` by their `cost`. The request's
    /// limit and pages are set here. Throws as ``search(_:)``.
    public func context(for request: SearchRequest, room: Int, cost: (ContextPassage) -> Int) throws -> ContextAnswer {
        let clock = SearchClock(request.timeLimit)
        var request = request
        (request.limit, request.offset, request.pagesPerDocument, request.makesSnippets) = (40, 0, 3, false)
        let results = try search(request)
        // If the search did without meaning, words are enough for the choice, and its hints say why.
        let model = results.usesMeaning ? try meaning.vectors()?.header.model : nil
        let embedder = try model.flatMap { try meaning.embedder(named: $0) }
        let chooser = PassageChooser(
            QueryParser().parse(request.query, try searchEngine(request).context()), embedder: embedder)
        let found = results.hits.flatMap { hit in hit.pages.map { (hit: hit, page: $0) } }
        var (candidates, isPartial) = ([ContextPassage](), results.isPartial)
        for start in stride(from: 0, to: found.count, by: Self.pagesOfContext) {
            if Task.isCancelled { throw CancellationError() }
            // The best pages come first.
            guard !clock.isOver(.details) || start == 0 else {
                isPartial = true
                break
            }
            let portion = try found[start..<min(found.count, start + Self.pagesOfContext)].compactMap { found in
                try page(found.page.page, of: found.hit.document, withLayouts: false).map { (found: found, text: $0) }
            }
            let marks = try marks(for: request, in: portion.map(\.text))
            for (part, marks) in zip(portion, marks) {
                let (hit, page) = part.found
                let passage = try chooser.passage(of: part.text, marks: marks, page, in: hit)
                if let passage { candidates.append(passage) }
            }
        }
        return ContextAnswer(
            passages: PassageChooser.chosen(candidates, room: room, cost: cost), found: candidates.count,
            hints: results.hints, isPartial: isPartial, usesMeaning: results.usesMeaning)
    }

    private static let pagesOfContext = 30
}
