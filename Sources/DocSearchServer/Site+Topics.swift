import AnswerForms
import DocSearch

/// What the archive, or what a question finds, is about.
extension Site {
    static var topicRoutes: [Route] {
        [
            Route("GET", "/topics") { site, visit, _ in
                let question = try SearchQuestion(visit.query)
                let topics = try await site.topics(
                    of: question.words, filter: question.filters.joined(separator: " "), question, count: nil, visit)
                return Answer(html: TopicsPage(frame: site.frame(visit), question: question, topics: topics).html)
            },
            Route("GET", "/api/v1/topics") { site, visit, _ in
                let query = visit.query
                let (words, filter) = (try query.text("q") ?? "", try query.text("filter") ?? "")
                var question = SearchQuestion(words: words)
                question.meaning = try query.choice("meaning", usually: .auto)
                let count = try query["count"].map { _ in try query.number("count", 1...50, usually: 1) }
                let hidden = try query.flag("hidden")
                let topics = try await site.topics(
                    of: words, filter: filter, question, count: count, showsHidden: hidden, visit)
                return Answer(json: TopicsJSON.object(topics, query: words) { $0.message })
            },
        ]
    }

    /// Of those that the visitor may see.
    private func topics(
        of words: String, filter: String, _ question: SearchQuestion, count: Int?, showsHidden: Bool = false,
        _ visit: Visit
    ) async throws -> ArchiveTopics {
        guard settings.usesMeaning else {
            throw Problem.withoutVectors("This server was started with --meaning never.")
        }
        var request = SearchRequest(words)
        request.filter = filter.isEmpty ? nil : filter
        request.meaning = question.meaning
        request.isLiteral = question.isLiteral
        request.showsHidden = showsHidden
        return try await ask(request, by: visit) { index, asked in
            do {
                var topics = try index.topics(asked, count: count)
                topics.hints = try Self.redacted(topics.hints, index)
                return topics
            } catch let error as DocSearchError where error.code == .environment {
                throw Problem.withoutVectors("The index has no vectors; \"docsearch index\" makes them with a model.")
            }
        }
    }
}
