/// Something in a query that was not understood, or not as meant, and what was done instead. Never an error: the
/// query is searched as well as it can be.
package struct QueryHint: Sendable, Equatable {
    /// What the hint is about, in Unicode scalars of the query.
    package var range: Range<Int>
    /// One sentence for the person who typed the query. May quote the query.
    package var message: String

    package init(range: Range<Int>, message: String) {
        self.range = range
        self.message = message
    }
}

/// The wording of every hint. `excerpt` is a part of the query, already shortened.
extension QueryHint {
    enum Wording {
        static let unclosedQuote =
            "The quotation mark is not closed; the phrase was taken to run to the end of the query."
        static let loneMinus =
            "A “-” on its own excludes nothing; write it directly before a word, phrase or field."
        static let loneOr = "OR has no word or phrase on one of its sides; it was left out."
        static let loneNot = "NOT has nothing after it to exclude."
        static let group =
            "Parentheses do not group words yet; “-”, NOT, OR or a field applies only to what is directly beside it."
        static let tooManyTerms =
            "Only the first \(QueryParser.termLimit) words and phrases were searched; the rest was left out."
        static let tooManyFilters =
            "Only the first \(QueryParser.termLimit) dates and other facts were used; the rest was left out."
        static let tooLong =
            "Only the first \(QueryParser.lengthLimit) characters of the query were read."

        static func nothingToFind(_ excerpt: String) -> String {
            "“\(excerpt)” has no letter or digit in it and was left out."
        }

        static func prefix(_ excerpt: String, word: String) -> String {
            "Prefix search is not available yet; “\(excerpt)” was searched as the word “\(word)”."
        }

        static func unknownField(_ excerpt: String) -> String {
            let known = FieldName.allCases.map { $0.rawValue + ":" }.joined(separator: ", ")
            return "There is no field “\(excerpt):”; it was searched as a word. The fields are \(known)."
        }

        static func missingValue(_ field: FieldName) -> String {
            "“\(field.rawValue):” has no value and was left out; write \(field.example), without a space."
        }

        static func badValue(_ excerpt: String, of field: FieldName) -> String {
            "“\(excerpt)” is nothing that \(field.rawValue): looks for and was left out; write \(field.example)."
        }

        static func impossibleDate(_ excerpt: String) -> String {
            "“\(excerpt)” is not a date in the calendar and was left out; write 1931, 1931-03 or 1931-03-05."
        }

        static func reversedRange(_ excerpt: String, corrected: CivilDateRange) -> String {
            "“\(excerpt)” ends before it begins; \(corrected) was searched instead."
        }
    }
}
