import DocSearch

struct BatchPage {
    let frame: SiteFrame
    let terms: String
    var match = SearchRequest.Match.all
    var answers: [SearchResults]?
    var problems: [String] = []

    var html: HTML {
        frame.page(
            "Lists – docsearch",
            """
            <h1>Search for a list</h1>
            <form class="stack" method="post" action="\(frame.links.to("/batch"))" id="batch">
            <label for="terms">One term on each line: names, places, numbers, or whole questions. Up to 1,000.</label>
            <textarea id="terms" name="terms" rows="8" required>\(terms)</textarea>
            <p><label><input type="checkbox" name="match" value="auto"\(HTML.when(match != .all, " checked"))> Also show documents with only some of the words of a term</label></p>
            <p class="row"><button name="as" value="table">Show a table</button> <button name="as" value="csv">Download for a spreadsheet (CSV)</button> <label class="file" hidden>Take a file <input type="file" id="list" accept="text/plain,.txt,.csv"></label></p>
            </form>
            \(problems.map { "<p class=\"hint\">\($0)</p>" as HTML })
            \(answers.map(table))
            """)
    }

    private func table(_ answers: [SearchResults]) -> HTML {
        let found = answers.count { $0.hits.contains(where: \.hasAllWords) }
        let partly = answers.count { !$0.hits.isEmpty } - found
        return """
            <h2>\(found) of \(answers.count) found\(HTML.when(partly > 0, ", \(partly) with only some of the words"))</h2>
            <div class="scroller" tabindex="0" role="region" aria-label="Where the terms are"><table>
            <thead><tr><th scope="col">Term</th><th scope="col">Documents</th><th scope="col">Document</th><th scope="col">Page</th><th scope="col">In context</th></tr></thead>
            <tbody>\(answers.map { "\(rows($0))" as HTML })</tbody></table></div>
            """
    }

    private func rows(_ results: SearchResults) -> [HTML] {
        let question = SearchQuestion(words: results.query)
        // Lists are searched without meaning, and the linked page must show the same numbers.
        let all = frame.links.search(question.with { $0.meaning = .off })
        let pairs: [(SearchHit, PageHit?)] = results.hits.flatMap { hit in
            hit.pages.isEmpty ? [(hit, nil)] : hit.pages.map { (hit, $0) }
        }
        guard !pairs.isEmpty else {
            let outcome = results.isPartial ? "not searched to the end" : "not found"
            return [
                "<tr class=\"none\"><th scope=\"row\"><bdi>\(results.query)</bdi></th><td class=\"number\">0</td><td colspan=\"3\">\(outcome)</td></tr>"
            ]
        }
        let rest = rest(of: results)
        let height = pairs.count + (rest == nil ? 0 : 1)
        let documents: [HTML] = pairs.enumerated().map { position, pair in
            let (hit, page) = pair
            let term = HTML.when(
                position == 0,
                "<th scope=\"rowgroup\" rowspan=\"\(height)\"><a href=\"\(all)\"><bdi>\(results.query)</bdi></a></th><td rowspan=\"\(height)\" class=\"number\">\(results.totalWithAll)</td>"
            )
            let mark = HTML.when(!hit.hasAllWords, " <span class=\"label some\">some of the words</span>")
            let link: HTML? = page.map { page in
                "<a href=\"\(frame.links.page(hit.document.id, page.page, asked: question))\">\(page.page)</a>\(page.label.map { " (“\($0)”)" } ?? "")"
            }
            return """
                <tr\(HTML.when(!hit.hasAllWords, " class=\"some\""))>\(term)<td><a href="\(frame.links.document(hit.document.id, asked: question))"><bdi>\(hit.document.title)</bdi></a>\(mark)</td><td>\(link)</td><td><bdi>\(page.map { HTML.marked($0.snippet, at: $0.marks) })</bdi></td></tr>
                """
        }
        guard let rest else { return documents }
        return documents + [
            "<tr class=\"more\"><td colspan=\"3\">\(rest.shown): <a href=\"\(all)\">\(rest.more)</a></td></tr>"
        ]
    }

    private func rest(of results: SearchResults) -> (shown: String, more: String)? {
        let shown = results.hits.reduce(0) { $0 + 1 + $1.copies.count }
        guard shown < results.total else { return nil }
        return ("\(shown) of \(results.total.counted("document")) shown", "\(results.total - shown) more")
    }
}
