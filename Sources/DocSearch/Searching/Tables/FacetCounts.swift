import GRDB

struct FacetCounts {
    private var counts: [String: [String: Int]] = [:]

    private mutating func add(_ fact: String, _ name: String?) {
        guard let name, !name.isEmpty else { return }
        counts[fact, default: [:]][name, default: 0] += 1
    }

    private func values(_ fact: String, _ limit: Int) -> [SearchFacets.Value] {
        let all = (counts[fact] ?? [:]).map { SearchFacets.Value(name: $0.key, documents: $0.value) }
        return Array(
            all.sorted { $0.documents != $1.documents ? $0.documents > $1.documents : $0.name < $1.name }
                .prefix(limit))
    }

    init(_ db: Database, documents ids: [Int64]) throws {
        let wanted = Set(ids)
        // A few are looked up; of many, the whole table is gone through.
        let list = ids.count <= 500 ? ids.map { String($0) }.joined(separator: ", ") : nil
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT document.id, authors, language, format, strftime('%Y', date, 'unixepoch')
                FROM document
                \(list.map { "WHERE document.id IN (\($0))" } ?? "")
                """)
        while let row = try rows.next() {
            guard wanted.contains(try row.value(at: 0)) else { continue }
            for author in Set(LineList.decode(try row.value(at: 1))) { add("author", author) }
            let language: String? = try row.value(at: 2)
            add("language", language.map(LanguageName.facet))
            add("format", try row.value(at: 3))
            add("year", try row.value(at: 4))
        }
        let tags = try Row.fetchCursor(
            db,
            sql: "SELECT document_id, tag FROM document_tag \(list.map { "WHERE document_id IN (\($0))" } ?? "")")
        while let row = try tags.next() {
            if wanted.contains(try row.value(at: 0)) { add("tag", try row.value(at: 1)) }
        }
    }

    func facets(limit: Int = SearchFacets.limit) -> SearchFacets {
        SearchFacets(
            tags: values("tag", limit), authors: values("author", limit), years: values("year", limit),
            formats: values("format", limit), languages: values("language", limit))
    }
}

extension IndexStore {
    func facets(documents ids: [Int64], limit: Int = SearchFacets.limit) throws -> SearchFacets {
        try read { db in try FacetCounts(db, documents: ids).facets(limit: limit) }
    }

    func facetsOfShown(limit: Int = SearchFacets.limit) throws -> (documents: Int, facets: SearchFacets) {
        let hidden = Set(try hiddenDocuments() ?? [])
        return try read { db in
            let ids = try Int64.fetchAll(db, sql: "SELECT id FROM main.document").filter { !hidden.contains($0) }
            return (ids.count, try FacetCounts(db, documents: ids).facets(limit: limit))
        }
    }
}
