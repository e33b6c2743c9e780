import AnswerForms
import DocSearch

/// Tools for an index with vectors.
enum MeaningTools {
    static let similar = AssistantTool(
        name: "similar", title: "Find similar documents",
        description:
            "Lists the documents closest in meaning to a document or to one of its pages. \(AssistantTool.notice)",
        parameters: [
            .document,
            ToolParameter(
                name: "page", kind: .number(FetchTool.pageNumbers), description: "Compare this page alone."),
            filter,
            ToolParameter(name: "limit", kind: .number(1...50), description: "Documents to return; 10 if not said."),
        ],
        output: AnswerSchema.object([
            AnswerSchema.notice, ("id", AnswerSchema.integer),
            (
                "related",
                AnswerSchema.list(
                    of: AnswerSchema.object([
                        ("id", AnswerSchema.integer), ("title", AnswerSchema.text),
                        ("similarity", ["type": "number"] as JSONObject),
                        ("near_pages", AnswerSchema.list(of: AnswerSchema.integer)),
                    ]))
            ),
        ])
    ) { arguments, archive in
        let document = try await archive.document(arguments.document("id"))
        let page = arguments.number("page")
        var request = SearchRequest("")
        request.filter = arguments.text("filter")
        request.limit = arguments.number("limit") ?? 10
        var related = try await archive.ask(request) { try $0.related(to: document, page: page, $1) }
        for position in related.indices { related[position].document = related[position].document.briefly }
        let answer = RelatedJSON.object(document, page: page, related: related)
        return AssistantTool.Result(structured: ["notice": AssistantTool.notice] + answer)
    }

    static let context = AssistantTool(
        name: "context", title: "Collect passages for a question",
        description: """
            Gives the passages of pages that answer a question best, by words and by meaning, none of which repeats \
            another. \(AssistantTool.notice)
            """,
        parameters: [
            ToolParameter(
                name: "question", kind: .text(most: SearchTool.mostCharacters), description: "The question in words.",
                isRequired: true), filter,
            ToolParameter(
                name: "tokens", kind: .number(200...30_000),
                description: "At most so many tokens of three bytes; 4000 if not said."),
        ],
        output: AnswerSchema.object([
            AnswerSchema.notice, ("question", AnswerSchema.text),
            (
                "passages",
                AnswerSchema.list(
                    of: AnswerSchema.object([
                        AnswerSchema.reference[0], ("id", AnswerSchema.integer), ("title", AnswerSchema.text),
                        ("page", AnswerSchema.integer), AnswerSchema.origin, AnswerSchema.confidence,
                        ("text", AnswerSchema.text),
                    ]))
            ),
        ])
    ) { arguments, archive in
        let question = arguments.text("question") ?? ""
        var request = SearchRequest(question)
        request.filter = arguments.text("filter")
        let room = ContextJSON.room(tokens: arguments.number("tokens") ?? 4000, for: question)
        let answer = try await archive.ask(request) { index, asked in
            ContextJSON.object(question, try index.context(for: asked, room: room, cost: ContextJSON.cost).passages)
        }
        return AssistantTool.Result(structured: ["notice": AssistantTool.notice] + answer)
    }

    private static let filter = ToolParameter(
        name: "filter", kind: .text(most: SearchTool.mostCharacters),
        description: "A query that every document must meet, as in lang:de.")
}
