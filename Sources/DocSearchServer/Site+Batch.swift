import DocSearch

/// Many questions at once: a list of terms in, a table or a file for a spreadsheet out.
extension Site {
    static var batchRoutes: [Route] {
        [
            Route("GET", "/batch") { site, visit, _ in
                Answer(html: BatchPage(frame: site.frame(visit), terms: "", answers: nil, problems: []).html)
            },
            Route("POST", "/batch") { site, visit, _ in
                let form = visit.form
                let text = form["terms"] ?? ""
                let (answers, problems) = try await site.batch(text, limit: 5, visit)
                if form["as"] == "csv" { return site.csv(answers, visit).downloaded(as: "docsearch-list.csv") }
                return Answer(
                    html: BatchPage(frame: site.frame(visit), terms: text, answers: answers, problems: problems).html)
            },
            Route("POST", "/api/v1/batch") { site, visit, _ in
                let limit = try visit.query.number("limit", 1...50, usually: 5)
                let isForm = visit.headers["content-type"]?.hasPrefix("application/x-www-form-urlencoded") ?? false
                let text = isForm ? visit.form["terms"] ?? "" : String(decoding: visit.body, as: UTF8.self)
                return site.csv(try await site.batch(text, limit: limit, visit).answers, visit)
            },
        ]
    }

    private static let mostTerms = 1000
    /// Terms that are looked for at the same time.
    private static let atOnce = 4

    /// A term on each line. Throws ``Problem`` for more terms than allowed; a term that cannot be asked is named.
    private func batch(
        _ text: String, limit: Int, _ visit: Visit
    ) async throws -> (answers: [SearchResults], problems: [String]) {
        let terms = text.split(whereSeparator: \.isNewline).map { $0.trimmingPrefix(while: \.isWhitespace) }
            .filter { !$0.allSatisfy(\.isWhitespace) }.map(String.init)
        guard terms.count <= Self.mostTerms, terms.allSatisfy({ $0.unicodeScalars.count <= 2000 }) else {
            throw Problem(
                400, "This list is too long", "A list has up to \(Self.mostTerms) lines, of up to 2,000 characters.")
        }
        guard !terms.isEmpty else { throw Problem(400, "This list is empty", "A list has a term on each line.") }
        var outcomes = [Result<SearchResults, Problem>?](repeating: nil, count: terms.count)
        try await withThrowingTaskGroup(of: (Int, Result<SearchResults, Problem>).self) { group in
            var next = 0
            func add() {
                guard next < terms.count else { return }
                let number = next
                next += 1
                group.addTask {
                    var request = SearchRequest(terms[number])
                    request.limit = limit
                    do { return (number, .success(try await self.search(request, visit))) } catch let problem as Problem
                    {
                        return (number, .failure(problem))
                    }
                }
            }
            for _ in 0..<Self.atOnce { add() }
            while let (number, outcome) = try await group.next() {
                // One term that makes no sense costs no other; an index that is away costs all of them.
                if case .failure(let problem) = outcome, problem.status >= 500, problem != .tooSlow { throw problem }
                outcomes[number] = outcome
                add()
            }
        }
        var answers: [SearchResults] = []
        var problems: [String] = []
        for (term, outcome) in zip(terms, outcomes) {
            switch outcome {
            case .success(let results):
                answers.append(results)
                if results.isPartial { problems.append("“\(term)”: the time was up before all was looked at.") }
            case .failure(let problem): problems.append("“\(term)”: \(problem.detail)")
            case nil: break
            }
        }
        return (answers, problems)
    }
}
