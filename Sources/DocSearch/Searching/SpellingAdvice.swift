import CivilCalendar
import QueryLanguage

/// "Did you mean", for words that are nowhere in the archive. A word that is there is right, however rare it is, and a
/// short word is like so many others that only slips of the hand are corrected in it. A path or a date that
/// finds something is offered before a spelling.
struct SpellingAdvice {
    let index: IndexStore
    let finder: UnitFinder
    let rowMap: DocumentRowMap
    let texts: ([Int64]) throws -> [Int64: String]

    /// In a larger archive, looking for a word in all paths takes more than a second.
    private static let mostPaths = 1_000_000
    /// Each takes some milliseconds.
    private static let wordLimit = 4
    /// A word on no more pages, and only where recognition read them, may be one that it misread.
    private static let doubtfulPages = 2
    private static let shortestBeginning = 4
    private static let candidateLimit = 5
    private static let longestShort = 5

    /// The query in another spelling. `pages` tells on how many pages each unit is.
    func spelling(_ parsed: ParsedQuery, _ plan: SearchPlan, pages: (Int) -> Int) throws -> String? {
        try replaced(parsed, plan, pages: pages) { try better($0.text, in: $0.field) }
    }

    /// The query as a part of a path, or with what such words may be instead: a day in figures, or a part of a path.
    func facts(_ parsed: ParsedQuery, _ plan: SearchPlan, pages: (Int) -> Int) throws -> String? {
        guard rowMap.count <= Self.mostPaths else { return nil }
        let whole = parsed.text.unicodeScalars.split { $0.properties.isWhitespace || $0.isQuote }.map { String($0) }
            .joined(separator: " ")
        if whole.unicodeScalars.count >= Self.shortestBeginning, try index.isInPaths(whole) {
            return QueryFilter.Condition.path(whole).canonicalText
        }
        return try replaced(parsed, plan, pages: pages) { term in
            guard term.field == .any, term.text.unicodeScalars.count >= Self.shortestBeginning else { return nil }
            if case .date(let day)? = TypedDate(term.text), day.day != nil {
                return QueryFilter.Condition.date(CivilDateRange(day)).canonicalText
            }
            return try term.text != whole && index.isInPaths(term.text)
                ? QueryFilter.Condition.path(term.text).canonicalText : nil
        }
    }

    private func replaced(
        _ parsed: ParsedQuery, _ plan: SearchPlan, pages: (Int) -> Int, by better: (QueryTerm) throws -> String?
    ) rethrows -> String? {
        var scalars = Array(parsed.text.unicodeScalars)
        var hasChanged = false
        // From the end, so that ranges before stay where they are.
        let terms = (parsed.expression?.terms ?? []).filter { $0.form == .word && ![.note, .label].contains($0.field) }
        for term in terms.prefix(64).sorted(by: { $0.range.lowerBound > $1.range.lowerBound }).prefix(Self.wordLimit) {
            guard let unit = plan.units.firstIndex(of: SearchUnit(term)), plan.weights[unit] > 0, pages(unit) == 0,
                let better = try better(term),
                // Behind a minus or a field.
                let range = scalars[term.range.clamped(to: scalars.indices)].ranges(of: Array(term.text.unicodeScalars))
                    .last
            else { continue }
            scalars.replaceSubrange(range, with: better.unicodeScalars)
            hasChanged = true
        }
        return hasChanged ? String(String.UnicodeScalarView(scalars)) : nil
    }

    private func better(_ text: String, in field: QueryTerm.Field) throws -> String? {
        let words = try index.writtenWords(text)
        // Another number is no other spelling of it; but it may have been typed in part.
        if text.unicodeScalars.contains(where: { $0.properties.numericType != nil }) {
            return try isBeginning(words) ? text + "*" : nil
        }
        guard words.count == 1, let word = words.first else { return nil }
        let similar = SimilarWords(index)
        // A word that was typed in part may have a rest of any length.
        let isLong = word.unicodeScalars.count >= Self.shortestBeginning
        let whole = try isLong ? similar.completions(of: word, limit: Self.candidateLimit) : []
        let candidates = try whole + similar.candidates(for: word).filter { $0.pages > 0 }
        // It is right, only not here: in another field, or beside other words.
        guard !candidates.contains(where: { $0.word == word }) else { return nil }
        let likely = candidates.filter { candidate in
            !StopWords.contains(candidate.word) && !Self.lacksBeginning(candidate.word, of: word)
                && (whole.contains(candidate) || word.unicodeScalars.count > Self.longestShort
                    || Self.isSlip(word, for: candidate.word))
        }
        for candidate in likely.prefix(Self.candidateLimit) where try isFound(candidate.word, in: field) {
            let found = try index.wordPostings(FullTextExpression.quoted(candidate.word)).rows
            if !Self.isMisread(candidate, for: word, pages: found.count), try !isDoubtful(found) {
                return try written(candidate.word, on: found, like: text)
            }
        }
        return nil
    }

    private func isBeginning(_ words: [String]) throws -> Bool {
        guard let last = words.last, last.utf8.count > 1 else { return false }
        let others = words.dropLast().map(FullTextExpression.quoted)
        let expression = FullTextExpression.all(others + [UnitFinder.prefixExpression(last)])
        return try !index.wordPostings(expression).rows.isEmpty
    }

    private func isFound(_ word: String, in field: QueryTerm.Field) throws -> Bool {
        try field == .any || !finder.find(SearchUnit(.stems(word), field: field)).postings.rows.isEmpty
    }

    /// Two letters are swapped, or one is doubled or should be.
    private static func isSlip(_ word: String, for other: String) -> Bool {
        let (letters, others) = (Array(word.unicodeScalars), Array(other.unicodeScalars))
        if letters.count == others.count {
            let wrong = letters.indices.filter { letters[$0] != others[$0] }
            return wrong.count == 2 && wrong[1] == wrong[0] + 1 && letters[wrong[0]] == others[wrong[1]]
                && letters[wrong[1]] == others[wrong[0]]
        }
        func once(_ letters: [Unicode.Scalar]) -> [Unicode.Scalar] {
            letters.indices.filter { $0 == 0 || letters[$0] != letters[$0 - 1] }.map { letters[$0] }
        }
        return abs(letters.count - others.count) == 1 && once(letters) == once(others)
    }

    /// People rarely leave out the first letter of a word, and recognition often does.
    private static func lacksBeginning(_ candidate: String, of word: String) -> Bool {
        candidate.unicodeScalars.first != word.unicodeScalars.first
            && candidate.unicodeScalars.first == word.unicodeScalars.dropFirst().first
            && candidate.unicodeScalars.dropFirst().first != word.unicodeScalars.first
    }

    /// A pair that recognition reads where there is one letter, and that letter.
    private static let misreadings = [("rn", "m"), ("cl", "d"), ("li", "h"), ("vv", "w"), ("ii", "u")]

    /// A word may come nearer to the typed one when a pair of its letters is one letter. On more than a few pages it is
    /// a word of its own, as `modern` is, unless it then is the very word that was typed.
    private static func isMisread(_ candidate: SimilarWords.Candidate, for word: String, pages: Int) -> Bool {
        let distance = SpellingDistance(word.unicodeScalars)
        return misreadings.contains { pair, letter in
            candidate.word.ranges(of: pair).contains { range in
                let read = candidate.word[..<range.lowerBound] + letter + candidate.word[range.upperBound...]
                guard read != word else { return true }
                let away = distance.to(read.unicodeScalars, limit: candidate.distance)
                return pages <= doubtfulPages && away.map { $0 < candidate.distance } ?? false
            }
        }
    }

    private func isDoubtful(_ rows: [Int64]) throws -> Bool {
        guard rows.count <= Self.doubtfulPages else { return false }
        return try rows.allSatisfy { row in
            guard let place = place(row), place.page > 0 else { return false }
            return try index.isRecognized(document: place.document, page: place.page)
        }
    }

    private func place(_ row: Int64) -> (document: Int64, page: Int)? {
        rowMap.ordinal(ofRow: row).map { (rowMap.ids[$0], Int(row - rowMap.firstRows[$0])) }
    }

    /// The index has neither capitals nor accents.
    private func written(_ word: String, on rows: [Int64], like typed: String) throws -> String {
        let places = rows.prefix(Self.candidateLimit).compactMap(place)
        for (document, page) in places {
            var found: [String] = []
            if page > 0, let id = try index.textID(document: document, page: page) {
                found = try texts([id]).map(\.value)
            } else if page == 0 {
                for field in [QueryTerm.Field.title, .author, .tag] {
                    found += try index.headTexts(field, documents: [document]).map(\.value)
                }
            }
            for text in found {
                let mark = try index.marks(of: [MarkPattern(kind: .written(word), unit: 0)], in: [0: text])[0]?.first
                guard let range = mark?.range else { continue }
                let letters = Array(text.utf8)
                let spelt = String(decoding: letters[range.clamped(to: letters.indices)], as: UTF8.self)
                // A word that is divided at the end of a line is whole on no page.
                guard spelt.allSatisfy({ $0.isLetter }) else { continue }
                return typed == typed.lowercased() ? spelt.lowercased() : spelt
            }
        }
        return word
    }
}
