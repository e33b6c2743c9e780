/// A condition on a document's facts rather than its words.
package struct QueryFilter: Sendable, Equatable {
    package enum Condition: Sendable, Equatable {
        case date(CivilDateRange)
    }

    package var condition: Condition
    package var isExcluded: Bool
    /// The filter as typed, with its `-` and field name, in Unicode scalars of the query.
    package var range: Range<Int>

    package init(condition: Condition, isExcluded: Bool = false, range: Range<Int>) {
        self.condition = condition
        self.isExcluded = isExcluded
        self.range = range
    }

    /// The filter in the canonical form, without its exclusion.
    var canonicalText: String {
        switch condition {
        case .date(let dates): "date:\(dates)"
        }
    }
}
