import QueryLanguage

/// For shells that complete words.
package enum QueryCompletion {
    package static var fields: [String] { QueryParser.fieldNames }

    package static var features: [String] { QueryFilter.Feature.allCases.map(\.rawValue) }

    package static var origins: [String] { PageText.Origin.allCases.map(\.rawValue) }

    /// As a phrase, in which only words count, whatever is in the value.
    package static func asked(_ field: String, _ value: String) -> String {
        let isWord = value.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || $0.properties.numericType != nil }
        return isWord && !value.isEmpty ? "\(field):\(value)" : "\(field):\"\(value.replacing("\"", with: " "))\""
    }

    /// A path form in a query: in quotation marks where it is more than one word.
    package static func path(_ path: String) -> String {
        let isWord = path.unicodeScalars.allSatisfy { letter in
            letter.properties.isAlphabetic || letter.properties.numericType != nil
                || "-_./!".unicodeScalars.contains(letter)
        }
        return isWord ? path : "\"\(path.replacing("\"", with: " "))\""
    }
}

extension ArchiveIndex {
    /// Up to the next slash behind the beginning, and with it, as a shell shows a folder.
    package func pathParts(after beginning: String, limit: Int = 200) throws -> [String] {
        try indexStore().pathParts(after: beginning, limit: limit)
    }

    /// The path forms of documents whose name, or that of the file that they lie in, begins so, in upper or lower case.
    /// None for a single character, with which too many begin.
    package func paths(ofNamesBeginning beginning: String, limit: Int = 200) throws -> [String] {
        guard beginning.count > 1, !beginning.contains("/"), let name = NamedPath("./" + beginning)?.likeness else {
            return []
        }
        let folded = NamedPath.folded(beginning)
        // Letters beyond ASCII are anything in a likeness, so that some may not begin so.
        let paths = try indexStore().paths(ofNamesLike: name + "%", limit: 10 * limit).filter { path in
            let parts = path.split(separator: "/")
            return parts.indices.contains { place in
                (place == parts.count - 1 || parts[place].hasSuffix("!"))
                    && NamedPath.folded(String(parts[place])).hasPrefix(folded)
            }
        }
        return Array(paths.prefix(limit))
    }
}

extension SearchRequest {
    /// `tag:="minutes 1931"`.
    package static func wholeTag(_ name: String) -> String { "tag:=" + QueryFilter.quoted(name) }
}
