import DocSearch

package enum DocumentJSON {
    /// `file` is the absolute path of the bundle.
    package static func object(_ document: ArchiveDocument, file: String?) -> JSONObject {
        [
            "id": document.id, "path": document.path, "file": file, "identifier": document.identifier,
            "title": document.title, "title_guessed": document.hasGuessedTitle, "author": document.authors,
            "date": document.date?.description,
            "modified": document.modified?.description, "indexed": document.indexed?.description,
            "tags": document.tags, "added_tags": document.addedTags,
            "corrected": JSONObject(
                document.corrected.sorted { $0.key.rawValue < $1.key.rawValue }.map { ($0.key.rawValue, $0.value) }),
            "hidden": document.isHidden, "page_count": document.pageCount,
        ]
    }

    /// The rest of its metadata.
    package static func metadata(_ document: ArchiveDocument) -> JSONObject {
        [
            "language": document.languageOrigin == .text ? nil : document.language,
            "identified_language": document.languageOrigin == .text ? document.language : nil,
            "description": document.summary, "format": document.format, "date_origin": document.dateOrigin?.rawValue,
            "sha256": document.contentHash,
        ]
    }

    /// All that is known of one document but its pages, behind ``object(_:file:)``.
    package static func whole(_ document: ArchiveDocument, said: [Annotation], ofCopies copies: [AnnotatedCopy])
        -> JSONObject
    {
        ["author_addresses": document.authorAddresses, "details": details(document.details)] + metadata(document) + [
            "said": said.map(AnnotationJSON.object),
            "said_of_copies": copies.map {
                ["id": $0.document.id, "path": $0.document.path, "said": $0.annotations.map(AnnotationJSON.object)]
                    as JSONObject
            },
        ]
    }

    package static func details(_ details: [DocumentDetail]) -> [JSONObject] {
        details.map { ["kind": $0.kind.rawValue, "label": $0.label, "value": $0.value] }
    }
}

package enum FacetJSON {
    package static func members(_ facets: SearchFacets) -> [(name: String, values: [SearchFacets.Value])] {
        [
            ("tag", facets.tags), ("author", facets.authors), ("year", facets.years), ("format", facets.formats),
            ("lang", facets.languages),
        ]
    }

    package static func object(_ facets: SearchFacets) -> JSONObject {
        JSONObject(members(facets).map { ($0.name, $0.values.map(value)) })
    }

    private static func value(_ value: SearchFacets.Value) -> JSONObject {
        ["name": value.name, "documents": value.documents]
    }
}
