import AnswerForms
import DocSearch

/// A list of terms. They are looked for one after the other, and the answers to a few are in memory together.
struct TermList: Sendable {
    let terms: [String]

    static let mostTerms = 1000
    /// Unicode scalars of all terms together: each row of the answer has its term, once as it is and once in a link.
    static let mostScalars = 200_000
    /// Terms whose answers are in memory together.
    private static let atOnce = 4

    /// A term on each line. Throws ``ProblemDetails`` for more than allowed, and for none.
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

    /// What each of the terms from a number on finds, in their order; the terms after these are still to be looked for. Throws
    /// ``ProblemDetails`` where the index is away: that costs all terms, while one that makes no sense costs no other.
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
    /// Whether another term may fare better.
    fileprivate var isOfThisTerm: Bool { self == .tooSlow || self == .tooBusy }
}
