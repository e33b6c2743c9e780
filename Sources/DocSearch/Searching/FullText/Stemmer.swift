import GRDB

/// The way in which an index joins the inflections of a word. Recorded in the index; changing it rebuilds its full-text
/// tables.
public enum Stemmer: String, Sendable, CaseIterable {
    /// Porter's algorithm for English (1980): `running` is found by `run`.
    case porter
    /// Words are found only as written, ignoring case and marks.
    case none

    static let key = "stemmer"

    /// SQLite documentation, "FTS5 Tokenizers".
    var tokenizer: String {
        (self == .porter ? "porter " : "")
            + "\(ArchiveTokenizer.name) remove_diacritics 2 \(ArchiveTokenizer.equalLetters)"
    }

    /// Tables that another release made divide words as that release did.
    static func withoutStems(_ tokenizer: String) -> String {
        tokenizer.hasPrefix("porter ") ? String(tokenizer.dropFirst("porter ".count)) : tokenizer
    }
}

extension IndexStore {
    static let tokenizerKey = "tokenizer"

    func meta(_ key: String) throws -> String? { try read { db in try db.meta(key) } }

    func stemmer() throws -> Stemmer { try meta(Stemmer.key).flatMap(Stemmer.init) ?? .porter }

    func tokenizer() throws -> String { try meta(Self.tokenizerKey) ?? stemmer().tokenizer }

    /// That of `word_fts`.
    func wordTokenizer() throws -> String { Stemmer.withoutStems(try tokenizer()) }
}
