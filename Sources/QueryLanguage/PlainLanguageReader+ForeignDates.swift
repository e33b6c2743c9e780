internal import CivilCalendar

/// Dates in German, French, Spanish, Italian and Dutch words. As most words of a sentence may be in any language, pages that
/// have the words themselves are found as well (decision 0246).
extension PlainLanguageReader {
    private static let mostFillers = 3

    /// A date and where its words end; `core` is where the date itself begins.
    private struct Found {
        var range: CivilDateRange
        var kind: DatePhrase.Kind
        var core: Int
        var end: Int
    }

    func foreignDate(at start: Int) -> PlainReading? {
        guard let first = plain(start),
            first.utf8.first?.isDigit == true || DateLanguage.beginnings.contains(Self.unelided(first))
        else { return nil }
        if let before = plain(start - 1) {
            guard !DateLanguage.turning.contains(before), !DateLanguage.blurring.contains(before) else { return nil }
            // A date or a number that this one goes on from: `5. bis 7. März 1931`, `1930 en 1931`. A preposition that
            // joins nothing begins a date of its own: `nach 1930 vor 1950`.
            if before.utf8.last?.isDigit == true, !endsClause(start - 1), !DateLanguage.isBound(first) { return nil }
            // `vom 5. März bis 7. April 1931`: the year belongs to both.
            if !endsClause(start - 1), DateLanguage.isMonth(Self.unelided(before)) { return nil }
        }
        return DateLanguage.all.lazy.compactMap { self.date(at: start, in: $0) }.first
    }

    private func date(at start: Int, in language: DateLanguage) -> PlainReading? {
        pair(at: start, in: language) ?? related(at: start, in: language) ?? bare(at: start, in: language)
    }

    /// `vor 1950`, `vom März 1931`, `nel 1931`.
    private func related(at start: Int, in language: DateLanguage) -> PlainReading? {
        for relation in DateLanguage.Relation.allCases {
            for words in language.prepositions[relation] ?? [] {
                guard has(words, at: start), let found = found(at: start + words.count, in: language),
                    !goesOn(found, in: language)
                else { continue }
                let isNamed = (start + words.count..<found.core).contains { language.years.contains(plain($0) ?? "") }
                // `AB 1950` is a shelf mark, and Dal a name.
                if found.kind == .year, !isNamed, typed(start).first?.isLowercase != true { continue }
                switch relation {
                case .before: return comparison(start, found, CivilDateRange(from: nil, to: found.range.from?.previous))
                case .after: return comparison(start, found, CivilDateRange(from: found.range.to?.next, to: nil))
                case .since: return comparison(start, found, CivilDateRange(from: found.range.from, to: nil))
                case .until: return comparison(start, found, CivilDateRange(from: nil, to: found.range.to))
                case .of where found.kind == .year && !isNamed: continue
                // English has looked at it.
                case .within where words == ["in"] && found.kind == .year && !isNamed: continue
                case .within where words == ["en"] && found.kind == .year && !isNamed && isDutch: continue
                case .of, .within:
                    // The planet: `photos de Mars 1976`.
                    if found.kind == .month, typed(found.core) == "Mars" { continue }
                    return reading(
                        start..<found.end, found.range, found.kind,
                        words: found.kind == .year ? start..<found.end : found.core..<found.end)
                }
            }
        }
        return nil
    }

    private var isDutch: Bool { words.contains { $0.map(DateLanguage.wordsOfDutch.contains) ?? false } }

    private func comparison(_ start: Int, _ found: Found, _ range: CivilDateRange) -> PlainReading? {
        guard range.from != nil || range.to != nil else { return nil }
        return reading(start..<found.end, range, found.kind, words: start..<found.end)
    }

    /// `zwischen 1920 und 1930`, `von März 1920 bis 1930`.
    private func pair(at start: Int, in language: DateLanguage) -> PlainReading? {
        for (opening, joints) in language.pairs where plain(start) == opening && !endsClause(start) {
            guard let first = found(at: start + 1, in: language), let joint = plain(first.end), joints.contains(joint),
                let second = found(at: first.end + 1, in: language), !goesOn(second, in: language),
                let from = first.range.from, let to = second.range.to
            else { continue }
            let pieces = start..<second.end
            let kind = first.kind == .year ? first.kind : second.kind
            let range = CivilDateRange(from: from, to: to)
            guard range.isReversed else { return reading(pieces, range, kind, words: pieces) }
            let corrected = CivilDateRange(from: second.range.from, to: first.range.to)
            var reading = reading(pieces, corrected, kind, words: pieces)
            reading.reversed = corrected
            return reading
        }
        return nil
    }

    /// `12. März 1931`, `März 1931`, `1930er Jahre`: a year alone is a number.
    private func bare(at start: Int, in language: DateLanguage) -> PlainReading? {
        guard let found = found(at: start, in: language), found.core == start, !goesOn(found, in: language),
            let first = plain(start)
        else { return nil }
        // The preposition was tried, and does not fit this date.
        if let before = plain(start - 1),
            DateLanguage.linking.contains(before) || Self.prepositions.contains(before)
                || Self.blurring.contains(before)
        {
            return nil
        }
        switch found.kind {
        case .decade: break
        // `12.3.1931` alone may be in any text.
        case .day: guard dayNumber(start) != nil else { return nil }
        case .month:
            let isMonth = language.months[Self.unelided(first)] != nil
            guard isMonth, !DateLanguage.ambiguousMonths.contains(first) else { return nil }
        default: return nil
        }
        return reading(start..<found.end, found.range, found.kind, words: start..<found.end)
    }

    private func has(_ words: [String], at start: Int) -> Bool {
        words.indices.allSatisfy { plain(start + $0) == words[$0] && !endsClause(start + $0) }
    }

    /// `und 1935` behind a date is a second date, so both are words.
    private func goesOn(_ found: Found, in language: DateLanguage) -> Bool {
        guard !endsClause(found.end - 1), let next = plain(found.end) else { return false }
        if DateLanguage.continuing.contains(next) || Self.continuing.contains(next) { return true }
        if found.kind == .year, DateLanguage.counted.contains(next) { return true }
        return DateLanguage.joining.contains(next) && self.found(at: found.end + 1, in: language) != nil
    }

    /// With the words as an alternative. A day or month ranks pages that name it; small words and a year say too little.
    private func reading(
        _ pieces: Range<Int>, _ dates: CivilDateRange, _ kind: DatePhrase.Kind, words: Range<Int>
    ) -> PlainReading {
        let ranks = words.lowerBound > pieces.lowerBound || words == pieces && dayNumber(pieces.lowerBound) != nil
        return reading(pieces, isUnmistakable: [.day, .month].contains(kind)) { range in
            let fact = QueryExpression.filter(QueryFilter(condition: .date(dates), range: range))
            guard !isExcluded(pieces.lowerBound) else { return fact }
            let terms = words.map { index in
                var term = QueryTerm(text: typed(index), range: self.range(index))
                term.count = ranks ? 1 : 0
                return QueryExpression.term(term)
            }
            return QueryExpression.disjunction([fact, .conjunction(terms)].compactMap { $0 }) ?? fact
        }
    }

    // MARK: - Dates

    /// Behind articles and the word for year or month.
    private func found(at start: Int, in language: DateLanguage) -> Found? {
        var core = start
        while core - start < Self.mostFillers, let word = plain(core), language.fillers.contains(word),
            !endsClause(core)
        {
            core += 1
        }
        let date = decade(core, language) ?? day(core, language) ?? month(core, language) ?? year(core)
        guard let date, let first = date.range.from?.year, let last = date.range.to?.year, first >= Self.firstYear,
            last <= today.year + Self.yearsAhead
        else { return nil }
        return date
    }

    /// `1930er Jahre`, `années 1930`. `1900` may be a hundred years.
    private func decade(_ start: Int, _ language: DateLanguage) -> Found? {
        let number: Int?
        var end = start + 1
        if let decade = language.decade {
            guard plain(start) == decade, !endsClause(start) else { return nil }
            (number, end) = (self.number(start + 1, digits: 4), start + 2)
        } else {
            guard let word = word(start), word.hasSuffix("er") || word.hasSuffix("ern") else { return nil }
            number = Int(digits: word.prefix(4), most: 4).flatMap { [6, 7].contains(word.utf8.count) ? $0 : nil }
            if let next = self.word(end), ["jahre", "jahren"].contains(next), !endsClause(start) { end += 1 }
        }
        guard let number, number % 10 == 0, number % 100 != 0, let from = CivilDate(year: number) else { return nil }
        return Found(
            range: CivilDateRange(from: from, to: CivilDate(year: number + 9)), kind: .decade, core: start, end: end)
    }

    private func day(_ start: Int, _ language: DateLanguage) -> Found? {
        if let word = word(start), word.utf8.first?.isDigit == true, case .date(let date)? = TypedDate(word) {
            return date.day.map { _ in Found(range: CivilDateRange(date), kind: .day, core: start, end: start + 1) }
        }
        guard let day = dayNumber(start), let (month, year, end) = monthAndYear(start + 1, language) else { return nil }
        return CivilDate(year: year, month: month, day: day).map {
            Found(range: CivilDateRange($0), kind: .day, core: start, end: end)
        }
    }

    private func month(_ start: Int, _ language: DateLanguage) -> Found? {
        guard let (month, year, end) = monthAndYear(start, language) else { return nil }
        return CivilDate(year: year, month: month).map {
            Found(range: CivilDateRange($0), kind: .month, core: start, end: end)
        }
    }

    private func year(_ start: Int) -> Found? {
        number(start, digits: 4).flatMap { CivilDate(year: $0) }.map {
            Found(range: CivilDateRange($0), kind: .year, core: start, end: start + 1)
        }
    }

    /// `März 1931`, `de marzo de 1931`, `d'avril 1931`.
    private func monthAndYear(_ start: Int, _ language: DateLanguage) -> (month: Int, year: Int, end: Int)? {
        var index = start
        func skipLink() {
            if let word = plain(index), ["de", "del", "di"].contains(word), !endsClause(index) { index += 1 }
        }
        skipLink()
        guard let name = plain(index).map(Self.unelided), let month = language.months[name] else { return nil }
        index += 1
        skipLink()
        return number(index, digits: 4).map { (month, $0, index + 1) }
    }

    private func number(_ index: Int, digits: Int) -> Int? {
        guard let word = word(index), word.utf8.count == digits else { return nil }
        return Int(digits: word[...], most: digits)
    }

    /// `5`, `1er`, `1º`, `3e`.
    private func dayNumber(_ index: Int) -> Int? {
        guard let word = word(index), word.utf8.first?.isDigit == true else { return nil }
        let ending = ["er", "º", "°", "ste", "de", "e"].first { word.hasSuffix($0) } ?? ""
        return Int(digits: word.dropLast(ending.count), most: 2).flatMap { (1...31).contains($0) ? $0 : nil }
    }

    private static let elisions = ["d'", "dell'", "nell'"]

    private static func unelided(_ word: String) -> String {
        guard word.contains("'") else { return word }
        return elisions.first(where: word.hasPrefix).map { String(word.dropFirst($0.count)) } ?? word
    }

    private func plain(_ index: Int) -> String? {
        guard let word = word(index) else { return nil }
        return word.contains("\u{2019}") ? word.replacing("\u{2019}", with: "'") : word
    }
}
