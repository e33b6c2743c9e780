struct PlainReading {
    var pieces: Range<Int>
    /// In scalars of the query.
    var range: Range<Int>
    var expression: QueryExpression
    var reversed: CivilDateRange?

    var isUnmistakable = false

    var dates: CivilDateRange? {
        if case .filter(let filter) = expression, case .date(let range) = filter.condition { range } else { nil }
    }
}
