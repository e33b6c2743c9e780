import DocSearch

/// docs/command-line.md describes the members.
package enum ResultsJSON {
    /// Advice in `hint` differs between programs. `ofHit` adds members to a hit, and `more` to a page.
    package static func object(
        _ results: SearchResults, hint: (SearchHint) -> String, ofHit: (SearchHit) -> JSONObject = { _ in [:] },
        more: (SearchHit, PageHit) -> JSONObject = { _, _ in [:] }
    ) -> JSONObject {
        let facets: JSONObject = results.facets.map { ["facets": FacetJSON.object($0)] } ?? [:]
        return [
            "query": results.query, "total": results.total,
            "elapsed_ms": results.elapsed > .zero ? results.elapsed / .milliseconds(1) : nil,
            "suggestion": results.suggestion, "showing": results.showing, "match": results.isRelaxed ? "any" : "all",
            "total_all": results.totalWithAll, "meaning": results.usesMeaning,
            "total_by_meaning": results.totalByMeaning, "partial": results.isPartial, "understood": results.understood,
            "inferences": results.inferences.map(\.message), "hints": results.hints.map(hint),
            "hits": results.hits.map { object($0, more: more) + ofHit($0) },
        ] + facets
    }

    package static func object(
        _ hit: SearchHit, more: (SearchHit, PageHit) -> JSONObject = { _, _ in [:] }
    ) -> JSONObject {
        DocumentJSON.object(hit.document, file: hit.file) + [
            "root": hit.root, "presence": hit.presence?.rawValue, "score": hit.score,
            "match": hit.match,
            "ranks": hit.ranks.map {
                ["words": $0.words, "meaning": $0.meaning, "similarity": $0.similarity] as JSONObject
            },
            "pages": hit.pages.map { object($0) + more(hit, $0) },
            "fields": hit.fields.map {
                ["field": $0.field.rawValue, "text": $0.text, "marks": $0.marks, "page": $0.page] as JSONObject
            },
            "copies": hit.copies, "near_copy_of": hit.nearCopyOf, "pinned": hit.isPinned,
        ]
    }

    package static func object(_ page: PageHit) -> JSONObject {
        [
            "page": page.page, "label": page.label, "score": page.score, "origin": page.origin.rawValue,
            "confidence": page.confidence, "by_meaning": page.isByMeaning,
            "other_language": page.otherLanguage, "snippet": page.snippet, "marks": page.marks,
        ]
    }
}

package enum SuggestionsJSON {
    package static func object(_ beginning: String, _ words: [WordSuggestion]) -> JSONObject {
        ["prefix": beginning, "words": words.map { ["text": $0.text, "pages": $0.pages] as JSONObject }]
    }
}

package enum ResultsCSV {
    package static let head = [
        "query", "document", "path", "page", "printed number", "snippet", "match", "total_all", "total",
    ]

    package static func rows(_ results: SearchResults, link: ((SearchHit, PageHit?) -> String)? = nil) -> String {
        let totals = [String(results.totalWithAll), String(results.total)]
        return results.hits.map { hit in
            let document = [results.query, String(hit.document.id), hit.document.path]
            let pages: [PageHit?] = hit.pages.isEmpty ? [nil] : hit.pages
            return pages.map { page in
                let cells = [page.map { String($0.page) } ?? "", page?.label ?? "", page?.snippet ?? "", hit.match]
                return CSV.row(document + cells + totals + (link.map { [$0(hit, page)] } ?? []))
            }.joined()
        }.joined()
    }

    package static func row(
        withoutDocument term: String, saying sentence: String, total: Int? = nil, hasLink: Bool = false
    ) -> String {
        let number = total.map { String($0) } ?? ""
        return CSV.row([term, "", "", "", "", sentence, "", number, number] + (hasLink ? [""] : []))
    }

    package static func rowOfNothing(_ results: SearchResults, hasLink: Bool = false) -> String {
        row(withoutDocument: results.query, saying: "not found", total: 0, hasLink: hasLink)
    }
}

extension SearchHit {
    fileprivate var match: String { hasAllWords ? "all" : isByMeaning ? "meaning" : "any" }
}
