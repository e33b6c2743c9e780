import DocSearch

/// Related documents as JSON. docs/command-line.md describes it.
package enum RelatedJSON {
    /// `page` is what was asked about; nil for all of the document.
    package static func object(_ document: ArchiveDocument, page: Int?, related: [RelatedDocument]) -> JSONObject {
        ["id": document.id, "page": page, "related": related.map(object)]
    }

    private static func object(_ related: RelatedDocument) -> JSONObject {
        DocumentJSON.object(related.document, file: nil)
            + ["similarity": related.similarity, "near_pages": related.pages]
    }
}
