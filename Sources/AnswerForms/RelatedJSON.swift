import DocSearch

/// docs/command-line.md describes it.
package enum RelatedJSON {
    package static func object(_ document: ArchiveDocument, page: Int?, related: [RelatedDocument]) -> JSONObject {
        let list = related.map {
            DocumentJSON.object($0.document, file: nil) + ["similarity": $0.similarity, "near_pages": $0.pages]
        }
        return ["id": document.id, "page": page, "related": list]
    }
}
