@testable import QueryLanguage

/// What holds for the parsed form of any text at all.
struct QueryPromises {
    private let parsed: ParsedQuery
    private(set) var broken: [String] = []

    /// The promises that the parser breaks for this text.
    static func broken(by text: String, _ context: QueryContext) -> [String] {
        let parsed = QueryParser().parse(text, context)
        var promises = QueryPromises(parsed)
        promises.check(parsed.text == text, "text kept")
        promises.check(parsed == QueryParser().parse(text, context), "deterministic")
        promises.checkRanges(within: text.unicodeScalars.count)
        parsed.terms.forEach { promises.check($0) }
        parsed.filters.forEach { promises.check($0) }
        if let expression = parsed.expression { promises.check(expression) }
        promises.checkLimits()
        promises.checkCanonicalForm()
        promises.check(context.readsPlainWords || parsed.inferences.isEmpty, "no plain words unless asked")
        return promises.broken
    }

    private init(_ parsed: ParsedQuery) {
        self.parsed = parsed
    }

    private mutating func check(_ holds: Bool, _ promise: String) {
        if !holds { broken.append(promise) }
    }

    private mutating func checkRanges(within length: Int) {
        let inferences = parsed.inferences.map(\.range)
        let all =
            parsed.terms.map(\.range) + parsed.filters.map(\.range) + parsed.hints.map(\.range) + inferences
        check(all.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= length && !$0.isEmpty }, "range within the text")
        for positions in [parsed.terms.map(\.range.lowerBound), parsed.filters.map(\.range.lowerBound)] {
            check(positions == positions.sorted(), "in the order of the text")
        }
        check(
            zip(inferences, inferences.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound },
            "inferences side by side")
    }

    private mutating func check(_ term: QueryTerm) {
        let scalars = term.text.unicodeScalars
        check(scalars.contains(where: \.isLetterOrDigit), "a letter or digit")
        check(!scalars.contains { $0.properties.generalCategory == .control }, "no control character")
        check(!scalars.contains(where: \.isQuote), "no quotation mark")
        check(!term.words.isEmpty, "has words")
        switch term.form {
        case .word, .prefix, .fuzzy:
            check(!scalars.contains(where: \.separatesWords), "a word is one word")
        case .phrase, .exact: break
        }
        if term.form == .prefix { check(!scalars.contains("*"), "a prefix has no star") }
        if term.form == .fuzzy {
            check(scalars.allSatisfy { $0.isLetterOrDigit || $0.isMark }, "a fuzzy word has no punctuation")
        }
    }

    private mutating func check(_ filter: QueryFilter) {
        switch filter.condition {
        case .date(let range), .modified(let range):
            check(!range.isReversed && (range.from != nil || range.to != nil), "a range that can match")
        case .pageCount(let range):
            check(range.from != nil || range.to != nil, "a range with an end")
        case .confidence(let range):
            check(range.from ?? 0 <= range.to ?? 1 && (range.from != nil || range.to != nil), "a range of confidence")
        case .path(let text), .root(let text), .bundle(let text), .id(let text), .person(let text), .package(let text),
            .tag(let text), .unreadable(_, let text):
            check(!text.isEmpty, "a value")
        case .language, .format, .origin, .has, .document: break
        }
    }

    private mutating func check(_ expression: QueryExpression) {
        switch expression {
        case .term, .filter: break
        case .near(let terms, let distance):
            check(terms.count > 1, "NEAR joins two or more")
            check(Set(terms.map(\.field)).count == 1, "NEAR has one field")
            check(terms.allSatisfy { $0.form == .word || $0.form == .phrase }, "NEAR joins words and phrases")
            check((1...QueryParser.distanceLimit).contains(distance), "a possible distance")
        case .all(let parts):
            check(parts.count > 1, "all of two or more")
            for part in parts {
                if case .all = part { check(false, "no all in all") }
                check(part)
            }
        case .any(let parts):
            check(parts.count > 1, "any of two or more")
            for part in parts {
                if case .any = part { check(false, "no any in any") }
                check(part)
            }
        case .not(let part):
            if case .not = part { check(false, "no not in not") }
            check(part)
        }
    }

    private mutating func checkLimits() {
        check(parsed.terms.count <= QueryParser.termLimit, "limit of terms")
        check(parsed.filters.count <= QueryParser.termLimit, "limit of filters")
        check(parsed.expression?.depth ?? 0 <= QueryParser.depthLimit, "limit of depth")
        // The limits themselves are told of however many other hints there are.
        check(parsed.hints.count <= QueryParser.hintLimit + 3, "limit of hints")
        for hint in parsed.hints {
            check(
                !hint.message.unicodeScalars.contains { $0.properties.generalCategory == .control }, "one line")
            check(hint.message.count < 400, "a short hint")
        }
    }

    private mutating func checkCanonicalForm() {
        let form = parsed.description
        guard parsed.expression != nil, form.unicodeScalars.count <= QueryParser.lengthLimit else { return }
        let again = QueryParser().parse(form)
        check(again.description == form, "canonical form reads back")
        // A condition that cannot be read stays one, and its hint comes again.
        let unreadable = again.filters.filter { if case .unreadable = $0.condition { true } else { false } }
        check(
            again.hints.count == min(unreadable.count, QueryParser.hintLimit)
                && again.hints.allSatisfy { hint in unreadable.contains { $0.range == hint.range } },
            "canonical form has no other mistakes")
        check(again.expression.map(Self.shape) == parsed.expression.map(Self.shape), "canonical form means the same")
        for inference in parsed.inferences {
            let understood = QueryParser().parse(inference.understood)
            check(understood.description == inference.understood && understood.hints.isEmpty, "inference reads back")
        }
    }

    /// The tree without ranges, and without the order in which AND joins.
    private static func shape(_ expression: QueryExpression) -> String {
        switch expression {
        case .term(let term): term.canonicalText
        case .filter(let filter): filter.canonicalText
        case .near(let terms, let distance):
            "near\(distance)(\(terms.map(\.canonicalText).joined(separator: ", ")))"
        case .all(let parts): "all(\(parts.map(shape).sorted().joined(separator: ", ")))"
        case .any(let parts): "any(\(parts.map(shape).joined(separator: ", ")))"
        case .not(let part): "not(\(shape(part)))"
        }
    }
}
