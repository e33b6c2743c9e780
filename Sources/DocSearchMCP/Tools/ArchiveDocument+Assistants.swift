import DocSearch

extension ArchiveDocument {
    /// With names as long as a person reads. Those of any length would leave an assistant no room for the rest.
    var briefly: ArchiveDocument {
        var document = self
        document.title = Self.cut(title)
        document.authors = authors.prefix(Self.mostNames).map(Self.cut)
        document.tags = tags.prefix(Self.mostNames).map(Self.cut)
        document.summary = summary.map(Self.cut)
        return document
    }

    private static let mostNames = 20
    private static let mostCharacters = 500

    private static func cut(_ text: String) -> String {
        guard text.unicodeScalars.count > mostCharacters else { return text }
        return String(text.unicodeScalars.prefix(mostCharacters)) + "…"
    }
}
