import DocSearch

/// A decision as JSON.
package enum DecisionJSON {
    package static func object(_ decision: Decision) -> JSONObject {
        [
            "id": decision.id, "kind": decision.kind.rawValue, "page": decision.page > 0 ? decision.page : nil,
            "value": decision.value, "author": decision.author, "created": decision.created / 1000,
            "modified": decision.modified / 1000,
        ]
    }
}
