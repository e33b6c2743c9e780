/// Plain words taken for a fact. A person is told and can search for the words instead.
package struct QueryInference: Sendable, Equatable {
    /// In Unicode scalars of the query.
    package var range: Range<Int>
    /// In canonical form: `date:2026-10`.
    package var understood: String
    package var isExcluded = false
}
