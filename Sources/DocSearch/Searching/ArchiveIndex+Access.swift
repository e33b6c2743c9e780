import QueryLanguage

extension ArchiveIndex {
    /// A query for ``SearchRequest/access`` that admits all documents except those hidden by people. Where the hidden
    /// ones are unknown, it admits none.
    public static let accessToShown = "-has:hidden"

    /// A query for ``SearchRequest/access`` that admits what a `filter` admits and people have not hidden; nil for all.
    /// `filter` must have passed ``checkAccess(_:)``.
    package static func sight(filter: String?, showsHidden: Bool) -> String? {
        let parts = [showsHidden ? nil : accessToShown, filter.map { "(\($0))" }].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    /// Checks a query for ``SearchRequest/access`` in advance, without the index.
    ///
    /// Throws ``DocSearchError`` with code `usage` for one that is empty, too long, not completely understood, or has a
    /// word with a `~`, whose matches change whenever documents are added.
    public static func checkAccess(_ access: String) throws { _ = try AccessRight(access) }

    func permission(_ access: String?, in index: IndexStore? = nil) throws -> Permission? {
        var request = SearchRequest("")
        request.access = access
        return try searchEngine(request, in: index).permission()
    }

    /// The numbers of the documents that a query for ``SearchRequest/access`` admits.
    public func permitted(_ documents: [ArchiveDocument], by access: String) throws -> Set<Int64> {
        let ids = Set(documents.map(\.id))
        return try permission(access).map { ids.intersection($0.ids) } ?? ids
    }

    /// The bundle's files may describe any of its documents. With `isWithin`, only documents within the document count,
    /// as in a portfolio, because its file contains them.
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

    package func hasDocuments(within document: ArchiveDocument) throws -> Bool {
        try !documentIDs(within: document).isEmpty
    }

    func documentIDs(within document: ArchiveDocument) throws -> [Int64] {
        try indexStore().othersInBundle(document: document.id, below: document.path)
    }

    /// The number of documents that a query for ``SearchRequest/access`` admits, or of all without a query, and their
    /// facets, without hidden ones. At most `limit` values of each fact are kept. Throws ``DocSearchError`` as
    /// ``search(_:)`` does.
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

    /// As ``suggestions(for:limit:includingHidden:)``, for the pages and titles that a query for
    /// ``SearchRequest/access`` admits. If more than 200 of them have such words, the most frequent words on 200 of
    /// them are offered.
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

    /// The same for the pages of one document only, hidden or not.
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
        return try WordsOfPages(index: index, pages: pageStore, rows: rows)
            .completions(of: last, limit: limit, besides: StopWords.all)
            .map { WordSuggestion(text: before + $0.word, pages: $0.pages) }
    }

    /// The absolute paths of the remembered folders and files.
    public func rememberedPaths() throws -> [String] { try UserStore(reading: folder).roots().map(\.path) }
}
