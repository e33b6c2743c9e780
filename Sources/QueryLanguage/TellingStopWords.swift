/// Stop words that are significant beside their neighbours: the A of `hepatitis A`, the IT of `IT department`.
package enum TellingStopWords {
    /// Queries with more words are prose.
    private static let mostWords = 8
    private static let beginnings: Set<String> = [
        "a", "an", "the", "this", "that", "these", "those", "such", "some", "any", "each", "every", "my", "our", "your",
        "his", "her", "its", "their", "of", "and", "or", "but", "nor",
    ]

    /// With `isApart` a word is itself, beside its neighbour or not. A single letter says nothing then.
    package static func pairs(in parts: [QueryExpression], isApart: Bool = false) -> [QueryExpression] {
        let words = parts.map(\.plainWord)
        return places(in: words).compactMap { position in
            guard let word = words[position] else { return nil }
            if isApart, word.wording.unicodeScalars.count > 1 { return parts[position] }
            let before = position > 0 ? words[position - 1] : nil
            let behind = position + 1 < words.count ? words[position + 1] : nil
            return QueryExpression.disjunction(
                [before.map { ($0, word) }, behind.map { (word, $0) }].compactMap { $0 }
                    .filter { !isStopWord($0) || !isStopWord($1) }.map { .term(phrase($0, $1)) })
        }
    }

    /// Pages that have these come first, and the others are found as well: a number or a letter beside its neighbour, as
    /// in `Section 8`, and a small letter between two words, as in `vitamin a deficiency`.
    package static func neighbours(in parts: [QueryExpression]) -> [[QueryTerm]] {
        let words = parts.map(\.plainWord)
        guard (2...mostWords).contains(words.count) else { return [] }
        return words.indices.compactMap { position in
            guard let word = words[position] else { return nil }
            let beside = [position - 1, position + 1].map { words.indices.contains($0) ? words[$0] : nil }
                .map { $0.flatMap { isStopWord($0) ? nil : $0 } }
            let phrases: [QueryTerm]
            if isStopWord(word) {
                guard word.wording.unicodeScalars.count == 1, let before = beside[0], let behind = beside[1] else {
                    return nil
                }
                phrases = [phrase(phrase(before, word), behind)]
            } else {
                // Two numbers may be one.
                guard isShort(word), !beside.contains(where: { $0.map(isNumber) ?? false }) else { return nil }
                phrases = [beside[0].map { phrase($0, word) }, beside[1].map { phrase(word, $0) }].compactMap(\.self)
            }
            return phrases.isEmpty ? nil : phrases
        }
    }

    private static let mostDigits = 3

    /// A letter, a Roman numeral, or a few letters and digits.
    private static func isShort(_ term: QueryTerm) -> Bool {
        let text = term.wording
        if text.unicodeScalars.count == 1, text.uppercased() != text.lowercased() { return true }
        if text.allSatisfy("IVXLC".contains) { return true }
        return text.utf8.count <= mostDigits && text.contains(where: \.isNumber)
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    private static func isNumber(_ term: QueryTerm) -> Bool { term.wording.allSatisfy(\.isNumber) }

    private static func places(in words: [QueryTerm?]) -> [Int] {
        guard (2...mostWords).contains(words.count), words.contains(where: { $0.map { !isStopWord($0) } ?? false })
        else {
            return []
        }
        return words.indices.filter { words[$0].map(isStopWord) == true && tells($0, in: words) }
    }

    /// Capitals among other words mark an abbreviation or a single-letter name, and so do places without an article or
    /// preposition: a letter at the end, and one of two words.
    private static func tells(_ position: Int, in words: [QueryTerm?]) -> Bool {
        guard let word = words[position] else { return false }
        let text = word.wording
        let isLetter = text.unicodeScalars.count == 1
        let isInCapitals = isCapital(text) && !words.allSatisfy { $0.map { isCapital($0.wording) } ?? true }
        // The first word of a sentence has a capital too.
        if isInCapitals, position > 0 || !isLetter { return true }
        if words.count == 2 { return position == 1 || !beginnings.contains(text.lowercased()) }
        return isLetter && position == words.count - 1
    }

    private static func isCapital(_ text: String) -> Bool { text == text.uppercased() && text != text.lowercased() }

    /// The words of a pair that are in capitals, and stand out so.
    package static func capitals(of pair: String) -> Set<String> {
        let words = pair.split(separator: " ").map(String.init)
        return words.allSatisfy(isCapital) ? [] : Set(words.filter(isCapital))
    }

    private static func isStopWord(_ term: QueryTerm) -> Bool { StopWords.contains(term.wording.lowercased()) }

    private static func phrase(_ first: QueryTerm, _ second: QueryTerm) -> QueryTerm {
        QueryTerm(
            text: "\(first.wording) \(second.wording)", form: .phrase,
            range: first.range.lowerBound..<max(first.range.upperBound, second.range.upperBound))
    }
}
