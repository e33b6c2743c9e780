import CivilCalendar
import QueryLanguage

/// What may have been meant where no document has all the words. A word that is there is right, unless a much commoner one
/// is with the others in some document; and a short word is like so many others that by itself only slips of the hand are
/// corrected in it. A path or a date that finds something is offered before a spelling.
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
    private static let oneMisreading = 0.5
    private static let shortestBeginning = 4
    private static let candidateLimit = 5
    private static let longestShort = 5
    /// As many times more pages has what a word that is there was meant to be.
    private static let muchCommoner = 10

    /// The query in the nearest spelling that a document has all words of, or else with the likeliest word for each that
    /// is nowhere.
    func spelling(_ parsed: ParsedQuery, _ plan: SearchPlan, _ evaluation: Evaluation) throws -> String? {
        let terms = replaceable(parsed, plan)
        let unknown = terms.filter { evaluation.postings[$0.unit].rows.isEmpty }
        var doubts = try unknown.suffix(Self.wordLimit).map { term, unit in
            SpellingChoice.Doubt(unit: unit, spellings: try spellings(of: term, besideOthers: terms.count > 1))
        }
        for (term, unit) in terms where doubts.count < Self.wordLimit {
            let rows = evaluation.postings[unit].rows
            guard !rows.isEmpty, !unknown.isEmpty || rows.count <= Self.doubtfulPages else { continue }
            let spellings = try commoner(than: term, on: rows.count)
            if !spellings.isEmpty { doubts.append(SpellingChoice.Doubt(unit: unit, spellings: spellings, rows: rows)) }
        }
        let chosen = SpellingChoice(doubts, plan, evaluation).chosen
        return try replaced(terms, in: parsed) { term, unit in
            try chosen[unit].map { try written($0, like: term.text) }
        }
    }

    /// The query as a part of a path, or with what words that are nowhere may be instead: a day in figures, or a part of
    /// a path.
    func facts(_ parsed: ParsedQuery, _ plan: SearchPlan, _ evaluation: Evaluation) throws -> String? {
        guard rowMap.count <= Self.mostPaths else { return nil }
        let whole = parsed.text.unicodeScalars.split { $0.properties.isWhitespace || $0.isQuote }.map { String($0) }
            .joined(separator: " ")
        if whole.unicodeScalars.count >= Self.shortestBeginning, try index.isInPaths(whole) {
            return QueryFilter.Condition.path(whole).canonicalText
        }
        let unknown = replaceable(parsed, plan).filter { evaluation.postings[$0.unit].rows.isEmpty }
        return try replaced(unknown.suffix(Self.wordLimit), in: parsed) { term, _ in
            guard term.field == .any, term.text.unicodeScalars.count >= Self.shortestBeginning else { return nil }
            if case .date(let day)? = TypedDate(term.text), day.day != nil {
                return QueryFilter.Condition.date(CivilDateRange(day)).canonicalText
            }
            return try term.text != whole && index.isInPaths(term.text)
                ? QueryFilter.Condition.path(term.text).canonicalText : nil
        }
    }

    private typealias Replaceable = (term: QueryTerm, unit: Int)

    private func replaceable(_ parsed: ParsedQuery, _ plan: SearchPlan) -> [Replaceable] {
        (parsed.expression?.terms ?? []).prefix(64).compactMap { term in
            guard term.form == .word, ![.note, .label].contains(term.field),
                let unit = plan.units.firstIndex(of: SearchUnit(term)), plan.weights[unit] > 0
            else { return nil }
            return (term, unit)
        }
    }

    private func replaced(
        _ terms: some Sequence<Replaceable>, in parsed: ParsedQuery, by better: (QueryTerm, Int) throws -> String?
    ) rethrows -> String? {
        var scalars = Array(parsed.text.unicodeScalars)
        var hasChanged = false
        // From the end, so that ranges before stay where they are.
        for (term, unit) in terms.sorted(by: { $0.term.range.lowerBound > $1.term.range.lowerBound }) {
            // Behind a minus or a field.
            guard let better = try better(term, unit),
                let range = scalars[term.range.clamped(to: scalars.indices)].ranges(of: Array(term.text.unicodeScalars))
                    .last
            else { continue }
            scalars.replaceSubrange(range, with: better.unicodeScalars)
            hasChanged = true
        }
        return hasChanged ? String(String.UnicodeScalarView(scalars)) : nil
    }

    /// The likeliest first. A short word may have any wrong letter where others of the query are beside it.
    private func spellings(of term: QueryTerm, besideOthers areBeside: Bool) throws -> [SpellingChoice.Spelling] {
        let words = try index.writtenWords(term.text)
        // Another number is no other spelling of it; but it may have been typed in part.
        if term.text.unicodeScalars.contains(where: { $0.properties.numericType != nil }) {
            guard try isBeginning(words) else { return [] }
            return [
                SpellingChoice.Spelling(word: term.text + "*", distance: 1, rows: try rows(.prefix(term.text), term))
            ]
        }
        guard words.count == 1, let word = words.first else { return [] }
        let similar = SimilarWords(index)
        // A word that was typed in part may have a rest of any length.
        let isLong = word.unicodeScalars.count >= Self.shortestBeginning
        var whole = try isLong ? similar.completions(of: word, limit: Self.candidateLimit) : []
        for position in whole.indices { whole[position].distance = 1 }
        let candidates = try whole + similar.candidates(for: word).filter { $0.pages > 0 }
        // It is right, only not here: in another field, or beside other words.
        guard !candidates.contains(where: { $0.word == word }) else { return [] }
        let likely = candidates.filter { candidate in
            !StopWords.contains(candidate.word) && !Self.lacksBeginning(candidate.word, of: word)
        }
        let alone = likely.filter { candidate in
            whole.contains(candidate) || word.unicodeScalars.count > Self.longestShort
                || Self.isSlip(word, for: candidate.word)
        }
        let others = likely.filter {
            !alone.contains($0) && $0.distance <= (areBeside && isLong ? 1 : Self.oneMisreading)
        }
        return try right(alone.prefix(Self.candidateLimit), for: word, term)
            + right(others.prefix(Self.candidateLimit), for: word, term, areBeside ? .besideOthers : .asMisread)
    }

    /// Words for one that is on `pages`: only on a few, or beside one that is nowhere.
    private func commoner(than term: QueryTerm, on pages: Int) throws -> [SpellingChoice.Spelling] {
        let words = try index.writtenWords(term.text)
        guard words.count == 1, let word = words.first, word.unicodeScalars.count >= Self.shortestBeginning,
            !word.unicodeScalars.contains(where: { $0.properties.numericType != nil })
        else { return [] }
        let likely = try SimilarWords(index).candidates(for: word).filter { candidate in
            candidate.distance > 0 && candidate.distance <= 1 && candidate.pages >= Self.muchCommoner * pages
                && !StopWords.contains(candidate.word) && !Self.lacksBeginning(candidate.word, of: word)
        }
        return try right(likely.prefix(Self.candidateLimit), for: word, term, .besideOthers)
    }

    private enum Likelihood { case alone, besideOthers, asMisread }

    private func right(
        _ candidates: some Sequence<SimilarWords.Candidate>, for word: String, _ term: QueryTerm,
        _ likelihood: Likelihood = .alone
    ) throws -> [SpellingChoice.Spelling] {
        try candidates.compactMap { candidate in
            let found = try index.wordPostings(FullTextExpression.quoted(candidate.word)).rows
            let isMisread = try Self.isMisread(candidate, for: word, pages: found.count) || isDoubtful(found)
            // Nobody types what recognition misread, but the word may be meant that it was.
            guard
                isMisread
                    ? candidate.distance <= Self.oneMisreading && found.count <= Self.doubtfulPages
                    : likelihood != .asMisread
            else { return nil }
            let rows = try rows(.stems(candidate.word), term)
            return rows.isEmpty
                ? nil
                : SpellingChoice.Spelling(
                    word: candidate.word, distance: candidate.distance + (isMisread ? 1 : 0), rows: rows,
                    isLikelyAlone: likelihood == .alone && !isMisread)
        }
    }

    private func rows(_ kind: SearchUnit.Kind, _ term: QueryTerm) throws -> [Int64] {
        try finder.find(SearchUnit(kind, field: term.field)).postings.rows
    }

    private func isBeginning(_ words: [String]) throws -> Bool {
        guard let last = words.last, last.utf8.count > 1 else { return false }
        let others = words.dropLast().map(FullTextExpression.quoted)
        let expression = FullTextExpression.all(others + [UnitFinder.prefixExpression(last)])
        return try !index.wordPostings(expression).rows.isEmpty
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
    private func written(_ word: String, like typed: String) throws -> String {
        guard !word.hasSuffix("*") else { return word }
        let rows = try index.wordPostings(FullTextExpression.quoted(word)).rows
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
