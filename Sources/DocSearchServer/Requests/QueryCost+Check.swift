import DocSearch

extension QueryCost {
    package static func check(_ queries: [String]) throws {
        guard queries.reduce(0, { $0 + of($1) }) > most else { return }
        throw ProblemDetails(
            400, "This query is too broad",
            "This query has too many words, or too many short beginnings such as \"a*\". Write longer beginnings, or ask in several queries."
        )
    }
}
