/// Plain words taken for a fact, so that a person is told and can search for the words instead.
package struct QueryInference: Sendable, Equatable {
    /// The words as typed, in Unicode scalars of the query.
    package var range: Range<Int>
    /// The filter or term in canonical form: `date:2026-10`.
    package var understood: String
    /// It follows a NOT: documents for which it is true do not match.
    package var isExcluded = false
}
