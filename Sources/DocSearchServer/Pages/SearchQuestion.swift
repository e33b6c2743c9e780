import DocSearch

/// The parameters of a search page, as in its address.
package struct SearchQuestion: Sendable, Equatable {
    package var words = ""
    /// In the query language, such as `tag:"water board"`.
    package var filters: [String] = []
    package var sort = SearchRequest.Sort.relevance
    package var from = 0
    package var showsCopies = false
    package var isLiteral = false
    package var meaning = SearchRequest.Meaning.auto

    package static let limit = 20

    package init(words: String = "") { self.words = words }

    package init(_ query: QueryItems) throws {
        words = query["q"] ?? ""
        filters = Array(query.values("f").filter { !$0.isEmpty }.prefix(20))
        sort = try query.choice("sort", usually: .relevance)
        from = try query.number("from", 0...100_000, usually: 0)
        showsCopies = try query.flag("copies")
        isLiteral = try query.flag("literal")
        meaning = try query.choice("meaning", usually: .auto)
        guard words.unicodeScalars.count <= QueryItems.mostCharacters,
            filters.allSatisfy({ $0.unicodeScalars.count <= 500 })
        else { throw ProblemDetails(400, "This query is too long", "A query may have at most 2,000 characters.") }
        try QueryCost.check([words] + filters)
    }

    package var items: QueryItems {
        var items: [(name: String, value: String)] = []
        if !words.isEmpty { items.append(("q", words)) }
        items += filters.map { ("f", $0) }
        if sort != .relevance { items.append(("sort", sort.rawValue)) }
        if from > 0 { items.append(("from", String(from))) }
        if showsCopies { items.append(("copies", "1")) }
        if isLiteral { items.append(("literal", "1")) }
        if meaning != .auto { items.append(("meaning", meaning.rawValue)) }
        return QueryItems(items)
    }

    var request: SearchRequest {
        var request = SearchRequest(words)
        request.filter = filters.isEmpty ? nil : filters.joined(separator: " ")
        request.isLiteral = isLiteral
        request.meaning = meaning
        return request
    }

    package var isEmpty: Bool { words.allSatisfy(\.isWhitespace) && filters.isEmpty }

    package func with(_ change: (inout SearchQuestion) -> Void) -> SearchQuestion {
        var question = self
        question.from = 0
        change(&question)
        return question
    }

    package func toggling(_ filter: String) -> SearchQuestion {
        with { question in
            let others = question.filters.filter { $0 != filter }
            question.filters = others.count < question.filters.count ? others : others + [filter]
        }
    }

    /// A tag must match as a whole. In other fields quotation marks become blanks.
    package static func filter(_ field: String, _ value: String) -> String {
        if field == "tag" { return SearchRequest.wholeTag(value) }
        let plain = String(value.map { $0 == "\"" || "“”„«»".contains($0) ? " " : $0 })
        return plain.allSatisfy { $0.isLetter || $0.isNumber } ? "\(field):\(plain)" : "\(field):\"\(plain)\""
    }
}
