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
}

extension IndexStore {
    static let tokenizerKey = "tokenizer"

    func meta(_ key: String) throws -> String? { try read { db in try db.meta(key) } }

    func stemmer() throws -> Stemmer { try meta(Stemmer.key).flatMap(Stemmer.init) ?? .porter }

    func tokenizer() throws -> String { try meta(Self.tokenizerKey) ?? stemmer().tokenizer }
}
