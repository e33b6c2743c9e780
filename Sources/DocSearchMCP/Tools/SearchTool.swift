import AnswerForms
import DocSearch

enum SearchTool {
    static let tool = AssistantTool(
        name: "search", title: "Search the archive",
        description: """
            Finds documents of the archive and their pages, best first. Plain words work; so does the query language: \
            "a phrase", -without, this OR that, beginning*, title:, author:, tag:, lang:, date ranges such as \
            1931..1935, before:1940. Documents with all words come first. Each hit has pages with a snippet, a citation \
            and a link. Read more of a hit with fetch. \(AssistantTool.notice)
            """,
        parameters: [
            ToolParameter(
                name: "query", kind: .text(most: mostCharacters), description: "Words, or a query.", isRequired: true),
            ToolParameter(
                name: "filter", kind: .text(most: mostCharacters),
                description: "A query that every document must meet as well, as in lang:de 1931..1935."),
            ToolParameter(name: "limit", kind: .number(1...50), description: "Documents to return; 10 if not said."),
            ToolParameter(name: "offset", kind: .number(0...100_000), description: "Documents to pass over."),
            ToolParameter(
                name: "pages", kind: .number(0...20), description: "Pages of each document; 3 if not said."),
            ToolParameter(
                name: "sort", kind: .choice(SearchRequest.Sort.allCases.map(\.rawValue)),
                description: "The order; relevance if not said. Dates are newest first."),
            ToolParameter(
                name: "match", kind: .choice(SearchRequest.Match.allCases.map(\.rawValue)),
                description: "Documents with all words, any word, or auto: all, then any."),
            ToolParameter(
                name: "literal", kind: .flag, description: "Take phrases such as \"last month\" for words alone."),
        ],
        output: AnswerSchema.object([
            AnswerSchema.notice, ("query", AnswerSchema.text),
            (
                "showing",
                AnswerSchema.described(AnswerSchema.textOrNull, "The query that was answered instead; else null.")
            ), ("total", AnswerSchema.described(AnswerSchema.integer, "Documents found.")),
            ("total_all", AnswerSchema.described(AnswerSchema.integer, "Documents with all words.")),
            ("partial", AnswerSchema.described(AnswerSchema.flag, "Whether the time was up.")),
            ("understood", AnswerSchema.text), ("hints", AnswerSchema.list(of: AnswerSchema.text)),
            (
                "hits",
                AnswerSchema.list(
                    of: AnswerSchema.object(
                        [
                            ("id", AnswerSchema.described(AnswerSchema.integer, "For fetch and page_image.")),
                            ("title", AnswerSchema.text), ("path", AnswerSchema.text),
                            ("date", AnswerSchema.textOrNull),
                            ("author", AnswerSchema.list(of: AnswerSchema.text)),
                            ("page_count", AnswerSchema.integer), ("pages", AnswerSchema.list(of: page)),
                        ] + AnswerSchema.reference))
            ),
        ])
    ) { arguments, archive in
        var request = SearchRequest(arguments.text("query") ?? "")
        request.filter = arguments.text("filter")
        request.limit = arguments.number("limit") ?? 10
        request.offset = arguments.number("offset") ?? 0
        request.pagesPerDocument = arguments.number("pages") ?? 3
        request.sort = arguments.choice("sort", usually: .relevance)
        request.match = arguments.choice("match", usually: .auto)
        request.isLiteral = arguments.flag("literal")
        request.corrects = true
        return AssistantTool.Result(structured: answer(try await archive.search(request), of: archive))
    }

    static let mostCharacters = 2000
    private static let mostBytes = 200_000
    private static let mostCopies = 10
    private static let cutHint = "The answer was too long. More hits follow with a larger offset."

    private static let page = AnswerSchema.object(
        [
            ("page", AnswerSchema.described(AnswerSchema.integer, "From 1.")),
            ("label", AnswerSchema.described(AnswerSchema.textOrNull, "The number printed on it.")),
            ("snippet", AnswerSchema.text), AnswerSchema.origin, AnswerSchema.confidence,
        ] + AnswerSchema.reference)

    private static func answer(_ results: SearchResults, of archive: any AssistantArchive) -> JSONObject {
        var results = results
        for position in results.hits.indices {
            results.hits[position].document = results.hits[position].document.briefly
            results.hits[position].copies = Array(results.hits[position].copies.prefix(mostCopies))
        }
        var isCut = false
        while true {
            let object: JSONObject =
                ["notice": AssistantTool.notice]
                + ResultsJSON.object(
                    results, hint: \.message,
                    ofHit: { archive.reference(to: $0.document, page: $0.pages.first?.page ?? 1) },
                    more: { archive.reference(to: $0.document, page: $1.page) })
            guard results.hits.count > 1, object.json.utf8.count > mostBytes else { return object }
            results.hits.removeLast(results.hits.count / 2)
            if !isCut { results.hints.append(SearchHint(onAll: cutHint)) }
            isCut = true
        }
    }
}
