import DocSearch

/// Related documents as JSON. docs/command-line.md describes it.
package enum RelatedJSON {
    /// `page` is the page asked about, or nil for the whole document.
    package static func object(_ document: ArchiveDocument, page: Int?, related: [RelatedDocument]) -> JSONObject {
        let list = related.map {
            DocumentJSON.object($0.document, file: nil) + ["similarity": $0.similarity, "near_pages": $0.pages]
        }
        return ["id": document.id, "page": page, "related": list]
    }
}
