internal import CivilCalendar

/// Finds plain words that mean a filter: `in March 1931`, `from John Smith`, `with attachments`. Conservative: only
/// words outside quotation marks and parentheses, without a field, mark or operator beside them, and nothing after
/// `not` or `without`. Everything else stays a word, which is never wrong.
struct PlainLanguageReader {
    let source: QuerySource
    let context: QueryContext
    let today: CivilDate
    /// Lower case; nil for pieces that cannot be plain language.
    let words: [String?]
    private let pieces: [QueryPiece]
    /// Plain language is short.
    private static let pieceLimit = 256
    /// Queries with more words, apart from facts, are prose.
    private static let shortQuery = 8
    private var questionsLeft = 64

    static func readings(in pieces: [QueryPiece], of source: QuerySource, _ context: QueryContext) -> [PlainReading] {
        guard context.readsPlainWords, let today = context.today else { return [] }
        var reader = PlainLanguageReader(pieces: pieces, source: source, context: context, today: today)
        return reader.readings()
    }

    private init(pieces: [QueryPiece], source: QuerySource, context: QueryContext, today: CivilDate) {
        (self.pieces, self.source, self.context, self.today) = (pieces, source, context, today)
        var depth = 0
        words = pieces.prefix(Self.pieceLimit).map { piece in
            switch piece.kind {
            case .opening: depth += 1
            case .closing: depth = max(0, depth - 1)
            case .phrase: break
            case .word:
                guard depth == 0, piece.isBareWord, !piece.touchesQuote,
                    piece.content.count <= DatePhrase.mostScalars, source.queryOperator(piece) == nil
                else { break }
                return DatePhrase.word(source.scalars[piece.content])
            }
            return nil
        }
    }

    private mutating func readings() -> [PlainReading] {
        var found: [PlainReading] = []
        var next = 0
        while next < words.count {
            if let word = words[next], var reading = reading(at: next, word) {
                // The `and` of `after 1931 and before 1935` has no meaning.
                if let before = found.last, before.pieces.upperBound == next - 1,
                    words[next - 1].map(Self.isAnd) == true
                {
                    reading.pieces = next - 1..<reading.pieces.upperBound
                }
                found.append(reading)
                next = reading.pieces.upperBound
            } else {
                next += 1
            }
        }
        if isProse(beside: found) { found.removeAll { !$0.isUnmistakable } }
        found.removeAll { context.words.contains($0.range) }
        let wanted = found.filter { !isExcluded($0.pieces.lowerBound) }
        return Self.excludeEachOther(wanted.compactMap(\.dates)) ? found.filter { $0.dates == nil } : found
    }

    /// In a sentence or more, "today" and "with notes" belong to the text.
    private func isProse(beside found: [PlainReading]) -> Bool {
        let plain = words.count { $0 != nil }
        guard plain > Self.shortQuery else { return false }
        let taken = found.reduce(0) { count, reading in count + reading.pieces.count { words[$0] != nil } }
        return plain - taken > Self.shortQuery
    }

    func isExcluded(_ index: Int) -> Bool {
        index > 0 && source.queryOperator(pieces[index - 1]) == .not
    }

    /// Dates that no document has together, as in `in 1931, in 1935`, are alternatives.
    private static func excludeEachOther(_ dates: [CivilDateRange]) -> Bool {
        let first = dates.compactMap { $0.from?.daysSinceEpoch.lowerBound }.max() ?? .min
        let last = dates.compactMap { $0.to?.daysSinceEpoch.upperBound }.min() ?? .max
        return first > last
    }

    private static func isAnd(_ word: String) -> Bool { word == "and" || DateLanguage.joining.contains(word) }

    private mutating func reading(at start: Int, _ word: String) -> PlainReading? {
        guard !isTurned(by: start - 1) else { return nil }
        let found = english(at: start, word) ?? foreignDate(at: start)
        return found.flatMap { joins($0.pieces.upperBound) ? nil : $0 }
    }

    private mutating func english(at start: Int, _ word: String) -> PlainReading? {
        // Every word that begins a reading is ASCII, and comparing other words is slow.
        guard let first = word.utf8.first, first == UInt8(ascii: "#") || word.utf8.allSatisfy({ $0 < 0x80 }) else {
            return nil
        }
        return date(at: start, word) ?? feature(at: start, word) ?? tag(at: start, word) ?? author(at: start, word)
    }

    private static let turning: Set<String> = [
        "not", "no", "never", "without", "except", "excluding", "nor", "or", "than",
    ]

    private func isTurned(by index: Int) -> Bool {
        guard index >= 0 else { return false }
        return words[index].map { Self.turning.contains($0) } ?? joins(index)
    }

    private func joins(_ index: Int) -> Bool {
        guard index < pieces.count else { return false }
        return switch source.queryOperator(pieces[index]) {
        case .or, .near: true
        case .and, .not, nil: false
        }
    }

    func word(_ index: Int) -> String? { words.indices.contains(index) ? words[index] : nil }

    func endsClause(_ index: Int) -> Bool {
        pieces[index].content.last.map { ",;?!".unicodeScalars.contains(source.scalars[$0]) } ?? false
    }

    func typed(_ index: Int) -> String {
        String(scalars: DatePhrase.withoutStop(source.scalars[pieces[index].content]))
    }

    func range(_ index: Int) -> Range<Int> { pieces[index].range }

    func reading(
        _ found: Range<Int>, isUnmistakable: Bool, _ expression: (Range<Int>) -> QueryExpression
    ) -> PlainReading {
        let range = pieces[found.lowerBound].range.lowerBound..<pieces[found.upperBound - 1].range.upperBound
        return PlainReading(pieces: found, range: range, expression: expression(range), isUnmistakable: isUnmistakable)
    }

    /// False once the limit is reached.
    mutating func asks(_ archive: (QueryContext) -> Bool) -> Bool {
        guard questionsLeft > 0 else { return false }
        questionsLeft -= 1
        return archive(context)
    }
}

struct PlainReading {
    var pieces: Range<Int>
    /// In scalars of the query.
    var range: Range<Int>
    var expression: QueryExpression
    var reversed: CivilDateRange?
    var isUnmistakable = false

    var dates: CivilDateRange? {
        expression.filters.lazy.compactMap { if case .date(let range) = $0.condition { range } else { nil } }.first
    }
}
