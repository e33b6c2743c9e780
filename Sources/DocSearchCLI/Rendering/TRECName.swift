import DocSearch

/// Names in TREC's forms, whose fields are separated by blanks: blanks in names become underscores.
enum TRECName {
    static func of(_ document: ArchiveDocument) -> String { field(document.identifier ?? document.path) }

    static func field(_ text: String) -> String {
        String(TerminalText.safe(text).map { $0.isWhitespace ? "_" : $0 })
    }
}
