/// Which documents may be seen by the person or program that asks, and of which folders.
extension ArchiveIndex {
    /// The query for ``SearchRequest/access`` that lets through all documents but those that people have hidden. Where it is not
    /// known which these are, it lets nothing through.
    public static let accessToShown = "-has:hidden"

    /// Looks at a query for ``SearchRequest/access`` before it is needed, without the index.
    ///
    /// Throws ``DocSearchError`` with code `usage` for one that is empty, too long, not wholly understood, or has a word with
    /// a `~`, which stands for other words whenever documents are added.
    public static func checkAccess(_ access: String) throws { _ = try AccessRight(access) }

    /// Nil without a query.
    func permission(_ access: String?) throws -> Permission? {
        var request = SearchRequest("")
        request.access = access
        return try searchEngine(request).permission()
    }

    /// The numbers of those documents that a query for ``SearchRequest/access`` lets through.
    public func permitted(_ documents: [ArchiveDocument], by access: String) throws -> Set<Int64> {
        let ids = Set(documents.map(\.id))
        return try permission(access).map { ids.intersection($0.ids) } ?? ids
    }

    /// Whether a query for ``SearchRequest/access`` lets through all other documents of a document's bundle, whose files may
    /// describe any of them; with `isWithin` those that lie within the document, as in a portfolio, and go with its file.
    package func permitsOthers(
        inBundleOf document: ArchiveDocument, isWithin: Bool = false, access: String
    ) throws -> Bool {
        let index = try indexStore()
        return try index.read { _ in
            let others = try index.othersInBundle(document: document.id, below: isWithin ? document.path : nil)
            guard !others.isEmpty, let seen = try permission(access)?.ids else { return true }
            return others.allSatisfy(seen.contains)
        }
    }

    /// Whether there are documents within a document, which go with its file.
    package func hasDocuments(within document: ArchiveDocument) throws -> Bool {
        try !indexStore().othersInBundle(document: document.id, below: document.path).isEmpty
    }

    /// How many documents a query for ``SearchRequest/access`` lets through, all without one, and how they are spread; those
    /// that are hidden are left out. At most `limit` values of each fact are kept. Throws ``DocSearchError`` as ``search(_:)`` does.
    public func facets(
        access: String?, limit: Int = SearchFacets.limit
    ) throws -> (documents: Int, facets: SearchFacets) {
        let index = try indexStore()
        return try index.read { _ in
            guard let seen = try permission(access) else { return try index.facetsOfShown(limit: limit) }
            let ids = seen.ids.subtracting(try index.hiddenDocuments() ?? [])
            return (ids.count, try index.facets(documents: Array(ids), limit: limit))
        }
    }

    /// As ``suggestions(for:limit:includingHidden:)``, of the pages and titles that a query for ``SearchRequest/access`` lets
    /// through. Where more than 200 of them have such words, those are offered that are on most of 200.
    public func suggestions(for beginning: String, limit: Int = 10, access: String) throws -> [WordSuggestion] {
        let index = try indexStore()
        return try index.read { _ in
            guard let seen = try permission(access)?.documents else {
                return try suggestions(for: beginning, limit: limit)
            }
            let rowMap = try index.documentRowMap()
            let hidden = DocumentSet(try index.hiddenDocuments() ?? [], rowMap)
            let shown = rowMap.ids.indices.filter { seen.contains($0) && !hidden.contains($0) }
            return try suggestions(for: beginning, limit: limit, within: rowMap.rows(shown), index)
        }
    }

    /// The same of the pages of one document, hidden or not, and of these alone.
    public func suggestions(
        for beginning: String, limit: Int = 10, in document: ArchiveDocument
    ) throws -> [WordSuggestion] {
        let index = try indexStore()
        return try index.read { _ in
            let rowMap = try index.documentRowMap()
            guard let ordinal = rowMap.ids.firstIndex(of: document.id) else { return [] }
            let rows = rowMap.rows(ordinal)
            return try suggestions(for: beginning, limit: limit, within: [rows.lowerBound + 1..<rows.upperBound], index)
        }
    }

    private func suggestions(
        for beginning: String, limit: Int, within rows: [Range<Int64>], _ index: IndexStore
    ) throws -> [WordSuggestion] {
        guard let (before, last) = try begun(beginning, index) else { return [] }
        return try WordsOfPages(index: index, pages: pageStore, rows: rows).completions(of: last, limit: limit)
            .map { WordSuggestion(text: before + $0.word, pages: $0.pages) }
    }

    /// The absolute paths of the remembered folders and files.
    public func rememberedPaths() throws -> [String] { try UserStore(reading: folder).roots().map(\.path) }
}
