/// Query text to a parsed query. Every text is a valid query: mistakes become hints.
///
/// Takes time in proportion to the text, and none of it is ever handed to SQLite as syntax.
package struct QueryParser: Sendable {
    /// Most terms of a query, and most filters: FTS5 and SQLite limit the depth of an expression.
    package static let termLimit = 64
    /// Most Unicode scalars of a query that are read.
    package static let lengthLimit = 10_000
    /// Most hints that are given; nobody reads more.
    package static let hintLimit = 16

    package init() {}

    package func parse(_ text: String) -> ParsedQuery {
        var scalars = Array(text.unicodeScalars.prefix(Self.lengthLimit + 1))
        guard scalars.count > Self.lengthLimit else {
            return QueryAssembly(text: text, scalars: scalars, isCut: false).query()
        }
        // Half a word would be a wrong word, so the cut is made at a space if there is one.
        let end = scalars.lastIndex(where: \.separatesWords) ?? Self.lengthLimit
        scalars.removeSubrange(end...)
        return QueryAssembly(text: text, scalars: scalars, isCut: true).query()
    }
}
