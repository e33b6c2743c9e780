import AnswerForms
import DocSearch

/// A list of terms, of which only a few results are in memory together.
struct TermList: Sendable {
    let terms: [String]

    static let mostTerms = 1000
    /// Each row of the answer contains its term twice, once in a link.
    static let mostScalars = 200_000
    private static let atOnce = 4

    init(_ text: String) throws {
        terms = text.split(whereSeparator: \.isNewline).map { $0.trimmingPrefix(while: \.isWhitespace) }
            .filter { !$0.allSatisfy(\.isWhitespace) }.map(String.init)
        let lengths = terms.map(\.unicodeScalars.count)
        guard terms.count <= Self.mostTerms, lengths.allSatisfy({ $0 <= QueryItems.mostCharacters }),
            lengths.reduce(0, +) <= Self.mostScalars
        else {
            throw ProblemDetails(
                400, "This list is too long",
                "A list may have at most \(Self.mostTerms) lines of 2,000 characters, and \(Self.mostScalars) characters in all."
            )
        }
        guard !terms.isEmpty else { throw ProblemDetails(400, "This list is empty", "A list has a term on each line.") }
    }

    /// The caller asks again for the rest. Throws when the index is unavailable, because that fails all terms; an
    /// invalid term fails alone.
    func outcomes(
        from start: Int, _ search: (String) async throws -> SearchResults
    ) async throws -> [Result<SearchResults, ProblemDetails>] {
        var outcomes: [Result<SearchResults, ProblemDetails>] = []
        for term in terms[start...].prefix(Self.atOnce) {
            do {
                outcomes.append(.success(try await search(term)))
            } catch let problem as ProblemDetails {
                guard problem.status < 500 || problem.isOfThisTerm else { throw problem }
                outcomes.append(.failure(problem))
            }
        }
        return outcomes
    }
}

extension ProblemDetails {
    fileprivate var isOfThisTerm: Bool { self == .tooSlow || self == .tooBusy }
}
