/// Parses a query in linear time. Every text is a valid query: mistakes become hints. None of it is ever passed to
/// SQLite as syntax.
package struct QueryParser: Sendable {
    /// FTS5 and SQLite limit the depth of an expression.
    package static let termLimit = 64
    /// Unicode scalars.
    package static let lengthLimit = 10_000
    /// Nobody would read more.
    package static let hintLimit = 16
    package static let depthLimit = 32
    package static let distanceLimit = 1000
    package static let usualDistance = 10

    package init() {}

    package func terms(of text: String) -> [QueryTerm] {
        let source = QuerySource(text)
        var assembly = QueryAssembly(
            source: source, pieces: QueryScanner.pieces(of: source.scalars), context: .none, room: .first(.max))
        return assembly.query(of: text, readings: []).expression?.terms ?? []
    }

    package func parse(_ text: String, _ context: QueryContext = .none) -> ParsedQuery {
        let source = QuerySource(text)
        let pieces = QueryScanner.pieces(of: source.scalars)
        let readings = PlainLanguageReader.readings(in: pieces, of: source, context)
        func assembled(_ room: QueryAssembly.Room) -> (query: ParsedQuery, termCount: Int) {
            var assembly = QueryAssembly(source: source, pieces: pieces, context: context, room: room)
            return (assembly.query(of: text, readings: readings), assembly.termCount)
        }
        let (query, termCount) = assembled(.first(Self.termLimit))
        guard termCount > Self.termLimit, let expression = assembled(.first(.max)).query.expression else {
            return query
        }
        let choice =
            context.worth.map { TermChoice(expression, limit: Self.termLimit, worth: $0) }
            ?? TermChoice(first: Self.termLimit, of: expression)
        return assembled(.chosen(choice)).query
    }
}

extension QueryParser {
    package static var fieldNames: [String] { FieldName.allCases.map(\.rawValue) }
}
