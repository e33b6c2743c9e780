import AnswerForms

/// The description of the interface for programs (OpenAPI 3.1).
enum OpenAPI {
    /// `base` is the beginning of all addresses, without a slash at the end.
    static func description(_ base: String) -> JSONObject {
        [
            "openapi": "3.1.0",
            "info": [
                "title": "docsearch", "version": "1",
                "description":
                    "Searches an archive. The JSON is that of the command line, which docs/command-line.md describes.",
            ] as JSONObject,
            "servers": [["url": base] as JSONObject],
            "components": [
                "securitySchemes": ["token": ["type": "http", "scheme": "bearer"] as JSONObject] as JSONObject,
                "schemas": schemas,
            ] as JSONObject,
            "security": [JSONObject([]), ["token": [] as [String]] as JSONObject],
            "paths": JSONObject(paths.map { ($0.0, [$0.1: $0.2] as JSONObject) }),
        ]
    }

    private static let query = parameter(
        "q", ["type": "string", "maxLength": QueryItems.mostCharacters, "pattern": "[\\p{L}\\p{N}]"],
        and: ["required": true, "description": "The query, in the language of docs/query-language.md."])
    private static let question: [JSONObject] = [
        query, text("filter", "A query that every document must meet as well."),
        number("limit", 1...200, usually: 10), number("offset", 0...100_000, usually: 0),
        number("pages", 0...100, usually: 3),
        number("context", 1...64, usually: 32), choice("sort", ["relevance", "date", "title", "path"]),
        choice("match", ["auto", "all", "any"]), choice("meaning", ["auto", "on", "off"]), flag("facets"), flag("all"),
        flag("hidden"), flag("literal"),
    ]
    private static let questionWithBoxes = question + [flag("boxes")]

    private static let line: JSONObject = ["type": "string", "pattern": "[\\p{L}\\p{N}]"]
    private static let document = identifier("id")
    private static let page = identifier("page")

    private static var paths: [(String, String, JSONObject)] {
        [
            ("/api/v1/search", "get", operation("Search.", questionWithBoxes, gives: ref("Results"))),
            (
                "/api/v1/search.jsonl", "get",
                operation("Search; one JSON object per line.", questionWithBoxes, as: "application/jsonl")
            ),
            ("/api/v1/search.csv", "get", operation("Search; one row per page.", question, as: "text/csv")),
            (
                "/api/v1/suggest", "get",
                operation(
                    "Words with this beginning.",
                    [text("prefix", "The beginning.", most: 500), number("limit", 1...50, usually: 10)],
                    gives: ref("Suggestions"))
            ),
            ("/api/v1/tags", "get", operation("All tags.", [], gives: ref("Tags"))),
            (
                "/api/v1/documents/{id}", "get",
                operation("A document with its texts.", [document], gives: ref("Document"), missing: true)
            ),
            (
                "/api/v1/documents/{id}/contents", "get",
                operation(
                    "The outline, and the attachments of the bundle.", [document], gives: ref("Contents"),
                    missing: true)
            ),
            (
                "/api/v1/documents/{id}/related", "get",
                operation(
                    "The documents closest in meaning, the closest first; 404 also where there are no vectors.",
                    [
                        document, parameter("page", ["type": "integer", "minimum": 1, "maximum": 10_000_000]),
                        number("limit", 1...200, usually: 10), text("filter", "A query that every document must meet."),
                        flag("all"), flag("hidden"),
                    ], gives: ref("Related"), missing: true)
            ),
            (
                "/api/v1/context", "get",
                operation(
                    "The passages that answer a question best, for a language model; none repeats another.",
                    [
                        query, text("filter", "A query that every document must meet."),
                        number("tokens", 200...100_000, usually: 4000), choice("meaning", ["auto", "on", "off"]),
                        flag("hidden"),
                    ], gives: ref("Context"))
            ),
            (
                "/api/v1/topics", "get",
                operation(
                    "Topics of the archive, or of the documents that a query finds; 404 where there are no vectors.",
                    [
                        text("q", "Sort what this query finds; without it, all documents."),
                        text("filter", "A query that every document must meet."),
                        parameter("count", ["type": "integer", "minimum": 1, "maximum": 50]),
                        choice("meaning", ["auto", "on", "off"]), flag("hidden"),
                    ], gives: ref("Topics"), missing: true)
            ),
            (
                "/api/v1/documents/{id}/pages/{page}", "get",
                operation(
                    "A page with its words, and where those of a query are.",
                    [document, page, text("q", "Words to look for.")], gives: ref("Page"), missing: true)
            ),
            (
                "/api/v1/batch", "post",
                operation("A list of queries, one per line.", [number("limit", 1...50, usually: 5)], as: "text/csv")
                    + [
                        "requestBody": [
                            "required": true,
                            "content": ["text/plain": ["schema": line] as JSONObject]
                                as JSONObject,
                        ] as JSONObject
                    ]
            ),
            ("/healthz", "get", operation("Whether the index can be read.", [], as: "text/plain")),
        ]
    }

    private static func operation(
        _ summary: String, _ parameters: [JSONObject], gives schema: JSONObject? = nil,
        as type: String = "application/json",
        missing: Bool = false
    ) -> JSONObject {
        let body: JSONObject = [type: ["schema": schema ?? ["type": "string"]] as JSONObject]
        func problem(_ description: String) -> JSONObject {
            [
                "description": description,
                "content": ["application/problem+json": ["schema": ref("Problem")] as JSONObject] as JSONObject,
            ]
        }
        var answers: [(String, any JSONValue)] = [
            ("200", ["description": "The answer.", "content": body] as JSONObject),
            ("400", problem("The request is not valid.")), ("401", problem("It needs a token.")),
            ("403", problem("It is not allowed.")),
        ]
        if missing { answers.append(("404", problem("There is no such document."))) }
        answers += [
            ("413", problem("It is too large.")), ("429", problem("Too many requests.")),
            ("503", problem("There is no index, or the time ran out.")),
        ]
        return ["summary": summary, "parameters": parameters, "responses": JSONObject(answers)]
    }

    // MARK: - Parameters

    private static func parameter(_ name: String, _ schema: JSONObject, and more: JSONObject = [:]) -> JSONObject {
        ["name": name, "in": "query", "schema": schema] + more
    }

    private static func text(_ name: String, _ description: String, most: Int = QueryItems.mostCharacters) -> JSONObject
    {
        parameter(name, ["type": "string", "maxLength": most], and: ["description": description])
    }

    private static func number(_ name: String, _ range: ClosedRange<Int>, usually usual: Int) -> JSONObject {
        parameter(
            name, ["type": "integer", "minimum": range.lowerBound, "maximum": range.upperBound, "default": usual])
    }

    private static func choice(_ name: String, _ values: [String]) -> JSONObject {
        parameter(name, ["type": "string", "enum": values, "default": values[0]])
    }

    private static func flag(_ name: String) -> JSONObject { parameter(name, ["type": "boolean", "default": false]) }

    private static func identifier(_ name: String) -> JSONObject {
        [
            "name": name, "in": "path", "required": true,
            "schema": ["type": "integer", "minimum": 1] as JSONObject,
        ]
    }

    // MARK: - Answers

    private static func ref(_ name: String) -> JSONObject { ["$ref": "#/components/schemas/\(name)"] }

    private static func object(_ members: [(String, any JSONValue)]) -> JSONObject {
        ["type": "object", "required": members.map(\.0), "properties": JSONObject(members)]
    }

    private static func list(of items: JSONObject) -> JSONObject { ["type": "array", "items": items] }

    private static var schemas: JSONObject {
        let (string, integer): (JSONObject, JSONObject) = (["type": "string"], ["type": "integer"])
        let anything: JSONObject = ["type": "object"]
        return [
            "Results": object([
                ("query", string), ("total", integer), ("total_all", integer),
                ("partial", ["type": "boolean"] as JSONObject),
                ("elapsed_ms", ["type": "number"] as JSONObject),
                ("understood", string), ("hints", list(of: string)), ("hits", list(of: anything)),
            ]),
            "Suggestions": object([
                ("prefix", string), ("words", list(of: object([("text", string), ("pages", integer)]))),
            ]),
            "Tags": object([("tags", list(of: object([("name", string), ("documents", integer)])))]),
            "Document": object([("id", integer), ("title", string), ("pages", list(of: anything))]),
            "Contents": object([
                ("document", integer), ("outline", list(of: anything)),
                ("attachments", list(of: object([("number", integer), ("name", string)]))),
            ]),
            "Related": object([("id", integer), ("related", list(of: anything))]),
            "Context": object([("question", string), ("passages", list(of: anything))]),
            "Topics": object([
                ("documents", integer), ("looked_at", integer), ("others", integer), ("topics", list(of: anything)),
            ]),
            "Page": object([("document", integer), ("page", integer), ("text", string), ("words", list(of: anything))]),
            "Problem": object([("title", string), ("status", integer), ("detail", string)]),
        ]
    }
}
