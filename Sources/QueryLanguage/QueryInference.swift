/// Plain words that were taken for a fact, so that a person can be told and can ask for the words instead.
package struct QueryInference: Sendable, Equatable {
    /// The words as typed, in Unicode scalars of the query.
    package var range: Range<Int>
    /// The filter or term in the canonical form: `date:2026-10`.
    package var understood: String
    /// Whether it stands behind NOT: documents of which it is true do not answer.
    package var isExcluded = false
}
