import DocSearch

struct Understood {
    let question: SearchQuestion
    let results: SearchResults
    let links: Links

    var html: HTML {
        let chips = filters + inferences
        let list: HTML = chips.isEmpty ? .none : "<ul class=\"chips\" aria-label=\"Understood\">\(chips)</ul>"
        let hints: [HTML] = results.hints.map { "<p class=\"hint\">\($0.message)</p>" }
        return "\(list)\(hints)\(suggestion)"
    }

    private var filters: [HTML] {
        question.filters.map { filter in
            let others = question.with { $0.filters.removeAll { $0 == filter } }
            return chip(HTML(text: filter), to: links.search(others), named: "Without \(filter)")
        }
    }

    private var inferences: [HTML] {
        let scalars = Array(question.words.unicodeScalars)
        let taken: [HTML] = results.inferences.filter { $0.range.upperBound <= scalars.count }.map { inference in
            let words = String(String.UnicodeScalarView(scalars[inference.range]))
            var rest = scalars
            rest.removeSubrange(inference.range)
            let others = question.with { $0.words = String(String.UnicodeScalarView(rest)) }
            return chip(
                "“\(words)” as <b>\(inference.message)</b>", to: links.search(others), named: "Without \(words)")
        }
        guard !taken.isEmpty else { return [] }
        return taken + [
            "<li><a href=\"\(links.search(question.with { $0.isLiteral = true }))\">Search for these words literally</a></li>"
        ]
    }

    private func chip(_ content: HTML, to address: String, named name: String) -> HTML {
        "<li class=\"chip\"><bdi>\(content)</bdi> <a href=\"\(address)\" aria-label=\"\(name)\" title=\"\(name)\">×</a></li>"
    }

    private var suggestion: HTML {
        if let showing = results.showing {
            let typed = question.with { ($0.words, $0.isLiteral) = (results.query, true) }
            return """
                <p class="hint">No document has all of <bdi>\(results.query)</bdi>; showing <b><bdi>\(showing)</bdi></b>. <a href="\(links.search(typed))">Search for what was typed</a></p>
                """
        }
        guard let suggestion = results.suggestion else { return .none }
        return
            "<p class=\"hint\">Did you mean <a href=\"\(links.search(question.with { $0.words = suggestion }))\">\(suggestion)</a>?</p>"
    }
}
