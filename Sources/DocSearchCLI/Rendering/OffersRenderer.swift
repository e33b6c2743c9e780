import DocSearch

/// Shows what there is to search for to a person who has not said it yet.
struct OffersRenderer {
    var style: Style

    func text(_ offers: SearchOffers) -> String {
        guard offers.documents > 0 else {
            return "There is nothing in the index yet. \"docsearch index FOLDER\" reads a folder.\n"
        }
        var lines = ["\(offers.documents.counted("document")). Give the words to look for: docsearch find WORDS"]
        if !offers.recent.isEmpty {
            lines += ["", style.strong("Recent searches")]
            lines += offers.recent.map { search in
                let query = TerminalText.safe(search.query)
                return "  \(query)  \(style.faint("(\(search.found.counted("document")))"))"
            }
        }
        lines += list("Tags", offers.tags) { "tag:=\"\($0)\"" }
        lines += list("Authors", offers.authors) { "author:\"\($0)\"" }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Each as it can be searched for.
    private func list(
        _ name: String, _ values: [SearchFacets.Value], query: (String) -> String
    ) -> [String] {
        guard !values.isEmpty else { return [] }
        return ["", style.strong(name)]
            + values.map { value in
                "  \(TerminalText.safe(query(value.name)))  \(style.faint("(\(value.documents.counted("document")))"))"
            }
    }
}
