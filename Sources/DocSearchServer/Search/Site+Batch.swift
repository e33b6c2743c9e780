import AnswerForms
import DocSearch

extension Site {
    static var batchRoutes: [Route] {
        [
            Route("GET", "/batch", time: .list) { site, visit, _ in
                guard let id = visit.query["list"] else {
                    return Answer(html: BatchPage(frame: site.frame(visit), terms: "").html)
                }
                guard let text = site.lists.text(id, of: visit.turn) else {
                    throw ProblemDetails(
                        404, "This list is not kept any more",
                        "Lists are kept for a while. Send it again on the page Lists.")
                }
                var page = BatchPage(frame: site.frame(visit), terms: text)
                page.match = try visit.query.choice("match", usually: .all)
                let (answers, problems) = try await site.answers(to: TermList(text), match: page.match, visit)
                page.answers = answers
                page.problems = problems
                return Answer(html: page.html)
            },
            Route("POST", "/batch", time: .list) { site, visit, _ in
                let form = visit.form
                let text = form["terms"] ?? ""
                let list = try TermList(text)
                let match: SearchRequest.Match = try form.choice("match", usually: .all)
                if form["as"] == "csv" {
                    let rows = try await site.rows(of: list, limit: Self.limit, match: match, visit)
                    return rows.downloaded(as: "docsearch-list.csv")
                }
                // Going back to a form's answer would send the form again.
                let kept = [("list", site.lists.keep(text, of: visit.turn))]
                let items = QueryItems(kept + (match == .all ? [] : [("match", match.rawValue)]))
                return .redirect(303, to: site.links.to("/batch", items))
            },
            Route("POST", "/api/v1/batch", time: .list) { site, visit, _ in
                let limit = try visit.query.number("limit", 1...50, usually: Self.limit)
                let match: SearchRequest.Match = try visit.query.choice("match", usually: .all)
                let isForm = visit.headers["content-type"]?.hasPrefix("application/x-www-form-urlencoded") ?? false
                // Many programs label every body as a form by default.
                let terms = isForm ? visit.form["terms"] : nil
                let text = terms ?? String(decoding: visit.body, as: UTF8.self)
                return try await site.rows(of: TermList(text), limit: limit, match: match, visit)
            },
        ]
    }

    private static let limit = 5

    private func search(
        _ term: String, limit: Int, match: SearchRequest.Match, _ visit: Visit
    ) async throws -> SearchResults {
        try QueryCost.check([term])
        var request = SearchRequest(term)
        request.limit = limit
        request.match = match
        // A list asks where its terms occur and where they do not.
        request.meaning = .off
        return try await Deadline.within(settings.questionTime) { try await search(request, visit) }
    }

    private func answers(
        to list: TermList, match: SearchRequest.Match, _ visit: Visit
    ) async throws -> (answers: [SearchResults], problems: [String]) {
        var answers: [SearchResults] = []
        var problems: [String] = []
        var position = 0
        while position < list.terms.count {
            let outcomes = try await list.outcomes(from: position) {
                try await self.search($0, limit: Self.limit, match: match, visit)
            }
            for (term, outcome) in zip(list.terms[position...], outcomes) {
                switch outcome {
                case .success(let results):
                    answers.append(results)
                    if results.isPartial { problems.append("“\(term)”: \(Self.incomplete)") }
                case .failure(let problem): problems.append("“\(term)”: \(problem.detail)")
                }
            }
            position += outcomes.count
        }
        return (answers, problems)
    }

    private static let incomplete = "The search ran out of time before everything was searched."

    private static func row(for term: String, saying sentence: String) -> String {
        ResultsCSV.row(withoutDocument: term, saying: sentence, hasLink: true)
    }

    /// Streamed: together the rows would be hundreds of megabytes. A failed term has a row with the reason.
    private func rows(
        of list: TermList, limit: Int, match: SearchRequest.Match, _ visit: Visit
    ) async throws -> Answer {
        let find: @Sendable (Int) async throws -> [Result<SearchResults, ProblemDetails>] = { position in
            try await list.outcomes(from: position) {
                try await self.search($0, limit: limit, match: match, visit)
            }
        }
        // An unavailable index is reported before anything is sent.
        let first = try await find(0)
        let (row, end) = (csvRows(visit), Deadline.current)
        var answer = Answer(text: "", type: "text/csv; charset=utf-8; header=present")
        answer.body = .pieces(length: nil) { write in
            try await write(Array(CSV.row(ResultsCSV.head + ["link"]).utf8))
            var (position, outcomes) = (0, first)
            while true {
                for (term, outcome) in zip(list.terms[position...], outcomes) {
                    let rows =
                        switch outcome {
                        case .success(let results) where results.isPartial:
                            row(results) + Self.row(for: term, saying: Self.incomplete)
                        case .success(let results):
                            results.hits.isEmpty ? ResultsCSV.rowOfNothing(results, hasLink: true) : row(results)
                        case .failure(let problem): Self.row(for: term, saying: problem.detail)
                        }
                    if !rows.isEmpty { try await write(Array(rows.utf8)) }
                }
                position += outcomes.count
                guard position < list.terms.count else { return }
                outcomes = try await Deadline.$current.withValue(end) { try await find(position) }
            }
        }
        return answer
    }
}
