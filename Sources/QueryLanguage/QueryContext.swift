package import CivilCalendar

/// Knowledge of the archive and the date. Without it, words are words.
package struct QueryContext: Sendable {
    /// For a month or a year, its first day. Without it a query's meaning depends only on its text.
    package var today: CivilDate?
    /// Lower-case words, joined by single spaces.
    package var knowsAuthor: @Sendable (String) -> Bool
    /// In lower case.
    package var knowsTag: @Sendable (String) -> Bool
    /// Outside quotation marks, parentheses and fields. In `on:yesterday` words are always read.
    package var readsPlainWords: Bool
    /// Such as the inverse document frequency; 0 for a word on no page. A query with too many words keeps the most
    /// significant, or without this function the first.
    package var worth: (@Sendable (String) -> Double)?
    /// They stay words although they could be facts.
    package var words: [Range<Int>] = []

    package init(
        today: CivilDate?, readsPlainWords: Bool = true,
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

    package static let none = QueryContext(today: nil, readsPlainWords: false)
}
