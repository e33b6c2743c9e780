/// A month or a day as people type it: `22.4.1931`, `22/4/1931`, `1931/04/22`, `22 avril 1931`, `April 22nd, 1931`,
/// `März 1931`, `4/1931`.
package enum TypedDate: Sendable, Equatable {
    case date(CivilDate)
    /// `3/4/2001`: with the day before the month, and with the month before the day.
    case ambiguous(CivilDate, CivilDate)

    private static let mostBytes = 64

    /// Nil for anything else, and for what is not in the calendar.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.mostBytes else { return nil }
        let parts = Self.parts(of: text.lowercased())
        guard let date = Self.figures(parts) ?? Self.words(parts) else { return nil }
        self = date
    }

    private enum Part: Equatable {
        case number(Int, digits: Int)
        case word(String)
        case mark(Character)
        case space
    }

    private static func parts(of text: String) -> [Part] {
        var parts: [Part] = []
        var rest = text[...].trimmed
        while let first = rest.first {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            let letters = rest.prefix { $0.isLetter }
            if !digits.isEmpty {
                // Longer ones than a year are in no date.
                parts.append(digits.count > 4 ? .mark("?") : .number(Int(digits) ?? 0, digits: digits.count))
                rest.removeFirst(digits.count)
            } else if !letters.isEmpty {
                parts.append(.word(String(letters)))
                rest.removeFirst(letters.count)
            } else {
                rest.removeFirst()
                if !first.isWhitespace {
                    parts.append(.mark(first))
                } else if parts.last != .space {
                    parts.append(.space)
                }
            }
        }
        return parts
    }

    /// With points the day comes first; with other marks only the numbers can tell. After points there may be blanks.
    private static func figures(_ parts: [Part]) -> TypedDate? {
        let joints: [Part] = [.mark("."), .mark("/"), .mark("-"), .mark("\u{2013}")]
        guard parts.count > 1, let joint = parts.first(where: { joints.contains($0) }) else { return nil }
        let pieces = parts.split(separator: joint, omittingEmptySubsequences: false)
        let numbers = pieces.compactMap { piece -> (value: Int, digits: Int)? in
            let bare = joint == .mark(".") && piece.first == .space ? piece.dropFirst() : piece
            guard bare.count == 1, case .number(let value, let digits)? = bare.first else { return nil }
            return (value, digits)
        }
        guard numbers.count == pieces.count, let first = numbers.first, let last = numbers.last else { return nil }
        let small = first.digits == 4 ? numbers.dropFirst() : numbers.dropLast()
        guard max(first.digits, last.digits) == 4, (1...2).contains(small.count),
            small.allSatisfy({ $0.digits <= 2 })
        else { return nil }
        let year = first.digits == 4 ? first.value : last.value
        let (one, two) = (small.first?.value ?? 0, small.count == 2 ? small.last?.value : nil)
        guard let two else { return CivilDate(year: year, month: one).map { .date($0) } }
        if first.digits == 4 { return CivilDate(year: year, month: one, day: two).map { .date($0) } }
        let dayFirst = CivilDate(year: year, month: two, day: one)
        guard joint != .mark(".") else { return dayFirst.map { .date($0) } }
        let monthFirst = CivilDate(year: year, month: one, day: two)
        if let dayFirst, let monthFirst, dayFirst != monthFirst { return .ambiguous(dayFirst, monthFirst) }
        return (dayFirst ?? monthFirst).map { .date($0) }
    }

    /// Words that stand in dates beside their month.
    private static let companions: Set<String> = [
        "the", "of", "st", "nd", "rd", "th", "am", "den", "der", "le", "er", "de", "du", "del", "di", "il", "el",
    ]

    /// The year is at the end.
    private static func words(_ parts: [Part]) -> TypedDate? {
        guard case .number(let year, digits: 4)? = parts.last else { return nil }
        var month: Int?
        var day: Int?
        for part in parts.dropLast() {
            switch part {
            case .number(let value, let digits) where digits <= 2 && day == nil: day = value
            case .word(let word) where month == nil && MonthWords.numbers[word] != nil: month = MonthWords.numbers[word]
            case .word(let word) where companions.contains(word): continue
            case .mark(let mark) where ".,-/º".contains(mark): continue
            case .space: continue
            default: return nil
            }
        }
        guard let month else { return nil }
        return CivilDate(year: year, month: month, day: day).map { .date($0) }
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        let start = drop(while: \.isWhitespace)
        return start[..<(start.lastIndex { !$0.isWhitespace }.map { start.index(after: $0) } ?? start.startIndex)]
    }
}
