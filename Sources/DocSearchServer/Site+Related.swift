import AnswerForms
import DocSearch

/// Documents that say much the same as another, for programs.
extension Site {
    static var relatedRoutes: [Route] {
        [
            Route("GET", "/api/v1/documents/{id}/related") { site, visit, values in
                let document = try await site.document(String(try values.number("id")), visit)
                let page = try visit.query["page"].map { _ in
                    try visit.query.number("page", 1...10_000_000, usually: 1)
                }
                let related = try await site.related(to: document, page: page, visit)
                return Answer(json: RelatedJSON.object(document, page: page, related: related))
            }
        ]
    }

    /// Those that the visitor may see.
    private func related(to document: ArchiveDocument, page: Int?, _ visit: Visit) async throws -> [RelatedDocument] {
        guard settings.usesMeaning else {
            throw Problem.withoutVectors("This server was started with --meaning never.")
        }
        let query = visit.query
        var request = SearchRequest("")
        guard (query["filter"] ?? "").unicodeScalars.count <= 2000 else {
            throw Problem.badParameter("filter", "up to 2,000 characters")
        }
        request.filter = query["filter"].flatMap { $0.isEmpty ? nil : $0 }
        request.limit = try query.number("limit", 1...200, usually: 10)
        request.showsCopies = try query.flag("all")
        request.showsHidden = try query.flag("hidden")
        return try await ask(request, visit) { index, asked in
            do {
                return try index.related(to: document, page: page, asked)
            } catch let error as DocSearchError where error.code == .environment {
                throw Problem.withoutVectors("The index has no vectors; \"docsearch index\" makes them with a model.")
            } catch let error as DocSearchError where error.code == .notFound {
                throw Problem.withoutVectors(
                    "This document or page has none: it has no text that the model knows, or was read after the last run."
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
