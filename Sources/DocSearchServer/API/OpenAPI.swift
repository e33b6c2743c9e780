import AnswerForms

enum OpenAPI {
    /// `base` is the start of all addresses, without a slash at the end.
    static func description(_ base: String) -> JSONObject {
        [
            "openapi": "3.1.0",
            "info": [
                "title": "docsearch", "version": "1",
                "description":
                    "Searches an archive. The JSON is that of the command line, which docs/command-line.md describes.",
            ] as JSONObject, "servers": [["url": base] as JSONObject],
            "components": [
                "securitySchemes": ["token": ["type": "http", "scheme": "bearer"] as JSONObject] as JSONObject,
                "schemas": schemas,
            ] as JSONObject, "security": [JSONObject([]), ["token": [] as [String]] as JSONObject],
            "paths": JSONObject(paths),
        ]
    }

    private static let query = parameter(
        "q", ["type": "string", "maxLength": QueryItems.mostCharacters, "pattern": "[\\p{L}\\p{N}]"],
        and: ["required": true, "description": "The query, in the language of docs/query-language.md."])
    private static let meaning = choice("meaning", ["auto", "on", "off"])
    private static let filter = text("filter", "A query that every document must meet.")
    private static let question: [JSONObject] = [
        query, text("filter", "A query that every document must meet as well."),
        number("limit", 1...200, usually: 10), number("offset", 0...100_000, usually: 0),
        number("pages", 0...100, usually: 3), number("context", 1...64, usually: 32),
        choice("sort", ["relevance", "date", "title", "path", "modified", "indexed"]),
        choice("match", ["auto", "all", "any"]), meaning,
        flag("facets"), flag("all"), flag("hidden"), flag("literal"),
    ]
    private static let questionWithBoxes = question + [flag("boxes")]
    private static let document = identifier("id")

    private static var paths: [(String, any JSONValue)] {
        [
            get("/api/v1/search", "Search.", taking: questionWithBoxes, gives: "Results"),
            get(
                "/api/v1/search.jsonl", "Search; one JSON object per line.", taking: questionWithBoxes,
                as: "application/jsonl"),
            get("/api/v1/search.csv", "Search; one row per page.", taking: question, as: "text/csv"),
            get(
                "/api/v1/suggest", "Words with this beginning.",
                taking: [text("prefix", "The beginning.", most: 500), number("limit", 1...50, usually: 10)],
                gives: "Suggestions"),
            get("/api/v1/tags", "All tags.", taking: [], gives: "Tags"),
            get(
                "/api/v1/documents/{id}", "A document with its texts.", taking: [document], gives: "Document",
                missing: true),
            get(
                "/api/v1/documents/{id}/contents", "The outline, and the attachments of the bundle.",
                taking: [document],
                gives: "Contents", missing: true),
            get(
                "/api/v1/documents/{id}/related",
                "The documents closest in meaning, the closest first; 404 also where there are no vectors.",
                taking: [
                    document, number("page", QueryItems.pages), number("limit", 1...200, usually: 10), filter,
                    flag("all"), flag("hidden"),
                ], gives: "Related", missing: true),
            get(
                "/api/v1/context",
                "The passages that answer a question best, for a language model; none repeats another.",
                taking: [query, filter, number("tokens", 200...100_000, usually: 4000), meaning, flag("hidden")],
                gives: "Context"),
            get(
                "/api/v1/topics",
                "Topics of the archive, or of the documents that a query finds; 404 where there are no vectors.",
                taking: [
                    text("q", "Sort what this query finds; without it, all documents."), filter,
                    number("count", 1...50), meaning, flag("hidden"),
                ], gives: "Topics", missing: true),
            get(
                "/api/v1/documents/{id}/pages/{page}", "A page with its words, and where those of a query are.",
                taking: [document, identifier("page"), text("q", "Words to look for.")], gives: "Page", missing: true),
            ("/api/v1/batch", ["post": batch] as JSONObject),
            get("/healthz", "Whether the index can be read.", taking: [], as: "text/plain"),
        ]
    }

    private static var batch: JSONObject {
        let line: JSONObject = ["type": "string", "pattern": "[\\p{L}\\p{N}]"]
        let content: JSONObject = ["text/plain": ["schema": line] as JSONObject]
        let parameters = [number("limit", 1...50, usually: 5), choice("match", ["all", "auto", "any"])]
        return operation("A list of queries, one per line.", parameters, as: "text/csv")
            + ["requestBody": ["required": true, "content": content] as JSONObject]
    }

    private static func get(
        _ path: String, _ summary: String, taking parameters: [JSONObject], gives schema: String? = nil,
        as type: String = "application/json", missing: Bool = false
    ) -> (String, any JSONValue) {
        let operation = operation(summary, parameters, gives: schema, as: type, missing: missing)
        return (path, ["get": operation] as JSONObject)
    }

    private static func operation(
        _ summary: String, _ parameters: [JSONObject], gives schema: String? = nil, as type: String,
        missing: Bool = false
    ) -> JSONObject {
        let body: JSONObject = [type: ["schema": schema.map(ref) ?? ["type": "string"]] as JSONObject]
        func problem(_ status: String, _ description: String) -> (String, any JSONValue) {
            let content: JSONObject = ["application/problem+json": ["schema": ref("Problem")] as JSONObject]
            return (status, ["description": description, "content": content] as JSONObject)
        }
        var answers: [(String, any JSONValue)] = [
            ("200", ["description": "The answer.", "content": body] as JSONObject),
            problem("400", "The request is not valid."), problem("401", "It needs a token."),
            problem("403", "It is not allowed."),
        ]
        if missing { answers.append(problem("404", "There is no such document.")) }
        answers += [
            problem("413", "It is too large."), problem("429", "Too many requests."),
            problem("503", "There is no index, or the time ran out."),
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

    private static func number(_ name: String, _ range: ClosedRange<Int>, usually usual: Int? = nil) -> JSONObject {
        let schema: JSONObject = ["type": "integer", "minimum": range.lowerBound, "maximum": range.upperBound]
        return parameter(name, usual.map { schema + ["default": $0] } ?? schema)
    }

    private static func choice(_ name: String, _ values: [String]) -> JSONObject {
        parameter(name, ["type": "string", "enum": values, "default": values[0]])
    }

    private static func flag(_ name: String) -> JSONObject { parameter(name, ["type": "boolean", "default": false]) }

    private static func identifier(_ name: String) -> JSONObject {
        ["name": name, "in": "path", "required": true, "schema": ["type": "integer", "minimum": 1] as JSONObject]
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
                ("query", string), ("showing", ["type": ["string", "null"]] as JSONObject),
                ("total", integer), ("total_all", integer),
                ("partial", ["type": "boolean"] as JSONObject),
                // Null for visitors who may not see all documents.
                ("elapsed_ms", ["type": ["number", "null"]] as JSONObject),
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
