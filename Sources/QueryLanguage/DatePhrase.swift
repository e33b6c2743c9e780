internal import CivilCalendar

/// A date in English words: `march 5 1931`, `first quarter of 1931`, `last week`.
struct DatePhrase: Equatable {
    enum Kind {
        /// `1931`, an ordinary word when alone.
        case year
        case figures
        case day, month, quarter, decade
        case bareMonth
        case relative
    }

    /// Prose contains years and “last year” that do not date it.
    var isUnmistakable: Bool { [.figures, .day, .month, .quarter].contains(kind) }

    /// The longest is `the first quarter of 1931`.
    static let mostWords = 5
    static let mostScalars = 64

    let range: CivilDateRange
    let kind: Kind
    let wordCount: Int

    /// `words` are in lower case. Without `today`, only dates with a year are read.
    init?(_ words: ArraySlice<String>, today: CivilDate?) {
        var reader = DatePhraseReader(words: words, today: today)
        guard let (range, kind) = reader.read() else { return nil }
        self.range = range
        self.kind = kind
        wordCount = reader.position - words.startIndex
    }

    static func word(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        String(scalars: withoutStop(scalars)).lowercased()
    }

    static func withoutStop(_ scalars: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
        scalars[..<(scalars.lastIndex { !",.;?!".unicodeScalars.contains($0) }.map { $0 + 1 } ?? scalars.startIndex)]
    }
}
