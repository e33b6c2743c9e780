package import CivilCalendar

/// The parser's knowledge of the archive and the date. Without it, words are words.
package struct QueryContext: Sendable {
    /// The day from which "yesterday" and "last month" count. For a month or a year, its first day.
    package var today: CivilDate
    /// Tests whether lower-case words, joined by single spaces, are an author of the archive.
    package var knowsAuthor: @Sendable (String) -> Bool
    /// Tests whether a lower-case word is a tag of the archive.
    package var knowsTag: @Sendable (String) -> Bool
    /// Words outside quotation marks, parentheses and fields may be taken for facts. In `on:yesterday` they always are.
    package var readsPlainWords: Bool
    /// How significant a word is, such as its inverse document frequency; 0 for a word on no page. If a query has too
    /// many words, the most significant are searched, or without this function the first.
    package var worth: (@Sendable (String) -> Double)?
    /// Ranges of plain words that stay words although they could be facts.
    package var words: [Range<Int>] = []
    /// Ranges of plain words that are recognised as facts and then dropped.
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

    /// Recognises no plain words and has no today: a query's meaning depends only on its text.
    package static let none: QueryContext = {
        var context = QueryContext(today: .epoch, readsPlainWords: false)
        context.hasToday = false
        return context
    }()
}
