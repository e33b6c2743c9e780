import GRDB
internal import GRDBSQLite

/// A place in a text where a unit of the query is.
struct TextMark: Sendable, Equatable {
    /// UTF-8 offsets.
    var range: Range<Int>
    /// Which unit of the query: an index into the plan's units.
    var unit: Int
}

/// Finds words and phrases in texts with the tokenizer of the full-text tables, so that a mark is exactly where the
/// query matched. The tables themselves are contentless and cannot tell (design decision D7).
struct PhraseMarker {
    private let tokenizer: any FTS5Tokenizer
    /// Every different stem of the query; the place in this list stands for it.
    private let stems: [[UInt8]]
    /// The units as stems.
    private let units: [[Int]]

    init(_ db: Database, units texts: [String]) throws {
        let components = IndexSchema.tokenizer.split(separator: " ").map(String.init)
        tokenizer = try db.makeTokenizer(FTS5TokenizerDescriptor(components: components))
        var stems: [[UInt8]] = []
        var units: [[Int]] = []
        for text in texts {
            let collector = TokenCollector(stems: nil)
            try collector.run(tokenizer, text)
            units.append(
                collector.words.map { word in
                    if let known = stems.firstIndex(of: word) { return known }
                    stems.append(word)
                    return stems.count - 1
                })
        }
        self.stems = stems
        self.units = units
    }

    /// In the order of the text; they do not overlap, the longer of two that would goes first.
    func marks(in text: String) throws -> [TextMark] {
        let collector = TokenCollector(stems: stems)
        try collector.run(tokenizer, text)
        let tokens = collector.tokens
        var found: [TextMark] = []
        for (position, token) in tokens.enumerated() where token.stem >= 0 {
            for (unit, phrase) in units.enumerated() where phrase.first == token.stem {
                let end = position + phrase.count
                guard end <= tokens.count, zip(tokens[position..<end], phrase).allSatisfy({ $0.stem == $1 }) else {
                    continue
                }
                found.append(TextMark(range: token.range.lowerBound..<tokens[end - 1].range.upperBound, unit: unit))
            }
        }
        found.sort {
            $0.range.lowerBound != $1.range.lowerBound
                ? $0.range.lowerBound < $1.range.lowerBound : $0.range.count > $1.range.count
        }
        var last = 0
        return found.filter { mark in
            guard mark.range.lowerBound >= last else { return false }
            last = mark.range.upperBound
            return true
        }
    }
}

/// Receives the tokens of a text from FTS5 (SQLite documentation, "Custom Tokenizers").
private final class TokenCollector {
    struct Token {
        /// Place in the list of stems that are looked for; -1 for any other.
        var stem: Int
        var range: Range<Int>
    }

    private(set) var tokens: [Token] = []
    /// The stems themselves, when none are looked for.
    private(set) var words: [[UInt8]] = []
    private let stems: [[UInt8]]?

    init(stems: [[UInt8]]?) { self.stems = stems }

    func run(_ tokenizer: any FTS5Tokenizer, _ text: String) throws {
        var text = text
        let status = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                tokenizer.tokenize(
                    context: Unmanaged.passUnretained(self).toOpaque(), tokenization: .document,
                    pText: characters.baseAddress, nText: CInt(characters.count),
                    tokenCallback: { context, _, token, count, start, end in
                        guard let context, let token else { return SQLITE_OK }
                        let bytes = UnsafeRawBufferPointer(start: token, count: Int(count))
                        Unmanaged<TokenCollector>.fromOpaque(context).takeUnretainedValue()
                            .add(bytes, Int(start)..<Int(end))
                        return SQLITE_OK
                    })
            }
        }
        guard status == SQLITE_OK else {
            throw DocSearchError(.failed, "SQLite could not divide a text into words (code \(status)).")
        }
    }

    private func add(_ token: UnsafeRawBufferPointer, _ range: Range<Int>) {
        guard let stems else { return words.append(Array(token)) }
        let stem = stems.firstIndex { $0.count == token.count && $0.elementsEqual(token) }
        tokens.append(Token(stem: stem ?? -1, range: range))
    }
}

extension IndexStore {
    /// Where the units are in each of the texts.
    func marks(of units: [String], in texts: [Int64: String]) throws -> [Int64: [TextMark]] {
        guard !units.isEmpty, !texts.isEmpty else { return [:] }
        return try read { db in
            let marker = try PhraseMarker(db, units: units)
            return try texts.mapValues { try marker.marks(in: $0) }
        }
    }
}
