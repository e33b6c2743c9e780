import DocSearch

/// What is shown before anything was asked.
struct HomePage {
    /// What there is to ask for.
    struct Offers: Sendable {
        var documents: Int
        var tags: [SearchFacets.Value]
        var authors: [SearchFacets.Value]
        var questions: [SavedQuestion]
        /// Whether there are vectors to sort documents by.
        var hasTopics = false
    }

    let frame: SiteFrame
    let offers: Offers

    var html: HTML {
        frame.page(
            "docsearch", width: "narrow",
            """
            <h1>Search \(count(offers.documents, "document"))</h1>
            <p>Type words that stand on the page. <kbd>"…"</kbd> keeps words together, <kbd>-word</kbd> leaves out,
            <kbd>wat*</kbd> finds beginnings, <kbd>1931..1935</kbd> finds dates.</p>
            \(offers.hasTopics ? "<p><a href=\"\(frame.links.to("/topics"))\">What is the archive about?</a></p>" as HTML : .none)
            \(list("Saved questions", offers.questions.map { ($0.name, $0.query, nil) }) { SearchQuestion(words: $0) })
            \(list("Tags", offers.tags.map { ($0.name, SearchQuestion.filter("tag", $0.name), $0.documents) }, asking: filtering))
            \(list("Authors", offers.authors.map { ($0.name, SearchQuestion.filter("author", $0.name), $0.documents) }, asking: filtering))
            """)
    }

    private func filtering(_ filter: String) -> SearchQuestion { SearchQuestion().toggling(filter) }

    private func list(
        _ title: String, _ entries: [(name: String, value: String, count: Int?)],
        asking question: (String) -> SearchQuestion
    ) -> HTML {
        guard !entries.isEmpty else { return .none }
        let items: [HTML] = entries.map { entry in
            let count: HTML = entry.count.map { "<span class=\"count\">\($0)</span>" } ?? .none
            return
                "<li><a href=\"\(frame.links.search(question(entry.value)))\"><bdi>\(entry.name)</bdi></a>\(count)</li>"
        }
        return "<h2>\(title)</h2><ul class=\"cloud\">\(items)</ul>"
    }

    private func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
