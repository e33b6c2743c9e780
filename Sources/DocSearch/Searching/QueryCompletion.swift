import QueryLanguage

/// What may stand in a query and in other words of a command line, for shells that complete them.
package enum QueryCompletion {
    /// The names that may stand before a colon.
    package static var fields: [String] { QueryParser.fieldNames }

    /// The values of `has:`.
    package static var features: [String] { QueryFilter.Feature.allCases.map(\.rawValue) }

    /// The values of `origin:`.
    package static var origins: [String] { PageText.Origin.allCases.map(\.rawValue) }

    /// `field:value` so that it is searched for whatever is in the value: as a phrase, in which only words count.
    package static func asked(_ field: String, _ value: String) -> String {
        let isWord = value.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || $0.properties.numericType != nil }
        return isWord && !value.isEmpty ? "\(field):\(value)" : "\(field):\"\(value.replacing("\"", with: " "))\""
    }
}

extension ArchiveIndex {
    /// Path forms of documents that begin so, each up to the next slash behind the beginning, and with it: as a shell shows
    /// a folder.
    package func pathParts(after beginning: String, limit: Int = 200) throws -> [String] {
        try indexStore().pathParts(after: beginning, limit: limit)
    }
}

extension SearchRequest {
    /// The query for documents with a tag, the whole of it: `tag:="minutes 1931"`.
    package static func wholeTag(_ name: String) -> String { "tag:=" + QueryFilter.quoted(name) }
}
