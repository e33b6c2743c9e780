import QueryLanguage
import SentenceEmbedding

struct PassageChooser {
    /// In words, about; a longer sentence is cut there.
    private static let longest = 160
    /// Bytes of UTF-8, from a little before the first word of the question on.
    private static let longestPage = 60_000
    /// Relevance against repetition (Carbonell and Goldstein 1998).
    private static let relevanceShare = 0.7
    /// The share of words from which on a passage says nothing new.
    private static let repetition = 0.7

    private let question: MeaningQuestion?
    private let embedder: (any Embedder)?

    /// Without a model, words are enough to choose by.
    init(_ query: ParsedQuery, embedder: (any Embedder)?) {
        question = MeaningQuestion(query)
        self.embedder = embedder
    }

    func passage(
        of page: PageText, marks: [Range<Int>], _ found: PageHit, in hit: SearchHit
    ) throws -> ContextPassage? {
        let (text, marks) = Self.part(of: page.text, marks)
        let sentences = SentenceSplitter.sentences(in: text)
        guard !sentences.isEmpty else { return nil }
        let parts = sentences.map { text.part($0).map(String.init) ?? "" }
        var gains = [Double](repeating: 0, count: sentences.count)
        for mark in marks {
            if let number = sentences.firstIndex(where: { $0.contains(mark) }) { gains[number] += 1 }
        }
        if let embedder, let question {
            for (number, value) in try embedder.likeness(of: parts, to: question.tellingText).enumerated() {
                gains[number] += Double(value)
            }
        }
        let chosen = Self.window(gains, lengths: parts.map(\.wordCount))
        let (first, last) = (sentences[chosen.lowerBound], sentences[chosen.upperBound - 1])
        guard let shown = text.part(first.lowerBound..<last.upperBound) else { return nil }
        return ContextPassage(
            document: hit.document, page: found.page, label: found.label, origin: found.origin,
            confidence: found.confidence, isByMeaning: found.isByMeaning, text: Self.cut(String(shown)))
    }

    private static func window(_ gains: [Double], lengths: [Int]) -> Range<Int> {
        var best = (gain: -1.0, range: 0..<1)
        for first in gains.indices {
            var (end, words, gain) = (first, 0, 0.0)
            while end < gains.count, end == first || words + lengths[end] <= longest {
                words += lengths[end]
                gain += gains[end]
                end += 1
            }
            if gain > best.gain { best = (gain, first..<end) }
        }
        return best.range
    }

    private static func cut(_ text: String) -> String {
        guard text.wordCount > 2 * longest else { return text }
        return text.split(separator: " ").prefix(2 * longest).joined(separator: " ") + "…"
    }

    private static func part(of text: String, _ marks: [Range<Int>]) -> (String, [Int]) {
        var offsets: [Int] = []
        var (next, byte) = (0, 0)
        for (position, scalar) in text.unicodeScalars.enumerated() where next < marks.count {
            if position == marks[next].lowerBound {
                offsets.append(byte)
                next += 1
            }
            byte += UTF8.width(scalar)
        }
        guard text.utf8.count > longestPage else { return (text, offsets) }
        let start = max(0, (offsets.first ?? 0) - longestPage / 10)
        let part = String(decoding: text.utf8.dropFirst(start).prefix(longestPage), as: UTF8.self)
        return (part, offsets.map { $0 - start })
    }

    // MARK: - Choosing

    /// The best first, each as different as possible from those before it.
    static func chosen(_ candidates: [ContextPassage], room: Int, cost: (ContextPassage) -> Int) -> [ContextPassage] {
        var open = candidates.enumerated().map { position, passage in
            (
                passage: passage, words: Set(passage.text.lowercased().split { !$0.isLetter && !$0.isNumber }),
                relevance: 1 - Double(position) / Double(candidates.count), repeated: 0.0
            )
        }
        var (chosen, left) = ([ContextPassage](), room)
        while !open.isEmpty {
            let values = open.map { relevanceShare * $0.relevance - (1 - relevanceShare) * $0.repeated }
            guard let position = values.indices.max(by: { values[$0] < values[$1] }) else { break }
            let next = open.remove(at: position)
            let price = cost(next.passage)
            guard next.repeated < repetition, price <= left else { continue }
            chosen.append(next.passage)
            left -= price
            for number in open.indices {
                let common = open[number].words.intersection(next.words).count
                let share = Double(common) / Double(max(1, min(open[number].words.count, next.words.count)))
                open[number].repeated = max(open[number].repeated, share)
            }
        }
        return chosen
    }
}

extension String {
    fileprivate var wordCount: Int { split(whereSeparator: \.isWhitespace).count }
}
