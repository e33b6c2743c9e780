internal import CivilCalendar

/// A part of a query that was misunderstood or adjusted. Never an error: the query is searched as well as possible.
package struct QueryHint: Sendable, Equatable {
    /// In Unicode scalars.
    package var range: Range<Int>
    let wording: Wording

    init(_ range: Range<Int>, _ wording: Wording) { (self.range, self.wording) = (range, wording) }

    /// One sentence. May quote the query.
    package var message: String {
        let (fault, outcome, rest) = wording.parts
        return fault + outcome + rest
    }

    /// The message without what a search makes of the part.
    package var fault: String {
        let (fault, _, rest) = wording.parts
        return fault + rest
    }

    /// A first `String` is a part of the query, already shortened.
    enum Wording: Equatable {
        case unclosedQuote, loneMinus, loneOr, loneNot, loneNear, nearGroup, nearFields
        case openParenthesis, closeParenthesis, tooDeep, tooManyTerms, tooManyFilters, tooLong
        case leftOut([String])
        case nothingToFind(String), starInside(String), oneMark(String), fuzzy(String)
        case starBeside(String, word: String)
        case distance(String, used: Int)
        case unknownField(String)
        case missingValue(FieldName)
        case badValue(String, of: FieldName)
        case impossibleDate(String)
        case ambiguousDate(String, CivilDate, CivilDate)
        case reversedRange(String, corrected: CivilDateRange)

        /// The fault, the outcome of a search with it, and the end of the sentence with advice.
        var parts: (fault: String, outcome: String, rest: String) {
            switch self {
            case .unclosedQuote:
                return (
                    "The quotation mark is not closed", "; the phrase was taken to run to the end of the query", "."
                )
            case .loneMinus:
                return ("A “-” on its own excludes nothing", "", "; write it directly before a word, phrase or field.")
            case .loneOr: return ("OR has no word or phrase on one of its sides", "; it was left out", ".")
            case .loneNot: return ("NOT has nothing after it to exclude", "", ".")
            case .loneNear: return ("NEAR has no word or phrase on one of its sides", "; it was left out", ".")
            case .nearGroup: return ("NEAR joins single words and phrases only", "; it was read as AND", ".")
            case .nearFields: return ("NEAR joins words of one field only", "; it was read as AND", ".")
            case .openParenthesis:
                return ("The “(” is not closed", "; the group was taken to run to the end of the query", ".")
            case .closeParenthesis: return ("There is no “(” for this “)”", "; it was left out", ".")
            case .tooDeep:
                return (
                    "Groups inside one another are read to a depth of \(QueryParser.depthLimit)",
                    "; the words of deeper ones were joined to the group around them", "."
                )
            case .tooManyTerms:
                return (
                    "Only the first \(QueryParser.termLimit) words and phrases are searched", "; the rest was left out",
                    "."
                )
            case .tooManyFilters:
                return (
                    "Only the first \(QueryParser.termLimit) dates and other facts are used", "; the rest was left out",
                    "."
                )
            case .tooLong:
                return ("Only the first \(QueryParser.lengthLimit) characters of a query are read", "", ".")
            case .leftOut(let words):
                var named = words.prefix(words.count == 6 ? 6 : 5).map { "“\($0.prefix(30))”" }
                let last = words.count > named.count ? "\(words.count - named.count) others" : named.removeLast()
                let list = (named.isEmpty ? "" : named.joined(separator: ", ") + " and ") + last
                return (
                    "Only \(QueryParser.termLimit) words and phrases were searched, the rarest and those said most often",
                    "; left out: \(list)", "."
                )
            case .nothingToFind(let excerpt):
                return ("“\(excerpt)” has no letter or digit in it", " and was left out", ".")
            case .starInside(let excerpt):
                return (
                    "“*” stands for more letters only at the end of a word", "; “\(excerpt)” was searched as it is", "."
                )
            case .oneMark(let excerpt):
                return (
                    "Only one of “=”, “~” and “*” goes with a word", "; “\(excerpt)” was searched with the star alone",
                    "."
                )
            case .fuzzy(let excerpt):
                return ("“~” takes one word without punctuation", "; “\(excerpt)” was searched as it is", ".")
            case .starBeside(let excerpt, let word):
                return ("“*” needs a plain word before it", "; “\(excerpt)” was searched as “\(word)”", ".")
            case .distance(let excerpt, let used):
                return (
                    "The number of NEAR goes from 1 to \(QueryParser.distanceLimit)",
                    "; “\(excerpt)” was read as NEAR/\(used)", "."
                )
            case .unknownField(let excerpt):
                let known = FieldName.allCases.map { $0.rawValue + ":" }.joined(separator: ", ")
                return ("There is no field “\(excerpt):”", "; it was searched as a word", ". Fields are \(known).")
            case .missingValue(let field):
                return (
                    "“\(field.rawValue):” has no value", " and was left out",
                    "; write \(field.example), without a space."
                )
            case .badValue(let excerpt, let field):
                return (
                    "“\(excerpt)” is not a value of \(field.rawValue):", ", so nothing was found with it",
                    "; write \(field.example)."
                )
            case .impossibleDate(let excerpt):
                return (
                    "“\(excerpt)” is not a date in the calendar", ", so nothing was found with it",
                    "; write 1931, 1931-03 or 1931-03-05."
                )
            case .ambiguousDate(let excerpt, let dayFirst, let monthFirst):
                return (
                    "“\(excerpt)” may be one of two dates", ", so nothing was found with it",
                    "; write it as \(dayFirst) or \(monthFirst)."
                )
            case .reversedRange(let excerpt, let corrected):
                return ("“\(excerpt)” ends before it begins", "; \(corrected) was searched instead", ".")
            }
        }
    }
}
