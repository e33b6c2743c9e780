import AnswerForms
import DocSearch

extension Site {
    static var meaningRoutes: [Route] {
        [
            Route("GET", "/api/v1/documents/{id}/related") { site, visit, values in
                let document = try await site.document(visit, values)
                let query = visit.query
                let page = try query.number("page", QueryItems.pages)
                var request = SearchRequest("")
                request.filter = try query.text("filter")
                request.limit = try query.number("limit", 1...200, usually: 10)
                request.showsCopies = try query.flag("all")
                request.showsHidden = try query.flag("hidden")
                let related = try await site.related(to: document, page: page, request, visit)
                return Answer(json: RelatedJSON.object(document, page: page, related: related))
            },
            Route("GET", "/api/v1/context") { site, visit, _ in
                let query = visit.query
                let question = try query.question()
                var request = SearchRequest(question)
                request.filter = try query.text("filter")
                request.meaning = try query.choice("meaning", usually: .auto)
                request.showsHidden = try query.flag("hidden")
                let room = ContextJSON.room(
                    tokens: try query.number("tokens", 200...100_000, usually: 4000), for: question)
                return Answer(
                    json: try await site.ask(request, by: visit) { index, asked in
                        let answer = try index.context(for: asked, room: room, cost: ContextJSON.cost)
                        return ContextJSON.object(question, answer.passages)
                    })
            },
            Route("GET", "/topics") { site, visit, _ in
                let question = try SearchQuestion(visit.query)
                let topics = try await site.topics(question.request, visit)
                return Answer(html: TopicsPage(frame: site.frame(visit), question: question, topics: topics).html)
            },
            Route("GET", "/api/v1/topics") { site, visit, _ in
                let query = visit.query
                var request = SearchRequest(try query.text("q") ?? "")
                request.filter = try query.text("filter")
                request.meaning = try query.choice("meaning", usually: .auto)
                let count = try query.number("count", 1...50)
                request.showsHidden = try query.flag("hidden")
                let topics = try await site.topics(request, count: count, visit)
                return Answer(json: TopicsJSON.object(topics, query: request.query) { $0.message })
            },
        ]
    }

    func alsoRelated(to document: ArchiveDocument, _ visit: Visit) async throws -> [RelatedDocument] {
        guard settings.usesMeaning else { return [] }
        var request = SearchRequest("")
        request.limit = 5
        do {
            return try await related(to: document, page: nil, request, visit)
        } catch let problem as ProblemDetails where problem.status == 404 || problem.status == 503 {
            return []
        } catch let error as DocSearchError where [.limit, .damagedIndex].contains(error.code) {
            return []
        }
    }

    private func related(
        to document: ArchiveDocument, page: Int?, _ request: SearchRequest, _ visit: Visit
    ) async throws -> [RelatedDocument] {
        try await compare(request, by: visit) { index, asked in
            do {
                return try index.related(to: document, page: page, asked)
            } catch let error as DocSearchError where error.code == .notFound {
                throw ProblemDetails.withoutVectors(
                    "This document or page has none: the model cannot read its text, or it was read after the vectors were made."
                )
            }
        }
    }

    private func topics(
        _ request: SearchRequest, count: Int? = nil, _ visit: Visit
    ) async throws -> ArchiveTopics {
        try await compare(request, by: visit) { index, asked in
            var topics = try index.topics(asked, count: count)
            topics.hints = try Self.redacted(topics.hints, index)
            return topics
        }
    }

    func compare<Value: Sendable>(
        _ request: SearchRequest, by visit: Visit,
        _ body: @escaping @Sendable (ArchiveIndex, SearchRequest) throws -> Value
    ) async throws -> Value {
        guard settings.usesMeaning
        else { throw ProblemDetails.withoutVectors("This server was started with --meaning never.") }
        return try await ask(request, by: visit) { index, asked in
            do { return try body(index, asked) } catch let error as DocSearchError where error.code == .environment {
                throw ProblemDetails.withoutVectors(
                    "The index has no vectors; \"docsearch index\" makes them with a model.")
            }
        }
    }
}

extension ProblemDetails {
    fileprivate static func withoutVectors(_ detail: String) -> ProblemDetails {
        ProblemDetails(404, "There are no vectors to compare", detail)
    }
}
