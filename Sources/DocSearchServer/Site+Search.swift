import AnswerForms
import DocSearch

/// Searching, for people and for programs.
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
        let access = visit.visitor.access
        let usesMeaning = settings.usesMeaning
        let offers = try await desk.ask { index in
            let hasTopics = usesMeaning && index.hasVectors
            guard let access else {
                let offers = try index.offers(recent: 0, tags: 24, authors: 12)
                return HomePage.Offers(
                    documents: offers.documents, tags: offers.tags, authors: offers.authors,
                    questions: try index.savedQuestions(), hasTopics: hasTopics)
            }
            let (documents, facets) = try index.facets(access: access, limit: 24)
            return HomePage.Offers(
                documents: documents, tags: facets.tags, authors: Array(facets.authors.prefix(12)), questions: [],
                hasTopics: hasTopics)
        }
        return Answer(html: HomePage(frame: frame, offers: offers).html)
    }

    func results(_ question: SearchQuestion, _ visit: Visit) async throws -> SearchResults {
        var request = SearchRequest(question.words)
        request.filter = question.filters.isEmpty ? nil : question.filters.joined(separator: " ")
        request.sort = question.sort
        request.limit = SearchQuestion.limit
        request.offset = question.from
        request.showsCopies = question.showsCopies
        request.isLiteral = question.isLiteral
        request.meaning = question.meaning
        request.countsFacets = true
        return try await search(request, visit)
    }

    /// Asks within what the visitor may see, as the configuration file has it.
    func search(_ request: SearchRequest, _ visit: Visit) async throws -> SearchResults {
        let isRestricted = visit.visitor.access != nil
        let isMeaningRefused = request.meaning == .on && !settings.usesMeaning
        return try await ask(request, by: visit) { index, asked in
            var results = try index.search(asked)
            results.query = request.query
            if isMeaningRefused { results.hints.append(Self.wordsAlone) }
            // It would tell of words in documents beyond the filter.
            if isRestricted { results.elapsed = .zero }
            results.hints = try Self.redacted(results.hints, index)
            return results
        }
    }

    /// Has an index carry out a request for what the visitor may see, as the configuration file has it, in the time that there
    /// is. Every search of the server goes this way.
    func ask<Value: Sendable>(
        _ request: SearchRequest, by visit: Visit,
        _ body: @escaping @Sendable (ArchiveIndex, SearchRequest) throws -> Value
    ) async throws -> Value {
        var request = request
        request.access = visit.visitor.access
        request.locatesFiles = false
        request.comparesFolders = false
        if !settings.usesMeaning { request.meaning = .off }
        let asked = request
        let time = settings.questionTime
        let end = min(Deadline.current ?? .now + time, .now + time)
        let configuration = settings.configuration
        let isRestricted = visit.visitor.access != nil
        return try await desk.ask { index in
            var request = asked
            // What is found by then is shown; the rest of the time is for showing it. Waiting in the line has taken its part.
            request.timeLimit = max(.zero, end - .now) * 4 / 5
            do { try configuration.apply(to: &request, synonyms: nil) } catch let error as DocSearchError {
                // It is not what was asked that is wrong.
                throw Problem(
                    500, "The search is misconfigured", "The log of the server says why.",
                    cause: error.message)
            }
            if let name = SavedQuestion.name(in: request.query) {
                // What others ask is not for those who may not see all that is found.
                guard !isRestricted, let saved = try index.savedQuestions().first(where: { $0.name == name }) else {
                    throw DocSearchError(.notFound, "There is no saved question \"\(name)\".", item: name)
                }
                request.query = saved.query
            }
            return try body(index, request)
        }
    }

    /// Without the folders of the machine.
    static func redacted(_ hints: [SearchHint], _ index: ArchiveIndex) throws -> [SearchHint] {
        guard !hints.isEmpty else { return [] }
        let roots = Redaction(try index.rememberedPaths() + [index.path])
        return hints.map { hint in
            var hint = hint
            hint.message = roots.applied(to: hint.message)
            return hint
        }
    }

    private static let wordsAlone = SearchHint(
        onAll: "Searched by words only, not by meaning: this server was started with --meaning never.")

    /// The document of a number that the visitor may see. Throws ``Problem`` for others as for those that are not there.
    func document(_ number: String, _ visit: Visit) async throws -> ArchiveDocument {
        let visitor = visit.visitor
        guard let number = Int64(number) else { throw Problem.noDocument }
        return try await desk.ask { index in
            try Self.permitted(by: visitor, index) { try index.document(number: number) }
        }
    }

    /// The same of a number, a path or an identifier in a link.
    func document(linked reference: String, _ visit: Visit) async throws -> ArchiveDocument {
        let visitor = visit.visitor
        guard reference.utf8.count <= Self.longestReference else { throw Problem.noDocument }
        return try await desk.ask { index in
            try Self.permitted(by: visitor, index) { try index.document(linked: DocumentReference(reference)) }
        }
    }

    /// Bytes; no path is longer.
    private static let longestReference = 4096

    /// Every document of the server is fetched here.
    static func permitted(
        by visitor: Visitor, _ index: ArchiveIndex, _ fetch: () throws -> ArchiveDocument
    ) throws -> ArchiveDocument {
        do {
            let document = try fetch()
            if let share = visitor.share {
                guard document.id == share.document, document.contentHash.hasPrefix(share.content) else {
                    throw Problem.noDocument
                }
            }
            if let access = visitor.access, try !index.permitted([document], by: access).contains(document.id) {
                throw Problem.noDocument
            }
            return document
        } catch let error as DocSearchError where error.code == .notFound || error.code == .ambiguous {
            throw Problem.noDocument
        }
    }
}
