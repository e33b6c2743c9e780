import DocSearch

/// A list of terms, and where each of them is.
struct BatchPage {
    let frame: SiteFrame
    let terms: String
    /// Nil before anything was asked.
    let answers: [SearchResults]?
    let problems: [String]

    var html: HTML {
        frame.page(
            "Lists – docsearch",
            """
            <h1>Search for a list</h1>
            <form class="stack" method="post" action="\(frame.links.to("/batch"))" id="batch">
            <label for="terms">One term on each line: names, places, numbers, or whole questions. Up to 1,000.</label>
            <textarea id="terms" name="terms" rows="8" required>\(terms)</textarea>
            <p class="row"><button name="as" value="table">Show a table</button> <button name="as" value="csv">Download for a spreadsheet (CSV)</button> <label class="file" hidden>Take a file <input type="file" id="list" accept="text/plain,.txt,.csv"></label></p>
            </form>
            \(problems.map { "<p class=\"hint\">\($0)</p>" as HTML })
            \(answers.map(table))
            """)
    }

    private func table(_ answers: [SearchResults]) -> HTML {
        let found = answers.count { !$0.hits.isEmpty }
        return """
            <h2>\(found) of \(answers.count) found</h2>
            <div class="scroller" tabindex="0" role="region" aria-label="Where the terms are"><table>
            <thead><tr><th scope="col">Term</th><th scope="col">Documents</th><th scope="col">Document</th><th scope="col">Page</th><th scope="col">In context</th></tr></thead>
            <tbody>\(answers.map { "\(rows($0))" as HTML })</tbody></table></div>
            """
    }

    private func rows(_ results: SearchResults) -> [HTML] {
        let question = SearchQuestion(words: results.query)
        let all = frame.links.search(question)
        let pairs: [(SearchHit, PageHit?)] = results.hits.flatMap { hit in
            hit.pages.isEmpty ? [(hit, nil)] : hit.pages.map { (hit, $0) }
        }
        guard !pairs.isEmpty else {
            return [
                "<tr class=\"none\"><th scope=\"row\"><bdi>\(results.query)</bdi></th><td class=\"number\">0</td><td colspan=\"3\">not found</td></tr>"
            ]
        }
        return pairs.enumerated().map { position, pair in
            let (hit, page) = pair
            let term = HTML.when(
                position == 0,
                "<th scope=\"rowgroup\" rowspan=\"\(pairs.count)\"><a href=\"\(all)\"><bdi>\(results.query)</bdi></a></th><td rowspan=\"\(pairs.count)\" class=\"number\">\(results.totalWithAll)</td>"
            )
            let link: HTML? = page.map { page in
                "<a href=\"\(frame.links.page(hit.document.id, page.page, asked: question))\">\(page.page)</a>\(page.label.map { " (“\($0)”)" } ?? "")"
            }
            return """
                <tr>\(term)<td><a href="\(frame.links.document(hit.document.id, asked: question))"><bdi>\(hit.document.title)</bdi></a></td><td>\(link)</td><td><bdi>\(page.map { HTML.marked($0.snippet, at: $0.marks) })</bdi></td></tr>
                """
        }
    }
}
