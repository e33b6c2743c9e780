import Synchronization

/// The time limit of a search. Half of it is for looking words up. Afterwards the answer ends with what is there.
final class SearchClock: Sendable {
    enum Stage: Sendable { case words, details }

    enum Detail: String, Sendable, CaseIterable {
        case order = "pages with the words side by side may not come first"
        case meaning = "pages found by meaning are missing"
        case copies = "copies are not grouped"
        case snippets = "snippets are missing"
        case fields = "it is not shown where words are in titles, authors, tags and notes"
        case spelling = "other spellings were not tried"
        case facets = "the counts of tags, authors, years, formats and languages are missing"
    }

    let isLimited: Bool
    private let hasEnded: @Sendable (Stage) -> Bool
    private let omitted = Mutex<Set<Detail>>([])

    init(_ limit: Duration?, from start: ContinuousClock.Instant = .now) {
        isLimited = limit != nil
        let limit = limit ?? .zero
        hasEnded = { ContinuousClock.now >= start + ($0 == .words ? limit / 2 : limit) }
    }

    /// For tests: `hasEnded` is asked whenever the search could do with less.
    init(hasEnded: @escaping @Sendable (Stage) -> Bool) {
        isLimited = true
        self.hasEnded = hasEnded
    }

    func isOver(_ stage: Stage) -> Bool { isLimited && hasEnded(stage) }

    func omit(_ detail: Detail) { omitted.withLock { _ = $0.insert(detail) } }

    var omissions: [String] {
        let omitted = omitted.withLock { $0 }
        return Detail.allCases.filter(omitted.contains).map(\.rawValue)
    }

    static let timeIsUp = DocSearchError(
        .limit, "The time for this search was up before anything was found. Ask for rarer words, or for fewer.")
}
