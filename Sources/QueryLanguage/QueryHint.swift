/// Something in a query that was not understood, or not as meant, and what was done instead. Never an error: the
/// query is searched as well as it can be.
package struct QueryHint: Sendable, Equatable {
    /// What the hint is about, in Unicode scalars of the query.
    package var range: Range<Int>
    /// One sentence for the person who typed the query. May quote the query.
    package var message: String
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
        static let loneNear = "NEAR has no word or phrase on one of its sides; it was left out."
        static let nearGroup = "NEAR joins single words and phrases only; it was read as AND."
        static let nearFields = "NEAR joins words of one field only; it was read as AND."
        static let openParenthesis =
            "The “(” is not closed; the group was taken to run to the end of the query."
        static let closeParenthesis = "There is no “(” for this “)”; it was left out."
        static let tooDeep =
            "Groups inside one another were read to a depth of \(QueryParser.depthLimit); the words of deeper ones were "
            + "joined to the group around them."
        static let tooManyTerms =
            "Only the first \(QueryParser.termLimit) words and phrases were searched; the rest was left out."
        /// The words that are not searched.
        static func leftOut(_ words: [String]) -> String {
            let named = words.prefix(words.count == 6 ? 6 : 5).map { "“\($0.prefix(30))”" }
            let others = words.count - named.count
            let list =
                others > 0
                ? named.joined(separator: ", ") + " and \(others) others"
                : named.count > 1
                    ? named.dropLast().joined(separator: ", ") + " and \(named[named.count - 1])"
                    : named.joined()
            return "Only the \(QueryParser.termLimit) rarest words and phrases were searched; left out: \(list)."
        }

        static let tooManyFilters =
            "Only the first \(QueryParser.termLimit) dates and other facts were used; the rest was left out."
        static let tooLong =
            "Only the first \(QueryParser.lengthLimit) characters of the query were read."

        static func nothingToFind(_ excerpt: String) -> String {
            "“\(excerpt)” has no letter or digit in it and was left out."
        }

        static func distance(_ excerpt: String, used: Int) -> String {
            "The number of NEAR goes from 1 to \(QueryParser.distanceLimit); “\(excerpt)” was read as NEAR/\(used)."
        }

        static func starInside(_ excerpt: String) -> String {
            "“*” stands for more letters only at the end of a word; “\(excerpt)” was searched as it is."
        }

        static func starBeside(_ excerpt: String, word: String) -> String {
            "“*” needs a plain word before it; “\(excerpt)” was searched as “\(word)”."
        }

        static func oneMark(_ excerpt: String) -> String {
            "Only one of “=”, “~” and “*” goes with a word; “\(excerpt)” was searched with the star alone."
        }

        static func fuzzy(_ excerpt: String) -> String {
            "“~” takes one word without punctuation; “\(excerpt)” was searched as it is."
        }

        static func unknownField(_ excerpt: String) -> String {
            let known = FieldName.allCases.map { $0.rawValue + ":" }.joined(separator: ", ")
            return "There is no field “\(excerpt):”; it was searched as a word. The fields are \(known)."
        }

        static func missingValue(_ field: FieldName) -> String {
            "“\(field.rawValue):” has no value and was left out; write \(field.example), without a space."
        }

        static func badValue(_ excerpt: String, of field: FieldName) -> String {
            "“\(excerpt)” is not a value of \(field.rawValue): and was left out; write \(field.example)."
        }

        static func impossibleDate(_ excerpt: String) -> String {
            "“\(excerpt)” is not a date in the calendar and was left out; write 1931, 1931-03 or 1931-03-05."
        }

        static func reversedRange(_ excerpt: String, corrected: CivilDateRange) -> String {
            "“\(excerpt)” ends before it begins; \(corrected) was searched instead."
        }
    }
}
