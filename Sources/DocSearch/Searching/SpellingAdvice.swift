import CivilCalendar
import QueryLanguage

/// Other queries that may have been meant where no document has all the words. A word that is there is right, unless it is beside one that
/// is nowhere; and a short word is like so many others that by itself only slips of the hand are
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
    private static let shortestBeginning = 4
    private static let candidateLimit = 5
    private static let mostTried = 8
    private static let longestShort = 5
    /// As many times more pages has what a word that is there was meant to be.
    private static let muchCommoner = 10

    struct Offer {
        var query: String
        /// Hardly anything else was meant.
        var isSure = false
    }

    /// The query with words that some document has together, or else with the likeliest for each word that is nowhere.
    func spelling(_ parsed: ParsedQuery, _ plan: SearchPlan, _ evaluation: Evaluation) throws -> Offer? {
        let terms = replaceable(parsed, plan)
        let isNowhere = { (term: Replaceable) in evaluation.postings[term.unit].rows.isEmpty }
        let unknown = terms.indices.filter { isNowhere(terms[$0]) }
        guard !unknown.isEmpty else { return nil }
        var doubts = try unknown.suffix(Self.wordLimit).map { place in
            SpellingChoice.Doubt(
                place: place, spellings: try spellings(of: terms[place].term, amongOthers: terms.count > 1))
        }
        for place in terms.indices where !unknown.contains(place) && doubts.count < Self.wordLimit {
            let rows = evaluation.postings[terms[place].unit].rows
            let spellings = try commoner(than: terms[place].term, on: rows.count)
            guard !spellings.isEmpty else { continue }
            doubts.append(SpellingChoice.Doubt(place: place, spellings: spellings, rows: rows))
        }
        let choice = SpellingChoice(plan: plan, evaluation: evaluation, units: doubts.map { terms[$0.place].unit })
        let together = try choice.together(doubts) { try areBeside($0, in: terms) }
        let chosen = together ?? SpellingChoice.likeliest(doubts)
        let query = replaced(
            try chosen.map { (terms[$0].term, try written($1.word, like: terms[$0].term.text)) }, in: parsed)
        let isSure = together != nil && chosen.values.allSatisfy { $0.certainty != .guess }
        return query.map { Offer(query: $0, isSure: isSure) }
    }

    /// Whether each word that counts only beside another is beside the one before or behind it somewhere.
    private func areBeside(_ chosen: [Int: SpellingChoice.Spelling], in terms: [Replaceable]) throws -> Bool {
        func word(_ place: Int) -> String? {
            terms.indices.contains(place) ? chosen[place]?.word ?? terms[place].term.text : nil
        }
        return try chosen.allSatisfy { place, spelling in
            guard spelling.certainty == .beside else { return true }
            let phrases = [(place - 1, place), (place, place + 1)].compactMap { first, second in
                word(first).flatMap { first in word(second).map { "\(first) \($0)" } }
            }
            return try phrases.contains { try !rows(.stems($0), terms[place].term).isEmpty }
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
        let facts = try unknown.suffix(Self.wordLimit).compactMap { term, _ -> (QueryTerm, String)? in
            guard term.field == .any, term.text.unicodeScalars.count >= Self.shortestBeginning else { return nil }
            if case .date(let day)? = TypedDate(term.text), day.day != nil {
                return (term, QueryFilter.Condition.date(CivilDateRange(day)).canonicalText)
            }
            return try term.text != whole && index.isInPaths(term.text)
                ? (term, QueryFilter.Condition.path(term.text).canonicalText) : nil
        }
        return replaced(facts, in: parsed)
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

    private func replaced(_ terms: [(QueryTerm, String)], in parsed: ParsedQuery) -> String? {
        var scalars = Array(parsed.text.unicodeScalars)
        // From the end, so that ranges before stay where they are.
        for (term, text) in terms.sorted(by: { $0.0.range.lowerBound > $1.0.range.lowerBound }) {
            // Behind a minus or a field.
            let range = scalars[term.range.clamped(to: scalars.indices)].ranges(of: Array(term.text.unicodeScalars))
                .last
            if let range { scalars.replaceSubrange(range, with: text.unicodeScalars) }
        }
        let query = String(String.UnicodeScalarView(scalars))
        return query == parsed.text ? nil : query
    }

    /// The likeliest first.
    private func spellings(of term: QueryTerm, amongOthers: Bool) throws -> [SpellingChoice.Spelling] {
        let words = try index.writtenWords(term.text)
        // Another number is no other spelling of it; but it may have been typed in part.
        if term.text.unicodeScalars.contains(where: { $0.properties.numericType != nil }) {
            guard let last = words.last, last.utf8.count > 1 else { return [] }
            let rows = try rows(.prefix(term.text), term)
            return rows.isEmpty ? [] : [SpellingChoice.Spelling(word: term.text + "*", certainty: .guess, rows: rows)]
        }
        guard words.count == 1, let word = words.first else { return [] }
        let similar = SimilarWords(index)
        let length = word.unicodeScalars.count
        // A word that was typed in part may have a rest of any length.
        let whole =
            try length >= Self.shortestBeginning ? similar.completions(of: word, limit: Self.candidateLimit) : []
        let alike = try similar.candidates(for: word).filter { $0.pages > 0 }
        // It is right, only not here: in another field, or beside other words.
        guard !(whole + alike).contains(where: { $0.word == word }) else { return [] }
        var spellings = try whole.compactMap { try spelling($0, of: word, .guess, term) }
        var least: Double?
        for candidate in alike where least.map({ candidate.distance <= $0 }) ?? true {
            let isSlip = Self.isSlip(word, for: candidate.word)
            let isNear = candidate.distance <= 1
            let certainty: SpellingChoice.Certainty? =
                if isSlip || length > Self.longestShort && isNear {
                    .sure
                } else if length > Self.longestShort {
                    .guess
                } else if isNear, amongOthers, Self.isTypedInPassing(term, length) {
                    .beside
                } else {
                    nil
                }
            guard let certainty, let spelling = try spelling(candidate, of: word, certainty, term) else { continue }
            // Among words that are equally near, the other words of the query tell.
            if certainty != .beside { least = least ?? candidate.distance.rounded(.up) }
            spellings.append(spelling)
        }
        return Array(spellings.prefix(Self.mostTried))
    }

    /// Words for one that is on `pages`, beside one that is nowhere.
    private func commoner(than term: QueryTerm, on pages: Int) throws -> [SpellingChoice.Spelling] {
        let words = try index.writtenWords(term.text)
        guard words.count == 1, let word = words.first, Self.isTypedInPassing(term, word.unicodeScalars.count) else {
            return []
        }
        let likely = try SimilarWords(index).candidates(for: word).filter { candidate in
            candidate.distance > 0 && candidate.distance <= 1 && candidate.pages >= Self.muchCommoner * pages
        }
        return try likely.prefix(Self.candidateLimit).compactMap { try spelling($0, of: word, .beside, term) }
    }

    /// A short word with a wrong letter is often another word. One with a capital is a name.
    private static func isTypedInPassing(_ term: QueryTerm, _ length: Int) -> Bool {
        (shortestBeginning...longestShort).contains(length) && term.text.allSatisfy { $0.isLetter && !$0.isUppercase }
    }

    /// Nil for what nobody would type.
    private func spelling(
        _ candidate: SimilarWords.Candidate, of word: String, _ certainty: SpellingChoice.Certainty, _ term: QueryTerm
    ) throws -> SpellingChoice.Spelling? {
        guard !StopWords.contains(candidate.word), !Self.lacksBeginning(candidate.word, of: word) else { return nil }
        let found = try index.wordPostings(FullTextExpression.quoted(candidate.word)).rows
        guard !Self.isMisread(candidate, for: word, pages: found.count), try !isDoubtful(found) else { return nil }
        let rows = try rows(.stems(candidate.word), term)
        return rows.isEmpty ? nil : SpellingChoice.Spelling(word: candidate.word, certainty: certainty, rows: rows)
    }

    private func rows(_ kind: SearchUnit.Kind, _ term: QueryTerm) throws -> [Int64] {
        try finder.find(SearchUnit(kind, field: term.field)).postings.rows
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
