import GRDB

/// A range in a text where a unit of the query is.
struct TextMark: Sendable, Equatable {
    /// UTF-8 offsets.
    var range: Range<Int>
    /// Which unit of the query: an index into the plan's units.
    var unit: Int
}

struct MarkPattern: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        /// One of these words and phrases in any of their forms.
        case stems([String])
        /// These words as they are written, next to each other.
        case written(String)
        /// The same, the last of them being the beginning of a word.
        case prefix(String)
        /// One of these words.
        case anyOf([String])
    }

    var kind: Kind
    var unit: Int

    /// Whether it may begin on one page and end on the next.
    var maySpan: Bool {
        if case .stems(let texts) = kind { texts.contains(where: SeamExpression.maySpan) } else { false }
    }
}

/// Finds words and phrases in texts with the tokenizers of the full-text tables, so that a mark is exactly where the
/// query matched. The tables themselves are contentless and cannot tell.
struct PhraseMarker {
    /// A pattern as words to compare with.
    private struct Phrase {
        var words: [[UInt8]]
        var unit: Int
        var isPrefix = false
    }

    private let stemReader: TokenReader
    private let wordReader: TokenReader
    private var stemPhrases: [Phrase] = []
    private var wordPhrases: [Phrase] = []

    init(_ db: Database, tokenizer: String, patterns: [MarkPattern]) throws {
        stemReader = try TokenReader(db, tokenizer)
        wordReader = try TokenReader(db, Stemmer.none.tokenizer)
        for pattern in patterns {
            func phrase(_ text: String, _ reader: TokenReader, isPrefix: Bool = false) throws -> Phrase {
                Phrase(words: try reader.tokens(text).map(\.bytes), unit: pattern.unit, isPrefix: isPrefix)
            }
            switch pattern.kind {
            case .stems(let texts): stemPhrases += try texts.map { try phrase($0, stemReader) }
            case .written(let text): wordPhrases.append(try phrase(text, wordReader))
            case .prefix(let text): wordPhrases.append(try phrase(text, wordReader, isPrefix: true))
            case .anyOf(let words):
                wordPhrases += words.map { Phrase(words: [Array($0.utf8)], unit: pattern.unit) }
            }
        }
    }

    /// In the order of the text; they do not overlap, the longer of two that would goes first.
    func marks(in text: String) throws -> [TextMark] {
        var found = try Self.marks(of: stemPhrases, in: text, stemReader)
        found += try Self.marks(of: wordPhrases, in: text, wordReader)
        found.sort { ($0.range.lowerBound, $1.range.count) < ($1.range.lowerBound, $0.range.count) }
        var last = 0
        return found.filter { mark in
            guard mark.range.lowerBound >= last else { return false }
            last = mark.range.upperBound
            return true
        }
    }

    private static func marks(of phrases: [Phrase], in text: String, _ reader: TokenReader) throws -> [TextMark] {
        let phrases = phrases.filter { !$0.words.isEmpty }
        guard !phrases.isEmpty else { return [] }
        // Every word that a phrase looks for has a number, so that a token is compared with each only once.
        var wanted: [(word: [UInt8], isPrefix: Bool)] = []
        let numbered = phrases.map { phrase in
            phrase.words.enumerated().map { index, word in
                let isPrefix = phrase.isPrefix && index == phrase.words.count - 1
                if let known = wanted.firstIndex(where: { $0.word == word && $0.isPrefix == isPrefix }) { return known }
                wanted.append((word, isPrefix))
                return wanted.count - 1
            }
        }
        var tokens: [(words: UInt64, range: Range<Int>)] = []
        let firstBytes = Set(wanted.compactMap(\.word.first))
        try reader.forEach(text) { token, range in
            var words: UInt64 = 0
            if let first = token.first, firstBytes.contains(first) {
                for (number, candidate) in wanted.prefix(64).enumerated() {
                    let count = candidate.word.count
                    guard candidate.isPrefix ? token.count >= count : token.count == count else { continue }
                    if token.prefix(count).elementsEqual(candidate.word) { words |= 1 << UInt64(number) }
                }
            }
            tokens.append((words, range))
        }
        var found: [TextMark] = []
        for (position, token) in tokens.enumerated() where token.words != 0 {
            for (number, phrase) in numbered.enumerated() where position + phrase.count <= tokens.count {
                let isThere = phrase.enumerated().allSatisfy { offset, word in
                    word < 64 && tokens[position + offset].words & 1 << UInt64(word) != 0
                }
                guard isThere else { continue }
                let end = tokens[position + phrase.count - 1].range.upperBound
                found.append(TextMark(range: token.range.lowerBound..<end, unit: phrases[number].unit))
            }
        }
        return found
    }
}

extension IndexStore {
    func marks(of patterns: [MarkPattern], in texts: [Int64: String]) throws -> [Int64: [TextMark]] {
        guard !patterns.isEmpty, !texts.isEmpty else { return [:] }
        let tokenizer = try tokenizer()
        return try read { db in
            let marker = try PhraseMarker(db, tokenizer: tokenizer, patterns: patterns)
            return try texts.mapValues { try marker.marks(in: $0) }
        }
    }
}
