/// A run of words that was taken for a fact.
struct PlainReading {
    /// Which pieces of the query.
    var pieces: Range<Int>
    /// The words as typed, in scalars of the query.
    var range: Range<Int>
    var expression: QueryExpression
    /// What is searched instead of a range that ends before it begins.
    var reversed: CivilDateRange?

    /// Whether the words can hardly mean anything else, whatever stands around them.
    var isUnmistakable = false

    /// Nil when the reading is no date.
    var dates: CivilDateRange? {
        if case .filter(let filter) = expression, case .date(let range) = filter.condition { range } else { nil }
    }
}
