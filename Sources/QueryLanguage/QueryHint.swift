internal import CivilCalendar

/// A part of a query that was misunderstood or adjusted. Never an error: the query is searched as well as possible.
package struct QueryHint: Sendable, Equatable {
    /// In Unicode scalars.
    package var range: Range<Int>
    let wording: Wording

    init(_ range: Range<Int>, _ wording: Wording) { (self.range, self.wording) = (range, wording) }

    /// One sentence. May quote the query.
    package var message: String {
        let parts = wording.parts
        return parts.fault + parts.outcome + parts.rest
    }

    /// The message without what a search makes of the part.
    package var fault: String {
        let parts = wording.parts
        return parts.fault + parts.rest
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

        /// The end of the sentence, behind the outcome, has advice.
        struct Parts {
            var fault: String
            /// In a search with the fault.
            var outcome: String
            var rest: String

            init(_ fault: String, _ outcome: String = "", rest: String = ".") {
                (self.fault, self.outcome, self.rest) = (fault, outcome, rest)
            }
        }

        var parts: Parts {
            switch self {
            case .unclosedQuote:
                Parts("The quotation mark is not closed", "; the phrase was taken to run to the end of the query")
            case .loneMinus:
                Parts("A “-” on its own excludes nothing", rest: "; write it directly before a word, phrase or field.")
            case .loneOr: Parts("OR has no word or phrase on one of its sides", "; it was left out")
            case .loneNot: Parts("NOT has nothing after it to exclude")
            case .loneNear: Parts("NEAR has no word or phrase on one of its sides", "; it was left out")
            case .nearGroup: Parts("NEAR joins single words and phrases only", "; it was read as AND")
            case .nearFields: Parts("NEAR joins words of one field only", "; it was read as AND")
            case .openParenthesis:
                Parts("The “(” is not closed", "; the group was taken to run to the end of the query")
            case .closeParenthesis: Parts("There is no “(” for this “)”", "; it was left out")
            case .tooDeep:
                Parts(
                    "Groups inside one another are read to a depth of \(QueryParser.depthLimit)",
                    "; the words of deeper ones were joined to the group around them")
            case .tooManyTerms:
                Parts(
                    "Only the first \(QueryParser.termLimit) words and phrases are searched",
                    "; the rest was left out")
            case .tooManyFilters:
                Parts(
                    "Only the first \(QueryParser.termLimit) dates and other facts are used",
                    "; the rest was left out")
            case .tooLong: Parts("Only the first \(QueryParser.lengthLimit) characters of a query are read")
            case .leftOut(let words):
                Parts(
                    "Only \(QueryParser.termLimit) words and phrases were searched, the rarest and those said most often",
                    "; left out: \(Self.list(words))")
            case .nothingToFind(let excerpt): Parts("“\(excerpt)” has no letter or digit in it", " and was left out")
            case .starInside(let excerpt):
                Parts("“*” stands for more letters only at the end of a word", "; “\(excerpt)” was searched as it is")
            case .oneMark(let excerpt):
                Parts(
                    "Only one of “=”, “~” and “*” goes with a word",
                    "; “\(excerpt)” was searched with the star alone")
            case .fuzzy(let excerpt):
                Parts("“~” takes one word without punctuation", "; “\(excerpt)” was searched as it is")
            case .starBeside(let excerpt, let word):
                Parts("“*” needs a plain word before it", "; “\(excerpt)” was searched as “\(word)”")
            case .distance(let excerpt, let used):
                Parts(
                    "The number of NEAR goes from 1 to \(QueryParser.distanceLimit)",
                    "; “\(excerpt)” was read as NEAR/\(used)")
            case .unknownField(let excerpt):
                Parts(
                    "There is no field “\(excerpt):”",
                    "; it was searched as a word",
                    rest: ". Fields are \(Self.fields).")
            case .missingValue(let field):
                Parts(
                    "“\(field.rawValue):” has no value",
                    " and was left out",
                    rest: "; write \(field.example), without a space.")
            case .badValue(let excerpt, let field):
                Parts(
                    "“\(excerpt)” is not a value of \(field.rawValue):",
                    ", so nothing was found with it",
                    rest: "; write \(field.example).")
            case .impossibleDate(let excerpt):
                Parts(
                    "“\(excerpt)” is not a date in the calendar",
                    ", so nothing was found with it",
                    rest: "; write 1931, 1931-03 or 1931-03-05.")
            case .ambiguousDate(let excerpt, let dayFirst, let monthFirst):
                Parts(
                    "“\(excerpt)” may be one of two dates",
                    ", so nothing was found with it",
                    rest: "; write it as \(dayFirst) or \(monthFirst).")
            case .reversedRange(let excerpt, let corrected):
                Parts("“\(excerpt)” ends before it begins", "; \(corrected) was searched instead")
            }
        }

        private static func list(_ words: [String]) -> String {
            var named = words.prefix(words.count == 6 ? 6 : 5).map { "“\($0.prefix(30))”" }
            let last = words.count > named.count ? "\(words.count - named.count) others" : named.removeLast()
            return (named.isEmpty ? "" : named.joined(separator: ", ") + " and ") + last
        }

        private static var fields: String { FieldName.allCases.map { $0.rawValue + ":" }.joined(separator: ", ") }
    }
}

/// The hints of one query, limited to what a person reads.
struct HintList {
    private(set) var hints: [QueryHint] = []

    mutating func add(_ hint: QueryHint?) {
        if let hint, hints.count < QueryParser.hintLimit { hints.append(hint) }
    }

    /// A text may hold thousands of mistakes, so messages are built only when there is room.
    mutating func add(_ range: Range<Int>, _ wording: @autoclosure () -> QueryHint.Wording) {
        if hints.count < QueryParser.hintLimit { hints.append(QueryHint(range, wording())) }
    }

    /// One hint for everything left out, which always has room.
    mutating func extend(_ range: Range<Int>, _ wording: QueryHint.Wording) {
        if let index = hints.lastIndex(where: { $0.wording == wording }) {
            let known = hints[index].range
            hints[index].range = min(known.lowerBound, range.lowerBound)..<max(known.upperBound, range.upperBound)
        } else {
            hints.append(QueryHint(range, wording))
        }
    }
}
