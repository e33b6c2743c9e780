import AnswerForms
import DocSearch

/// Documents that say much the same as another, and passages that answer a question.
extension Site {
    static var relatedRoutes: [Route] {
        [
            Route("GET", "/api/v1/documents/{id}/related") { site, visit, values in
                let document = try await site.document(String(try values.number("id")), visit)
                let page = try visit.query["page"].map { _ in
                    try visit.query.number("page", 1...10_000_000, usually: 1)
                }
                let query = visit.query
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
        ]
    }

    /// Five documents for a document's page; none where there are no vectors, or no time for it.
    func alsoRelated(to document: ArchiveDocument, _ visit: Visit) async throws -> [RelatedDocument] {
        guard settings.usesMeaning, visit.visitor.share == nil else { return [] }
        var request = SearchRequest("")
        request.limit = 5
        do {
            return try await related(to: document, page: nil, request, visit)
        } catch let problem as Problem where problem.status == 404 || problem.status == 503 {
            return []
        } catch let error as DocSearchError where [.limit, .damagedIndex].contains(error.code) {
            return []
        }
    }

    /// Those that the visitor may see.
    private func related(
        to document: ArchiveDocument, page: Int?, _ request: SearchRequest, _ visit: Visit
    ) async throws -> [RelatedDocument] {
        guard settings.usesMeaning else {
            throw Problem.withoutVectors("This server was started with --meaning never.")
        }
        return try await ask(request, by: visit) { index, asked in
            do {
                return try index.related(to: document, page: page, asked)
            } catch let error as DocSearchError where error.code == .environment {
                throw Problem.withoutVectors("The index has no vectors; \"docsearch index\" makes them with a model.")
            } catch let error as DocSearchError where error.code == .notFound {
                throw Problem.withoutVectors(
                    "This document or page has none: the model cannot read its text, or it was read after the vectors were made."
                )
            }
        }
    }
}

extension Problem {
    static func withoutVectors(_ detail: String) -> Problem {
        Problem(404, "There are no vectors to compare", detail)
    }
}
