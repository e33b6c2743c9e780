import GRDB

/// How an index brings the forms of a word together. Recorded in the index; another one makes its full-text tables again.
public enum Stemmer: String, Sendable, CaseIterable {
    /// Porter's algorithm for English (1980): `running` is found by `run`.
    case porter
    /// Words are found as they are written, in capitals or not and with or without marks.
    case none

    static let key = "stemmer"

    /// As FTS5 takes it (SQLite documentation, "FTS5 Tokenizers").
    var tokenizer: String { (self == .porter ? "porter " : "") + "\(ArchiveTokenizer.name) remove_diacritics 2" }
}

extension IndexStore {
    static let tokenizerKey = "tokenizer"

    func meta(_ key: String) throws -> String? { try read { db in try db.meta(key) } }

    func stemmer() throws -> Stemmer { try meta(Stemmer.key).flatMap(Stemmer.init) ?? .porter }

    /// How the tables that are searched take words apart.
    func tokenizer() throws -> String { try meta(Self.tokenizerKey) ?? IndexSchema.firstTokenizer }

    /// Whether the tables are all there that this release has. If not, the next run makes them again.
    func hasSeams() throws -> Bool {
        try hasWrittenWords() && read { db in try db.tableExists(FullTextTables.current.seam) }
    }

    /// Whether words can be found as they are written. Tables of older releases have stems only, until the next run.
    func hasWrittenWords() throws -> Bool { try tokenizer().contains(ArchiveTokenizer.name) }
}
