import QueryLanguage
import SentenceEmbedding

/// The words of a query for the model, without filters and exclusions.
struct MeaningQuestion: Sendable, Equatable {
    let text: String
    let tellingText: String
    /// A sentence or some words: the model is asked unless meaning is turned off.
    let isPlain: Bool
    /// The same in a script without spaces, of which words cannot be counted.
    let isUndivided: Bool

    /// Characters; as many as three words of two have, which is more than most names.
    private static let fewestUndivided = 6
    /// Bytes of UTF-8; a model reads less.
    private static let longest = 20_000

    var wordCount: Int { text.split(separator: " ").count }

    init?(_ query: ParsedQuery) {
        let parts = query.expression?.conjuncts ?? []
        let terms = parts.flatMap(Self.wantedTerms)
        guard !terms.isEmpty else { return nil }
        let hasWordsOnly = parts.allSatisfy(Self.isWordOrCondition)
        var text = hasWordsOnly ? Self.typed(query, parts) : terms.map(\.text).joined(separator: " ")
        if text.utf8.count > Self.longest { text = String(decoding: text.utf8.prefix(Self.longest), as: UTF8.self) }
        self.text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let words = terms.flatMap(\.words)
        let telling = words.filter { !StopWords.contains($0.lowercased()) }
        tellingText = telling.isEmpty ? self.text : telling.joined(separator: " ")
        isPlain = hasWordsOnly && Self.isMoreThanName(words, telling: telling)
        let undivided = words.reduce(0) { $0 + $1.unicodeScalars.count { TokenRuns.isUndivided($0.value) } }
        isUndivided = hasWordsOnly && undivided >= Self.fewestUndivided
    }

    /// Numbers and marks of files are looked for as they are and do not count. A capital at the beginning of each word
    /// makes a name.
    private static func isMoreThanName(_ words: [String], telling: [String]) -> Bool {
        func isSpoken(_ word: String) -> Bool { word.unicodeScalars.allSatisfy { !("0"..."9").contains($0) } }
        let spoken = telling.filter(isSpoken)
        guard words.count(where: isSpoken) >= 3, spoken.count >= 2 else { return false }
        return !spoken.allSatisfy { $0.unicodeScalars.first?.properties.isUppercase == true }
    }

    private static func isWordOrCondition(_ part: QueryExpression) -> Bool {
        switch part {
        case .term(let term): term.form == .word && term.field == .any
        case .filter, .not: true
        case .near, .all, .any: false
        }
    }

    /// Fields of people and files have no meaning.
    private static func wantedTerms(_ part: QueryExpression) -> [QueryTerm] {
        switch part {
        case .term(let term): [.any, .text, .title].contains(term.field) ? [term] : []
        case .near(let terms, _): terms
        case .all(let parts), .any(let parts): parts.flatMap(wantedTerms)
        case .filter, .not: []
        }
    }

    private static func typed(_ query: ParsedQuery, _ parts: [QueryExpression]) -> String {
        var scalars = Array(query.text.unicodeScalars)
        let ranges = parts.flatMap { part in
            let facts = part.filters.map(\.range)
            return if case .not = part { facts + part.terms.map(\.range) } else { facts }
        }
        for range in ranges where range.upperBound <= scalars.count {
            for position in range { scalars[position] = " " }
        }
        return String(String.UnicodeScalarView(scalars))
    }
}

extension MeaningQuestion {
    func snippet(of text: String, in chunk: Range<Int>, words: Int, by embedder: any Embedder) throws -> Snippet? {
        guard let part = text.part(chunk) else { return nil }
        let sentences = SentenceSplitter.sentences(in: String(part)).map {
            $0.lowerBound + chunk.lowerBound..<$0.upperBound + chunk.lowerBound
        }
        let parts = sentences.compactMap { text.part($0).map(String.init) }
        guard let last = sentences.last, parts.count == sentences.count else { return nil }
        let likeness = try embedder.likeness(of: parts, to: tellingText)
        let best = likeness.indices.max { likeness[$0] < likeness[$1] } ?? 0
        guard sentences.indices.contains(best), let shown = text.part(sentences[best].lowerBound..<last.upperBound)
        else { return nil }
        var snippet = Snippet(String(shown), marks: [], words: words)
        if sentences[best].lowerBound > 0 { snippet.text = "…" + snippet.text }
        if last.upperBound < text.utf8.count, snippet.text.last != "…" { snippet.text += "…" }
        return snippet
    }
}

extension String {
    func part(_ bytes: Range<Int>) -> Substring? {
        guard bytes.lowerBound >= 0, bytes.upperBound <= utf8.count else { return nil }
        let start = utf8.index(startIndex, offsetBy: bytes.lowerBound)
        let end = utf8.index(start, offsetBy: bytes.count)
        let first = String.Index(start, within: unicodeScalars)
        guard let first, let last = String.Index(end, within: unicodeScalars) else { return nil }
        return self[first..<last]
    }
}
