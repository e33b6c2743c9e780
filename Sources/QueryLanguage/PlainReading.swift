struct PlainReading {
    var pieces: Range<Int>
    /// The words as typed, in scalars of the query.
    var range: Range<Int>
    var expression: QueryExpression
    /// The range searched in place of one that ends before it begins.
    var reversed: CivilDateRange?

    /// The words can hardly mean anything else, whatever the context.
    var isUnmistakable = false

    /// Nil when the reading is no date.
    var dates: CivilDateRange? {
        if case .filter(let filter) = expression, case .date(let range) = filter.condition { range } else { nil }
    }
}
