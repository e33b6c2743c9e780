import DocSearch

package enum DecisionJSON {
    package static func object(_ decision: Decision) -> JSONObject {
        [
            "id": decision.id, "kind": decision.kind.rawValue, "page": decision.page > 0 ? decision.page : nil,
            "value": decision.value, "author": decision.author.isEmpty ? nil : decision.author,
            "created": decision.created / 1000,
            "modified": decision.modified / 1000,
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
