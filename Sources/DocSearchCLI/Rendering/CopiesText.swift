import DocSearch

struct CopiesText {
    let copies: ArchiveCopies
    let style: Style
    var folders: [Int64: String] = [:]

    var text: String {
        guard copies.groupCount > 0 else { return "No copies among \(copies.documents.counted("document")).\n" }
        let groups = copies.groups.enumerated().map { text($0 + 1, $1) }.joined(separator: "\n")
        let verb = copies.copyCount == 1 ? "repeats" : "repeat"
        let shown = copies.groups.count < copies.groupCount ? " (\(copies.groups.count) shown)" : ""
        return """
            \(groups)
            \(copies.copyCount.counted("document")) of \(copies.documents) \(verb) \(copies.groupCount.counted("other"))\(shown).

            """
    }

    private static let mostShown = 10

    private func text(_ number: Int, _ group: CopyGroup) -> String {
        let rest = group.copies.count - Self.mostShown
        return """
            \(number). \(style.strong(TerminalText.safe(group.original.title)))
            \(style.faint("   \(pathLine(of: group.original))"))

            """ + group.copies.prefix(Self.mostShown).map(text).joined()
                + (rest > 0 ? "   and \(rest) more; --json has all of them\n" : "")
    }

    private func text(_ copy: CopyGroup.Copy) -> String {
        let kind = copy.hasSameContent ? "same content" : "\(Int(copy.likeness * 100)) % of the words are the same"
        var lines = ["   - \(kind): \(pathLine(of: copy.document))"]
        lines += copy.differences.map { difference in
            "     \(difference.field.rawValue): \(quoted(difference.copy)) instead of \(quoted(difference.original))"
        }
        if !copy.wordsOfCopy.isEmpty { lines.append("     words of its own: \(words(copy.wordsOfCopy))") }
        if !copy.wordsOfOriginal.isEmpty { lines.append("     words it lacks: \(words(copy.wordsOfOriginal))") }
        return lines.joined(separator: "\n") + "\n"
    }

    private func pathLine(of document: ArchiveDocument) -> String {
        "\(TerminalText.safe(document.path))\(folders[document.rootID].map { " in \(TerminalText.safe($0))" } ?? "")  (document \(document.id), \(document.pageCount.counted("page")))"
    }

    private func quoted(_ value: String) -> String { value.isEmpty ? "none" : "\"\(TerminalText.safe(value))\"" }

    private func words(_ words: [String]) -> String { words.map { TerminalText.safe($0) }.joined(separator: ", ") }
}
