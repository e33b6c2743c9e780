import DocSearch

struct HomePage {
    let frame: SiteFrame
    let documents: Int
    let tags: [SearchFacets.Value]
    let authors: [SearchFacets.Value]
    let questions: [SavedQuestion]
    let hasTopics: Bool

    var html: HTML {
        frame.page(
            "docsearch", width: "narrow",
            """
            <h1>Search \(documents.counted("document"))</h1>
            <p>Type words that are on the page. <kbd>"…"</kbd> keeps words together, <kbd>-word</kbd> leaves out,
            <kbd>wat*</kbd> finds beginnings, <kbd>1931..1935</kbd> finds dates.</p>
            \(hasTopics ? "<p><a href=\"\(frame.links.to("/topics"))\">What is the archive about?</a></p>" as HTML : .none)
            \(list("Saved questions", questions.map { item($0.name, asking: SearchQuestion(words: $0.query)) }))
            \(list("Tags", tags.map { item($0, of: "tag") }))
            \(list("Authors", authors.map { item($0, of: "author") }))
            """)
    }

    private func item(_ value: SearchFacets.Value, of field: String) -> HTML {
        let filter = SearchQuestion.filter(field, value.name)
        return item(value.name, asking: SearchQuestion().toggling(filter), count: value.documents)
    }

    private func item(_ name: String, asking question: SearchQuestion, count: Int? = nil) -> HTML {
        let count: HTML? = count.map { "<span class=\"count\">\($0)</span>" }
        return "<li><a href=\"\(frame.links.search(question))\"><bdi>\(name)</bdi></a>\(count)</li>"
    }

    private func list(_ title: String, _ items: [HTML]) -> HTML {
        .when(!items.isEmpty, "<h2>\(title)</h2><ul class=\"cloud\">\(items)</ul>")
    }
}
