import DocSearch

struct OffersRenderer {
    var style: Style

    func text(_ offers: SearchOffers) -> String {
        guard offers.documents > 0 else {
            return "There is nothing in the index yet. \"docsearch index FOLDER\" reads a folder.\n"
        }
        var lines = ["\(offers.documents.counted("document")). Give the words to look for: docsearch find WORDS"]
        lines += list("Recent searches", offers.recent.map { ($0.query, $0.found) })
        lines += list("Tags", offers.tags.map { (SearchRequest.wholeTag($0.name), $0.documents) })
        lines += list("Authors", offers.authors.map { ("author:\(Self.phrase($0.name))", $0.documents) })
        return lines.joined(separator: "\n") + "\n"
    }

    /// A quotation mark would end the phrase.
    private static func phrase(_ name: String) -> String {
        "\"\(name.split { $0 == "\"" || $0.isWhitespace }.joined(separator: " "))\""
    }

    /// As a person types it behind `docsearch find`.
    private static func typed(_ query: String) -> String {
        let isPlain = query.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || plain.contains($0) }
        return isPlain ? query : ShellText.quoted(query) ?? query
    }

    /// No shell gives them a meaning within a word or between two.
    private static let plain = Set("0123456789 .,:@%+/_-".unicodeScalars)

    private func list(_ name: String, _ queries: [(text: String, documents: Int)]) -> [String] {
        guard !queries.isEmpty else { return [] }
        return ["", style.strong(name)]
            + queries.map { query in
                let typed = Self.typed(query.text)
                return "  \(TerminalText.safe(typed))  \(style.faint("(\(query.documents.counted("document")))"))"
            }
    }
}
