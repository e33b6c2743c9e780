/// Which documents may be seen by the person or program that asks, and of which folders.
extension ArchiveIndex {
    /// Looks at a query for ``SearchRequest/access`` before it is needed, without the index.
    ///
    /// Throws ``DocSearchError`` with code `usage` for one that is empty, too long, or not wholly understood.
    public static func checkAccess(_ access: String) throws { _ = try SearchEngine.parsedAccess(access) }

    /// The numbers of those documents that a query for ``SearchRequest/access`` lets through.
    public func permitted(_ documents: [ArchiveDocument], by access: String) throws -> Set<Int64> {
        let engine = try searchEngine(SearchRequest(""))
        return try engine.index.read { _ in try engine.permitted(by: access).ids.intersection(documents.map(\.id)) }
    }

    /// How many documents a query for ``SearchRequest/access`` lets through, and how they are spread; those that are hidden are
    /// left out. At most `limit` values of each fact are kept. Throws ``DocSearchError`` as ``search(_:)`` does.
    public func facets(
        access: String, limit: Int = SearchFacets.limit
    ) throws -> (documents: Int, facets: SearchFacets) {
        let engine = try searchEngine(SearchRequest(""))
        return try engine.index.read { _ in
            let ids = try engine.permitted(by: access).ids.subtracting(engine.index.hiddenDocuments() ?? [])
            return (ids.count, try engine.index.facets(documents: Array(ids), limit: limit))
        }
    }

    /// As ``suggestions(for:limit:includingHidden:)``, of what a query for ``SearchRequest/access`` lets through alone.
    public func suggestions(for beginning: String, limit: Int = 10, access: String) throws -> [WordSuggestion] {
        // Of words that many pages have, some are on none of these.
        let all = try suggestions(for: beginning, limit: limit * 20)
        let engine = try searchEngine(SearchRequest(""))
        let last = all.map { $0.text.split(separator: " ").last.map(String.init) ?? "" }
        let before = all.first.map { $0.text.dropLast(last[0].count) } ?? ""
        return try engine.permittedWords(last, by: access).sorted { $0.pages > $1.pages }.prefix(limit)
            .map { WordSuggestion(text: before + $0.word, pages: $0.pages) }
    }

    /// The absolute paths of the remembered folders and files.
    public func rememberedPaths() throws -> [String] { try UserStore(reading: folder).roots().map(\.path) }
}
