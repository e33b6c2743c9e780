import AnswerForms
import DocSearch

extension Site {
    static var searchRoutes: [Route] {
        [
            Route("GET", "/") { site, visit, _ in
                let question = try SearchQuestion(visit.query)
                let frame = site.frame(visit)
                guard !question.isEmpty else { return try await site.home(visit, frame) }
                let results = try await site.results(question, visit)
                return Answer(html: SearchPage(frame: frame, question: question, results: results).html)
            },
            Route("GET", "/id/{identifier}") { site, visit, values in
                let document = try await site.document(linked: values["identifier"], visit)
                return .redirect(to: site.links.document(document.id))
            },
        ]
    }

    private func home(_ visit: Visit, _ frame: SiteFrame) async throws -> Answer {
        let usesMeaning = settings.usesMeaning
        let page = try await desk.ask { index in
            let hasTopics = usesMeaning && index.hasVectors
            let (documents, facets) = try index.facets(access: visit.visitor.sight, limit: 24)
            return HomePage(
                frame: frame, documents: documents, tags: facets.tags, authors: Array(facets.authors.prefix(12)),
                questions: visit.visitor.seesQuestions ? try index.savedQuestions() : [], hasTopics: hasTopics)
        }
        return Answer(html: page.html)
    }

    func results(_ question: SearchQuestion, _ visit: Visit) async throws -> SearchResults {
        var request = question.request
        request.sort = question.sort
        request.limit = SearchQuestion.limit
        request.offset = question.from
        request.showsCopies = question.showsCopies
        request.countsFacets = true
        request.corrects = true
        return try await search(request, visit)
    }

    func search(_ request: SearchRequest, _ visit: Visit) async throws -> SearchResults {
        let isMeaningRefused = request.meaning == .on && !settings.usesMeaning
        return try await ask(request, by: visit) { index, asked in
            var results = try index.search(asked)
            results.query = request.query
            if isMeaningRefused {
                results.hints.append(
                    SearchHint(
                        onAll: "Searched by words only, not by meaning: this server was started with --meaning never."))
            }
            // The time would reveal words in documents outside the filter.
            if visit.visitor.sight != nil { results.elapsed = .zero }
            results.hints = try Self.redacted(results.hints, index)
            return results
        }
    }

    func ask<Value: Sendable>(
        _ request: SearchRequest, by visit: Visit,
        _ body: @escaping @Sendable (ArchiveIndex, SearchRequest) throws -> Value
    ) async throws -> Value {
        let settings = settings
        let end = Deadline.end(within: settings.questionTime)
        return try await desk.ask { index in
            var request = request
            request.access = visit.visitor.sight
            request.showsNotes = visit.visitor.sees.contains(.notes)
            request.locatesFiles = false
            request.comparesFolders = false
            if !settings.usesMeaning { request.meaning = .off }
            // Results found by then are shown; the rest of the time is for rendering.
            request.timeLimit = max(.zero, end - .now) * 4 / 5
            do {
                try settings.configuration.apply(to: &request, synonyms: nil)
            } catch let error as DocSearchError {
                // The configuration is at fault, not the question.
                throw ProblemDetails(
                    500, "The search is misconfigured", "The log of the server says why.", cause: error.message)
            }
            request.query = try Self.question(request.query, for: visit.visitor, in: index)
            request.filter = try request.filter.map { try Self.question($0, for: visit.visitor, in: index) }
            return try body(index, request)
        }
    }

    private static func question(_ query: String, for visitor: Visitor, in index: ArchiveIndex) throws -> String {
        guard let name = SavedQuestion.name(in: query) else { return query }
        guard visitor.seesQuestions, let saved = try index.savedQuestions().first(where: { $0.name == name })
        else { throw DocSearchError(.notFound, "There is no saved question \"\(name)\".", item: name) }
        return saved.query
    }

    static func redacted(_ hints: [SearchHint], _ index: ArchiveIndex) throws -> [SearchHint] {
        guard !hints.isEmpty else { return [] }
        let roots = try Redaction(rootsOf: index)
        var hints = hints
        for position in hints.indices { hints[position].message = roots.applied(to: hints[position].message) }
        return hints
    }

    /// A forbidden document is not told from a missing one.
    func document(_ visit: Visit, _ values: Route.Values) async throws -> ArchiveDocument {
        try await document(values.number("id"), visit)
    }

    func document(_ number: Int, _ visit: Visit) async throws -> ArchiveDocument {
        try await desk.ask { index in
            try Self.document(Int64(number), for: visit.visitor, in: index)
        }
    }

    func document(linked reference: String, _ visit: Visit) async throws -> ArchiveDocument {
        // Paths are shorter.
        guard reference.utf8.count <= 4096 else { throw ProblemDetails.noDocument }
        return try await desk.ask { index in
            try Self.seen(by: visit.visitor) {
                try index.document(linked: DocumentReference(reference), access: visit.visitor.sight)
            }
        }
    }

    static func document(_ number: Int64, for visitor: Visitor, in index: ArchiveIndex) throws -> ArchiveDocument {
        try seen(by: visitor) { try index.document(number: number, access: visitor.sight) }
    }

    /// Documents are fetched nowhere else.
    private static func seen(by visitor: Visitor, _ fetch: () throws -> ArchiveDocument) throws -> ArchiveDocument {
        do {
            var document = try fetch()
            // The file's time may be that of another document in its bundle.
            if visitor.sight != nil { document.modified = nil }
            // A number may have come to belong to other bytes.
            if let share = visitor.share, !document.contentHash.hasPrefix(share.content) {
                throw ProblemDetails.noDocument
            }
            return document
        } catch let error as DocSearchError where error.code == .notFound || error.code == .ambiguous {
            throw ProblemDetails.noDocument
        }
    }
}
