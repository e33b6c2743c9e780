/// Builds one parsed query from its pieces.
struct QueryAssembly {
    private let scalars: [Unicode.Scalar]
    private let isCut: Bool
    private var result: ParsedQuery
    /// The NOT that the next piece belongs to.
    private var pendingNot: Range<Int>?
    /// The OR that the next piece belongs to, and the place of the term before it.
    private var pendingOr: (range: Range<Int>, term: Int)?
    /// The term that the last piece has become, when OR may follow it.
    private var lastTerm: Int?
    private var termCount = 0

    init(text: String, scalars: [Unicode.Scalar], isCut: Bool) {
        self.scalars = scalars
        self.isCut = isCut
        result = ParsedQuery(text: text)
    }

    consuming func query() -> ParsedQuery {
        if isCut { hint(scalars.count..<result.text.unicodeScalars.count) { _ in QueryHint.Wording.tooLong } }
        var scanner = QueryScanner(scalars)
        while let piece = scanner.next() { take(piece) }
        if let pendingNot { hint(pendingNot) { _ in QueryHint.Wording.loneNot } }
        if let pendingOr { hint(pendingOr.range) { _ in QueryHint.Wording.loneOr } }
        return result
    }

    private mutating func take(_ piece: QueryPiece) {
        if let named = operatorName(of: piece) {
            switch named {
            case .and: break
            case .or: takeOr(piece)
            case .not: pendingNot = piece.range
            }
            return
        }
        lastTerm = nil
        defer {
            // What was not a word or a phrase has left the OR alone.
            if let pendingOr { hint(pendingOr.range) { _ in QueryHint.Wording.loneOr } }
            pendingOr = nil
        }
        let isExcluded = piece.hasMinus || pendingNot != nil
        if piece.opensGroup || pendingNot != nil && piece.followsParenthesis, !closesGroup(piece) {
            hint(piece.range) { _ in QueryHint.Wording.group }
        }
        if piece.isQuoted, !piece.isClosed, !isCut {
            hint(piece.range) { _ in QueryHint.Wording.unclosedQuote }
        }
        pendingNot = nil

        guard let name = piece.fieldName else {
            takeBare(piece, isExcluded: isExcluded)
            return
        }
        guard let field = FieldName(typed: scalars[name]) else {
            takeUnknownField(piece, name: name, isExcluded: isExcluded)
            return
        }
        if piece.content.isEmpty {
            hint(piece.range) { _ in QueryHint.Wording.missingValue(field) }
        } else if let termField = field.termField {
            addTerm(piece, piece.content, in: termField, isExcluded: isExcluded)
        } else if field.isDate {
            addDate(DateReader.read(scalars[piece.content], of: field), piece, isExcluded: isExcluded)
        } else if let condition = FilterReader.read(phraseText(piece.content), of: field) {
            add(QueryFilter(condition: condition, isExcluded: isExcluded, range: piece.range))
        } else {
            hint(piece.range) { QueryHint.Wording.badValue($0.excerpt(piece.content), of: field) }
        }
    }

    private mutating func takeOr(_ piece: QueryPiece) {
        guard let lastTerm, pendingOr == nil, pendingNot == nil else {
            return hint(piece.range) { _ in QueryHint.Wording.loneOr }
        }
        pendingOr = (piece.range, lastTerm)
        if groupsWords(before: piece.range.lowerBound) || groupsWords(after: piece.range.upperBound) {
            hint(piece.range) { _ in QueryHint.Wording.group }
        }
    }

    /// Scalars to look through for the other parenthesis, so that a text of many ORs takes no longer than others.
    private static let longestGroup = 200

    /// Whether parentheses that end here hold words that are not joined by OR.
    private func groupsWords(before end: Int) -> Bool {
        guard let last = scalars[..<end].lastIndex(where: { !$0.separatesWords }), scalars[last] == ")",
            let opening = scalars[max(0, last - Self.longestGroup)..<last].lastIndex(of: "(")
        else { return false }
        return isList(opening + 1..<last)
    }

    private func groupsWords(after start: Int) -> Bool {
        guard let first = scalars[start...].firstIndex(where: { !$0.separatesWords }), scalars[first] == "(",
            let closing = scalars[first..<min(scalars.count, first + Self.longestGroup)].firstIndex(of: ")")
        else { return false }
        return isList(first + 1..<closing)
    }

    /// Whether there are two words side by side.
    private func isList(_ range: Range<Int>) -> Bool {
        guard !scalars[range].contains(where: \.isQuote) else { return false }
        let words = scalars[range].split(whereSeparator: \.separatesWords).map { String(scalars: $0) }
        return zip(words, words.dropFirst()).contains { $0 != "OR" && $1 != "OR" }
    }

    /// Adds a term, or joins it to the one before an OR.
    private mutating func append(_ term: QueryTerm) {
        termCount += 1
        if let or = pendingOr, !term.isExcluded {
            result.terms[or.term].alternatives.append(term)
            lastTerm = or.term
            pendingOr = nil
        } else {
            result.terms.append(term)
            lastTerm = term.isExcluded ? nil : result.terms.count - 1
        }
    }

    private func operatorName(of piece: QueryPiece) -> QueryOperator? {
        guard (2...3).contains(piece.content.count), !piece.isQuoted, !piece.hasMinus, piece.fieldName == nil
        else { return nil }
        return QueryOperator(rawValue: String(scalars: scalars[piece.content]))
    }

    /// `-(draft)` groups one word only, which is what happens anyway.
    private func closesGroup(_ piece: QueryPiece) -> Bool {
        piece.range.upperBound < scalars.count && scalars[piece.range.upperBound] == ")"
    }

    private mutating func takeBare(_ piece: QueryPiece, isExcluded: Bool) {
        if piece.content.isEmpty, !piece.isQuoted {
            if piece.hasMinus { hint(piece.range) { _ in QueryHint.Wording.loneMinus } }
        } else if !piece.isQuoted, let reading = DateReader.readBareRange(scalars[piece.content]) {
            addDate(reading, piece, isExcluded: isExcluded)
        } else {
            addTerm(piece, piece.content, in: .any, isExcluded: isExcluded)
        }
    }

    /// The name and the value become two terms. Excluding both would take away too much, so an excluded pair
    /// stays together as a phrase.
    private mutating func takeUnknownField(_ piece: QueryPiece, name: Range<Int>, isExcluded: Bool) {
        hint(name.lowerBound..<name.upperBound + 1) { QueryHint.Wording.unknownField($0.excerpt(name)) }
        guard hasRoomForTerm(at: piece.range) else { return }
        guard isExcluded else {
            append(QueryTerm(text: String(scalars: scalars[name]), range: name))
            var value = piece
            value.range = name.upperBound + 1..<piece.range.upperBound
            addTerm(value, piece.content, in: .any, isExcluded: false)
            return
        }
        let value = phraseText(piece.content)
        let text = String(scalars: scalars[name]) + (value.isEmpty ? "" : ": " + value)
        append(QueryTerm(text: text, form: .phrase, isExcluded: true, range: piece.range))
    }

    private mutating func addTerm(
        _ piece: QueryPiece, _ content: Range<Int>, in field: QueryTerm.Field, isExcluded: Bool
    ) {
        guard scalars[content].contains(where: \.isLetterOrDigit) else {
            // An unclosed mark at the end was told already, and the comma in `"a", "b"` is no mistake.
            if piece.isQuoted ? piece.isClosed : !piece.touchesQuote {
                hint(piece.range) { QueryHint.Wording.nothingToFind($0.excerpt(piece.range)) }
            }
            return
        }
        guard hasRoomForTerm(at: piece.range) else { return }
        var term = QueryTerm(text: "", isExcluded: isExcluded, field: field, range: piece.range)
        if piece.isQuoted {
            term.form = .phrase
            term.text = phraseText(content)
        } else {
            var end = content.upperBound
            while scalars[end - 1] == "*" { end -= 1 }
            let word = content.lowerBound..<end
            if word != content {
                hint(piece.range) { QueryHint.Wording.prefix($0.excerpt(content), word: $0.excerpt(word)) }
            }
            term.text = String(scalars: scalars[word])
        }
        append(term)
    }

    /// The text with every run of spaces and control characters made one space, none at the ends.
    private func phraseText(_ content: Range<Int>) -> String {
        String(scalars: scalars[content].split(whereSeparator: \.separatesWords).joined(separator: [" "]))
    }

    private mutating func hasRoomForTerm(at range: Range<Int>) -> Bool {
        if termCount < QueryParser.termLimit { return true }
        extendHint(range, QueryHint.Wording.tooManyTerms)
        return false
    }

    private mutating func addDate(_ reading: DateReader.Reading, _ piece: QueryPiece, isExcluded: Bool) {
        let range: CivilDateRange
        switch reading {
        case .impossible:
            hint(piece.range) { QueryHint.Wording.impossibleDate($0.excerpt(piece.content)) }
            return
        case .reversed(let corrected):
            hint(piece.range) {
                QueryHint.Wording.reversedRange($0.excerpt(piece.content), corrected: corrected)
            }
            range = corrected
        case .range(let read):
            range = read
        }
        add(QueryFilter(condition: .date(range), isExcluded: isExcluded, range: piece.range))
    }

    private mutating func add(_ filter: QueryFilter) {
        if result.filters.count < QueryParser.termLimit {
            result.filters.append(filter)
        } else {
            extendHint(filter.range, QueryHint.Wording.tooManyFilters)
        }
    }
}

extension QueryAssembly {
    /// The message is only put together when there is room for it: a text may hold thousands of mistakes.
    private mutating func hint(_ range: Range<Int>, _ message: (Self) -> String) {
        guard result.hints.count < QueryParser.hintLimit else { return }
        let sentence = message(self)
        result.hints.append(QueryHint(range: range, message: sentence))
    }

    /// One hint for all that was left out, from the first such piece to the last. Never crowded out by others.
    private mutating func extendHint(_ range: Range<Int>, _ message: String) {
        if let index = result.hints.lastIndex(where: { $0.message == message }) {
            result.hints[index].range = result.hints[index].range.lowerBound..<range.upperBound
        } else {
            result.hints.append(QueryHint(range: range, message: message))
        }
    }

    /// A part of the query for a message, on one line and not too long.
    private func excerpt(_ range: Range<Int>) -> String {
        let end = min(range.upperBound, range.lowerBound + 40)
        return phraseText(range.lowerBound..<end) + (end < range.upperBound ? "…" : "")
    }
}
