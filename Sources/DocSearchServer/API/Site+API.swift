import AnswerForms
import DocSearch

/// The programs' interface: the JSON of the command line.
extension Site {
    static var apiRoutes: [Route] {
        [
            Route("GET", "/api/v1/search") { site, visit, _ in
                let (results, more) = try await site.askedWithBoxes(visit, corrects: true)
                var answer = Answer(json: ResultsJSON.object(results, hint: \.message, more: more))
                answer.isRepeatable = results.elapsed == .zero
                return answer
            },
            Route("GET", "/api/v1/search.jsonl") { site, visit, _ in
                let (results, more) = try await site.askedWithBoxes(visit)
                return Answer(
                    text: results.hits.map { ResultsJSON.object($0, more: more).json + "\n" }.joined(),
                    type: "application/jsonl; charset=utf-8"
                ).telling(results)
            },
            Route("GET", "/api/v1/search.csv") { site, visit, _ in
                let results = try await site.asked(visit)
                let text = CSV.row(ResultsCSV.head + ["link"]) + site.csvRows(visit)(results)
                return Answer(text: text, type: "text/csv; charset=utf-8; header=present")
                    .downloaded(as: "docsearch.csv").telling(results)
            },
            Route("GET", "/api/v1/suggest") { site, visit, _ in try await site.suggestions(visit) },
            Route("GET", "/api/v1/tags") { site, visit, _ in try await site.tags(visit) },
            Route("GET", "/api/v1/documents/{id}") { site, visit, values in
                let document = try await site.document(visit, values)
                return try await site.object(document, visit)
            },
            Route("GET", "/api/v1/documents/{id}/pages/{page}") { site, visit, values in
                let (document, number) = try await site.page(visit, values)
                return Answer(json: try await site.pageObject(of: document, page: number, for: visit))
            },
        ]
    }

    /// Rows and lines have no place to say that they answer another query.
    func asked(_ visit: Visit, corrects: Bool = false) async throws -> SearchResults {
        let query = visit.query
        var request = SearchRequest(try query.question())
        request.filter = try query.text("filter")
        request.limit = try query.number("limit", 1...200, usually: 10)
        request.offset = try query.number("offset", 0...100_000, usually: 0)
        request.pagesPerDocument = try query.number("pages", 0...100, usually: 3)
        guard request.limit * request.pagesPerDocument <= Self.mostPagesShown
        else {
            throw ProblemDetails.badParameter(
                "pages", "at most \(Self.mostPagesShown) for all documents of an answer together")
        }
        request.snippetWords = try query.number("context", 1...64, usually: 32)
        request.sort = try query.choice("sort", usually: .relevance)
        request.match = try query.choice("match", usually: .auto)
        request.meaning = try query.choice("meaning", usually: .auto)
        request.countsFacets = try query.flag("facets")
        request.showsCopies = try query.flag("all")
        request.showsHidden = try query.flag("hidden")
        request.isLiteral = try query.flag("literal")
        request.corrects = corrects
        return try await search(request, visit)
    }

    /// The text of each page is read.
    private static let mostPagesShown = 4000

    private func askedWithBoxes(
        _ visit: Visit, corrects: Bool = false
    ) async throws -> (SearchResults, @Sendable (SearchHit, PageHit) -> JSONObject) {
        let wantsBoxes = try visit.query.flag("boxes")
        let results = try await asked(visit, corrects: corrects)
        let matches = wantsBoxes ? try await matches(of: results, for: visit) : [:]
        return (results, { matches[PageKey(document: $0.document.id, page: $1.page)].map { ["matches": $0] } ?? [:] })
    }

    private static func question(_ words: String, _ visit: Visit) throws -> SearchQuestion {
        var question = SearchQuestion(words: words)
        question.isLiteral = try visit.query.flag("literal")
        return question
    }

    private static let mostWithBoxes = 60

    private func matches(
        of results: SearchResults, for visit: Visit
    ) async throws -> [PageKey: JSONObject] {
        let (visitor, question) = (visit.visitor, try Self.question(results.showing ?? results.query, visit))
        let pages = results.hits.flatMap { hit in hit.pages.map { (hit.document, $0.page) } }.prefix(Self.mostWithBoxes)
        var found: [PageKey: JSONObject] = [:]
        for (document, number) in pages {
            let boxed = try await pageWithBoxes(document, number)
            let page = try boxed.settled()
            let marks = try await desk.ask { index in
                try visitor.request(for: question, in: index).map { try index.marks(for: $0, in: [page])[0] } ?? []
            }
            let matches = page.matches(at: marks)
            found[PageKey(document: document.id, page: number)] = MatchesJSON.object(matches, problem: boxed.problem)
        }
        return found
    }

    func csvRows(_ visit: Visit) -> @Sendable (SearchResults) -> String {
        let base = settings.base(host: visit.host)
        let plain = Links()
        return { results in
            let question = SearchQuestion(words: results.query)
            return ResultsCSV.rows(results) { hit, page in
                base
                    + (page.map { plain.page(hit.document.id, $0.page, asked: question) }
                        ?? plain.document(hit.document.id))
            }
        }
    }

    private func suggestions(_ visit: Visit) async throws -> Answer {
        let beginning = visit.query["prefix"] ?? ""
        guard beginning.unicodeScalars.count <= 500
        else { throw ProblemDetails.badParameter("prefix", "up to 500 characters") }
        let limit = try visit.query.number("limit", 1...50, usually: 10)
        let words = try await desk.ask { index in
            guard let access = visit.visitor.sight else { return try index.suggestions(for: beginning, limit: limit) }
            return try index.suggestions(for: beginning, limit: limit, access: access)
        }
        return Answer(json: SuggestionsJSON.object(beginning, words))
    }

    private func tags(_ visit: Visit) async throws -> Answer {
        let tags: [(String, Int)] = try await desk.ask { index in
            guard let access = visit.visitor.sight
            else { return try index.tags().map { ($0.tag, $0.documents) } }
            return try index.facets(access: access, limit: .max).facets.tags.sorted { $0.name < $1.name }
                .map { ($0.name, $0.documents) }
        }
        return Answer(json: ["tags": tags.map { ["name": $0.0, "documents": $0.1] as JSONObject }] as JSONObject)
    }

    static let noFile = "See the log of the server."

    private func pageObject(
        of document: ArchiveDocument, page number: Int, for visit: Visit
    ) async throws -> JSONObject {
        let question = try Self.question(try visit.query.text("q") ?? "", visit)
        let boxed = try await pageWithBoxes(document, number)
        let page = try boxed.settled()
        return try await desk.ask { index in
            let visitor = visit.visitor
            let object: JSONObject =
                ["document": document.id]
                + PageJSON.object(
                    visitor.seen(page), highlights: visitor.seen(try index.highlights(of: document, page: number)),
                    corrections: visitor.seen(try index.corrections(of: document, page: number)), repair: Self.noFile)
            guard let request = try visit.visitor.request(for: question, in: index) else { return object }
            let matches = page.matches(at: try index.marks(for: request, in: [page])[0])
            return object + ["matches": MatchesJSON.object(matches, problem: boxed.problem)]
        }
    }
}

extension Answer {
    /// CSV rows cannot say that the time was up, so a header does.
    fileprivate func telling(_ results: SearchResults) -> Answer {
        results.isPartial ? with("docsearch-partial", "true") : self
    }
}
