import DocSearch

package enum AnnotationJSON {
    package static func object(_ annotation: Annotation) -> JSONObject {
        [
            "id": annotation.id, "kind": annotation.kind.rawValue, "page": annotation.page > 0 ? annotation.page : nil,
            "value": annotation.value, "author": annotation.author.isEmpty ? nil : annotation.author,
            "created": annotation.created / 1000,
            "modified": annotation.modified / 1000,
        ]
    }
}

package enum HighlightJSON {
    package static func object(_ highlight: Highlight) -> JSONObject {
        [
            "id": highlight.id, "page": highlight.page, "quote": highlight.quote.exact,
            "prefix": highlight.quote.prefix, "suffix": highlight.quote.suffix, "label": highlight.label,
            "color": highlight.color, "comment": highlight.comment,
            "author": highlight.author.isEmpty ? nil : highlight.author,
            "created": highlight.created / 1000, "modified": highlight.modified / 1000,
            "adrift": highlight.anchor == nil, "range": highlight.anchor?.range,
            "sureness": highlight.anchor?.sureness, "boxes": highlight.anchor?.boxes ?? [],
        ]
    }
}
