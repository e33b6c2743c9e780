package import CivilCalendar

/// What the parser may know of the world: without it, words are words.
package struct QueryContext: Sendable {
    /// The day that "yesterday" and "last month" count from. Of a month or a year, its first day.
    package var today: CivilDate
    /// Whether lower-cased words, joined by single spaces, are an author of the archive.
    package var knowsAuthor: @Sendable (String) -> Bool
    /// Whether a lower-cased word is a tag of the archive.
    package var knowsTag: @Sendable (String) -> Bool
    /// Whether words outside quotation marks, parentheses and fields may be taken for facts; in `on:yesterday` always.
    package var readsPlainWords: Bool
    /// How telling a word is, such as its inverse document frequency; 0 for one that is on no page. Of too many words the most
    /// telling are searched; without it, the first ones.
    package var worth: (@Sendable (String) -> Double)?
    /// Plain words, by their ranges, that stay words although they may be taken for facts.
    package var words: [Range<Int>] = []
    /// Plain words, by their ranges, that are taken for facts and then left out.
    package var leftOut: [Range<Int>] = []
    private(set) var hasToday = true

    package init(
        today: CivilDate, readsPlainWords: Bool = true,
        knowsAuthor: @escaping @Sendable (String) -> Bool = { _ in false },
        knowsTag: @escaping @Sendable (String) -> Bool = { _ in false },
        worth: (@Sendable (String) -> Double)? = nil
    ) {
        self.today = today
        self.readsPlainWords = readsPlainWords
        self.knowsAuthor = knowsAuthor
        self.knowsTag = knowsTag
        self.worth = worth
    }

    /// Recognises no plain words at all, and knows no today: the meaning of a query depends on its text alone.
    package static let none: QueryContext = {
        var context = QueryContext(today: .epoch, readsPlainWords: false)
        context.hasToday = false
        return context
    }()
}
