import DocSearch

/// The members that a document has in every JSON output.
enum DocumentJSON {
    /// `file` is the absolute path of the bundle, when it is known.
    static func members(_ document: ArchiveDocument, file: String?) -> [(String, JSONOutput)] {
        [
            ("id", .int(document.id)), ("path", .string(document.path)), ("file", .optional(file)),
            ("identifier", .optional(document.identifier)), ("title", .string(document.title)),
            ("author", .strings(document.authors)), ("date", .optional(document.date?.description)),
            ("tags", .strings(document.tags)), ("added_tags", .strings(document.addedTags)),
            (
                "corrected",
                .object(
                    document.corrected.sorted { $0.key.rawValue < $1.key.rawValue }.map {
                        ($0.key.rawValue, .string($0.value))
                    })
            ), ("hidden", .bool(document.isHidden)), ("page_count", .int(Int64(document.pageCount))),
        ]
    }
}

/// Facets as JSON: an object a fact with a list of values.
enum FacetJSON {
    static func members(_ facets: SearchFacets) -> [(name: String, values: [SearchFacets.Value])] {
        [
            ("tag", facets.tags), ("author", facets.authors), ("year", facets.years), ("format", facets.formats),
            ("lang", facets.languages),
        ]
    }

    static func object(_ facets: SearchFacets) -> JSONOutput {
        .object(
            members(facets).map { name, values in
                (
                    name,
                    .array(
                        values.map {
                            .object([("name", .string($0.name)), ("documents", .int(Int64($0.documents)))])
                        })
                )
            })
    }
}

/// Names in TREC's forms, whose fields are separated by blanks: blanks in names become underscores.
enum TRECName {
    static func of(_ document: ArchiveDocument) -> String { field(document.identifier ?? document.path) }

    static func field(_ text: String) -> String {
        String(TerminalText.safe(text).map { $0.isWhitespace ? "_" : $0 })
    }
}
