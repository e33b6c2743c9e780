import GRDB

struct TextMark: Sendable, Equatable {
    /// UTF-8 offsets.
    var range: Range<Int>
    var unit: Int
}

struct MarkPattern: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        case stems([String])
        case written(String)
        case prefix(String)
        case anyOf([String])
    }

    var kind: Kind
    var unit: Int

    var maySpan: Bool {
        if case .stems(let texts) = kind { texts.contains(where: SeamExpression.maySpan) } else { false }
    }
}

/// Marks exactly what the query matched, with the tokenizers of the full-text tables, which are contentless and cannot
/// tell.
struct PhraseMarker {
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
        wordReader = try TokenReader(db, Stemmer.withoutStems(tokenizer))
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

    /// In text order, without overlaps; of two overlapping ones the longer stays.
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
        // Words of phrases are numbered, so that a token is compared with each only once.
        var numbers: [Wanted: Int] = [:]
        var wanted: [(word: Wanted, phrases: [Int])] = []
        let numbered = phrases.enumerated().map { position, phrase in
            let words = phrase.words.enumerated().map { index, bytes in
                let word = Wanted(bytes: bytes, isPrefix: phrase.isPrefix && index == phrase.words.count - 1)
                let number = numbers[word] ?? wanted.count
                if number == wanted.count {
                    numbers[word] = number
                    wanted.append((word, []))
                }
                return number
            }
            wanted[words[0]].phrases.append(position)
            return words
        }
        let byFirstByte = Dictionary(grouping: wanted.indices) { wanted[$0].word.bytes.first ?? 0 }
        // Most tokens match no word, and their empty lists take no memory.
        var tokens: [(words: [Int], range: Range<Int>)] = []
        try reader.forEach(text) { token, range in
            let candidates = token.first.flatMap { byFirstByte[$0] } ?? []
            tokens.append((candidates.filter { wanted[$0].word.matches(token) }, range))
        }
        var found: [TextMark] = []
        for (position, token) in tokens.enumerated() {
            for number in token.words.flatMap({ wanted[$0].phrases }).sorted() {
                let phrase = numbered[number]
                guard position + phrase.count <= tokens.count,
                    phrase.enumerated().allSatisfy({ tokens[position + $0].words.contains($1) })
                else { continue }
                let end = tokens[position + phrase.count - 1].range.upperBound
                found.append(TextMark(range: token.range.lowerBound..<end, unit: phrases[number].unit))
            }
        }
        return found
    }

    private struct Wanted: Hashable {
        var bytes: [UInt8]
        var isPrefix: Bool

        func matches(_ token: UnsafeRawBufferPointer) -> Bool {
            let isLong = isPrefix ? token.count >= bytes.count : token.count == bytes.count
            return isLong && token.prefix(bytes.count).elementsEqual(bytes)
        }
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
