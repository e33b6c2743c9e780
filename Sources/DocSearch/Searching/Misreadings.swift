import QueryLanguage

/// Words that recognition may have read for those of a query: words of the archive that look like the one that was typed,
/// are rare beside it, and are nowhere but on recognised pages; two words that are parts of it; and one word for two
/// that stand side by side in the query.
///
/// Where only some pages may be seen, nothing found depends on the others.
struct Misreadings {
    let index: IndexStore
    let finder: UnitFinder

    /// By the number of the conjunct.
    typealias Found = [Int: [String]]

    /// Each takes some milliseconds.
    private static let mostWords = 5
    private static let mostOfWord = 8
    /// Shorter words are like too many others.
    private static let shortest = 4
    private static let shortestPart = 2
    /// A misreading is on no more pages than these, unless the word is on many times as many. Each page is looked at.
    private static let fewPages = 2
    private static let timesRarer = 10
    private static let mostPages = 50
    private static let mostPagesOfPart = 1000

    /// Less likely ones count only where `isNowhere`: no document has all the words.
    func find(for conjuncts: [QueryExpression], isNowhere: Bool) throws -> Found {
        let words = try conjuncts.map { try word(of: $0) }
        let telling = words.indices.filter { place in words[place].map { !StopWords.contains($0) } ?? false }
        guard telling.count <= Self.mostWords else { return [:] }
        var found: Found = [:]
        for place in telling {
            guard let word = words[place], word.unicodeScalars.count >= Self.shortest else { continue }
            found[place] = try misreadings(of: word, isNowhere)
        }
        for place in words.indices.dropLast() {
            guard let first = words[place], let second = words[place + 1],
                try isMisread(first + second, besides: 0)
            else { continue }
            for place in [place, place + 1] where telling.contains(place) {
                found[place, default: []].append(first + second)
            }
        }
        return found.filter { !$0.value.isEmpty }
    }

    /// As the archive's words are written; nil for anything but a single word of letters.
    private func word(of part: QueryExpression) throws -> String? {
        guard let term = part.plainWord, term.text.unicodeScalars.allSatisfy(\.properties.isAlphabetic) else {
            return nil
        }
        let words = try index.writtenWords(term.text)
        return words.count == 1 ? words[0] : nil
    }

    private func misreadings(of word: String, _ isNowhere: Bool) throws -> [String] {
        let pages = try rows(word).count
        var found: [String] = []
        let similar = SimilarWords(index, within: finder.permitted?.rows)
        for candidate in try similar.misreadings(
            of: word, within: Self.allowance(word, isNowhere), isNowhere: isNowhere)
        {
            guard found.count < Self.mostOfWord else { break }
            guard candidate.pages <= Self.mostPages(besides: pages) else { continue }
            if try isMisread(candidate.word, besides: pages) { found.append(candidate.word) }
        }
        let letters = Array(word.unicodeScalars)
        for cut in letters.indices.dropFirst(Self.shortestPart).dropLast(Self.shortestPart - 1) {
            let parts = [letters[..<cut], letters[cut...]].map { String(String.UnicodeScalarView($0)) }
            let phrase = parts.joined(separator: " ")
            guard try parts.allSatisfy(isThere), try !parts.allSatisfy(isCommon) else { continue }
            if try isMisread(phrase, besides: pages) { found.append(phrase) }
        }
        return found
    }

    private func isThere(_ word: String) throws -> Bool { try pages(with: word) > 0 }

    /// Two words that are both common are no parts of another. Where only some pages may be seen, it makes no difference,
    /// as that depends on the others.
    private func isCommon(_ word: String) throws -> Bool {
        try finder.permitted == nil && pages(with: word) > Self.mostPagesOfPart
    }

    private func pages(with word: String) throws -> Int {
        try index.fetchOne("SELECT doc FROM word_vocabulary WHERE term = ?", [word]) ?? 0
    }

    func documents(with text: String) throws -> Set<Int64> {
        Set(try rows(text).compactMap(finder.rowMap.ordinal(ofRow:)).map { finder.rowMap.ids[$0] })
    }

    private func rows(_ text: String) throws -> [Int64] {
        try finder.find(SearchUnit(.exact(text), field: .any)).postings.rows
    }

    /// In mistakes (``SpellingDistance``), tuned on every second page of the measure.
    private static func allowance(_ word: String, _ isNowhere: Bool) -> Double {
        let length = word.unicodeScalars.count
        return (length < 6 ? 0.5 : length < 9 ? 1 : 1.5) + (isNowhere ? 0.5 : 0)
    }

    private static func mostPages(besides pages: Int) -> Int { min(mostPages, max(fewPages, pages / timesRarer)) }

    /// Whether it is rare beside a word on `pages`, and on recognised pages only.
    private func isMisread(_ text: String, besides pages: Int) throws -> Bool {
        let rows = try rows(text)
        guard !rows.isEmpty, rows.count <= Self.mostPages(besides: pages) else { return false }
        return try rows.allSatisfy { row in
            guard let ordinal = finder.rowMap.ordinal(ofRow: row) else { return false }
            let page = Int(row - finder.rowMap.firstRows[ordinal])
            return try page > 0 && index.isRecognized(document: finder.rowMap.ids[ordinal], page: page)
        }
    }
}
