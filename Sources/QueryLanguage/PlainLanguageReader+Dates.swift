internal import CivilCalendar

extension PlainLanguageReader {
    /// `about 1931`, `late 1930s`, `the end of March 1931`.
    static let blurring: Set<String> = [
        "and", "about", "around", "circa", "ca", "near", "by", "to", "through", "early", "mid", "late", "week", "half",
        "beginning", "start", "middle", "end", "part",
    ]
    static let continuing: Set<String> = ["to", "until", "till", "through", "or", "-", "–"]
    /// Numbers outside the plausible years are words: `in 5000 copies` is not about a date.
    static let firstYear = 1000
    static let yearsAhead = 10

    func date(at start: Int, _ word: String) -> PlainReading? {
        guard !endsClause(start) || !Self.prepositions.contains(word) else { return nil }
        switch word {
        case "before", "after", "since", "until", "till": return comparison(at: start, word)
        case "between": return pair(at: start, joinedBy: ["and"])
        case "from": return pair(at: start, joinedBy: ["to", "until", "till", "through"]) ?? dated(start, skipping: 1)
        case "in", "during", "on", "of", "for", "dated": return dated(start, skipping: 1)
        default: return dated(start, skipping: 0)
        }
    }

    static let prepositions: Set<String> = [
        "before", "after", "since", "until", "till", "between", "from", "in", "during", "on", "of", "for", "dated",
    ]

    private func phrase(at index: Int) -> DatePhrase? {
        guard let first = word(index), Self.mayBegin(first) else { return nil }
        let following = words[index...].prefix(DatePhrase.mostWords).prefix { $0 != nil }.compactMap { $0 }
        guard let phrase = DatePhrase(following[...], today: today),
            let first = phrase.range.from?.year, let last = phrase.range.to?.year,
            first >= Self.firstYear, last <= today.year + Self.yearsAhead
        else { return nil }
        return phrase
    }

    private static let beginnings: Set<String> = [
        "today", "yesterday", "this", "last", "the", "first", "second", "third", "fourth", "q1", "q2", "q3", "q4",
    ]

    private static func mayBegin(_ word: String) -> Bool {
        word.utf8.first?.isDigit ?? false || MonthName.number(word) != nil || beginnings.contains(word)
    }

    /// `in March`, `from last week`, `5 March 1931`. A year or a month alone needs an `in`.
    private func dated(_ start: Int, skipping count: Int) -> PlainReading? {
        let preposition = count > 0 ? word(start) : nil
        guard let phrase = phrase(at: start + count), isClear(phrase, from: start, to: start + count) else {
            return nil
        }
        let isAllowed =
            switch (preposition, phrase.kind) {
            case ("on", .figures): phrase.range.from?.day != nil
            case ("on", let kind): kind == .day
            case ("in", _), ("during", _): true
            case (_, let kind): ![.year, .figures, .bareMonth].contains(kind)
            }
        guard isAllowed else { return nil }
        return reading(
            start..<start + count + phrase.wordCount, as: phrase.range, isUnmistakable: phrase.isUnmistakable)
    }

    /// `before March 1931`.
    private func comparison(at start: Int, _ word: String) -> PlainReading? {
        guard let phrase = phrase(at: start + 1), !continues(start + 1 + phrase.wordCount, phrase) else { return nil }
        let range =
            switch word {
            case "before": CivilDateRange(from: nil, to: phrase.range.from?.previous)
            case "after": CivilDateRange(from: phrase.range.to?.next, to: nil)
            case "since": CivilDateRange(from: phrase.range.from, to: nil)
            default: CivilDateRange(from: nil, to: phrase.range.to)
            }
        guard range.from != nil || range.to != nil else { return nil }
        return reading(start..<start + 1 + phrase.wordCount, as: range, isUnmistakable: phrase.isUnmistakable)
    }

    /// `between March and June 1932`, `from 1931 to 1935`.
    private func pair(at start: Int, joinedBy joints: Set<String>) -> PlainReading? {
        guard let first = phrase(at: start + 1) else { return nil }
        let middle = start + 1 + first.wordCount
        guard let joint = word(middle), joints.contains(joint), let second = phrase(at: middle + 1),
            second.kind != .bareMonth, !continues(middle + 1 + second.wordCount, second),
            var from = first.range.from, let to = second.range.to
        else { return nil }
        if first.kind == .bareMonth {
            // It is in the other date's year, or in the year before.
            guard second.kind == .month || second.kind == .day, let month = from.month, let lastMonth = to.month,
                let date = CivilDate(year: month <= lastMonth ? to.year : to.year - 1, month: month)
            else { return nil }
            from = date
        }
        let range = CivilDateRange(from: from, to: to)
        let pieces = start..<middle + 1 + second.wordCount
        let isUnmistakable = second.isUnmistakable && (first.isUnmistakable || first.kind == .bareMonth)
        guard range.isReversed else { return reading(pieces, as: range, isUnmistakable: isUnmistakable) }
        let corrected = CivilDateRange(from: second.range.from, to: first.range.to)
        var reading = reading(pieces, as: corrected, isUnmistakable: isUnmistakable)
        reading.reversed = corrected
        return reading
    }

    private func reading(_ pieces: Range<Int>, as dates: CivilDateRange, isUnmistakable: Bool) -> PlainReading {
        reading(pieces, isUnmistakable: isUnmistakable) { .filter(QueryFilter(condition: .date(dates), range: $0)) }
    }

    private func isClear(_ phrase: DatePhrase, from start: Int, to begin: Int) -> Bool {
        if let before = word(start - 1) {
            if Self.blurring.contains(before) { return false }
            // The preposition was tried, and does not fit this date.
            if start == begin, Self.prepositions.contains(before) { return false }
            if phrase.kind == .relative, before == "the" { return false }
            // The 31 of `31 February 1931`.
            if start == begin, before.utf8.count <= 2, before.utf8.allSatisfy(\.isDigit) { return false }
        }
        return !continues(begin + phrase.wordCount, phrase)
    }

    private func continues(_ index: Int, _ phrase: DatePhrase) -> Bool {
        guard !endsClause(index - 1), let following = word(index) else { return false }
        if Self.continuing.contains(following) { return true }
        switch phrase.kind {
        case .bareMonth: return following.utf8.first?.isDigit ?? false
        case .relative where following == "of": return true
        default: return following == "and" && self.phrase(at: index + 1) != nil
        }
    }
}
