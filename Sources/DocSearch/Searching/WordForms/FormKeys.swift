import Foundation
import GRDB

/// The keys of words in the table `word_form`. Call from one thread.
struct FormKeys {
    private let reader: TokenReader
    private let stemmers: [FormLanguage: WordStemmer]

    /// Rows of endings of Korean words are in a language of their own, which has no stems.
    static let korean = "ko"
    /// Before the letters of a stem in reverse order.
    static let reversed = "<"
    /// Shorter stems are hardly compounds.
    static let shortestCompound = 7
    /// In Unicode scalars. Longer ones are no words.
    static let longest = 40

    init(_ db: Database, _ languages: some Sequence<FormLanguage>) throws {
        reader = try TokenReader(db, Stemmer.none.tokenizer)
        stemmers = Dictionary(
            languages.compactMap { WordStemmer($0) }.map { ($0.language, $0) }, uniquingKeysWith: { first, _ in first })
    }

    struct Word {
        /// As the full-text table of words has it.
        var token: String
        /// In small letters, with its accents.
        var written: String

        /// Letters, and the marks that belong to them.
        var isWord: Bool {
            let scalars = token.unicodeScalars
            return (2...FormKeys.longest).contains(scalars.count)
                && scalars.allSatisfy { $0.properties.isAlphabetic || LetterSign.isMark($0) }
        }

        var isKorean: Bool { token.unicodeScalars.allSatisfy { FormKeys.isKorean($0) } }
    }

    /// With how they stand in `text`, which is in UTF-8.
    func forEach(in text: String, _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Void) throws {
        var text = text
        try text.withUTF8 { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            try reader.forEach(String(decoding: bytes, as: UTF8.self)) { token, range in
                body(token, UnsafeRawBufferPointer(rebasing: bytes[range.clamped(to: bytes.indices)]))
            }
        }
    }

    func words(of text: String) throws -> [Word] {
        var words: [Word] = []
        try forEach(in: text) { words.append(Self.word($0, written: $1)) }
        return words
    }

    static func word(_ token: UnsafeRawBufferPointer, written: UnsafeRawBufferPointer) -> Word {
        let text = String(decoding: written, as: UTF8.self).lowercased()
        // The long s and ligatures are no letters of any stemmer.
        let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
        return Word(
            token: String(decoding: token, as: UTF8.self),
            written: isPlain ? text : text.precomposedStringWithCompatibilityMapping)
    }

    /// Without accents, as words are compared; so people who type none find forms, too.
    func stem(of word: Word, _ language: FormLanguage) throws -> String? {
        guard let stemmer = stemmers[language] else { return nil }
        let stem = stemmer.stem(word.written)
        if stem.utf8.allSatisfy({ $0 < 0x80 }) { return stem.isEmpty ? nil : stem }
        let folded = try reader.words(stem).joined()
        return folded.isEmpty ? nil : folded
    }

    static func reversed(_ stem: String) -> String {
        reversed + String(String.UnicodeScalarView(stem.unicodeScalars.reversed()))
    }

    /// The word and what is left of it without its first syllables: particles follow a Korean word, and other words stand
    /// before it.
    static func koreanEndings(of token: String) -> [String] {
        let scalars = Array(token.unicodeScalars)
        guard (2...longest).contains(scalars.count) else { return [] }
        return (0...scalars.count - 2).map { String(String.UnicodeScalarView(scalars[$0...])) }
    }

    private static func isKorean(_ scalar: Unicode.Scalar) -> Bool { (0xAC00...0xD7A3).contains(scalar.value) }

    /// Whether the bytes may have a Korean syllable.
    static func mayBeKorean(_ bytes: some Sequence<UInt8>) -> Bool { bytes.contains { 0xEA...0xED ~= $0 } }
}
