import AnswerForms
import ArgumentParser
import DocSearch
import Foundation

struct TagCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tag", abstract: "Add tags to documents, or remove them.",
        discussion: """
            +TAG adds a tag, -TAG removes it; a tag from the metadata is ignored from then on, and the bundle itself is \
            not changed. Tags are kept in user.sqlite and found by the next search, even while a run is in progress. \
            "docsearch undo" undoes the command.

            DOC is a document's number, its path as "docsearch find" shows it, its path on disk, or its identifier; a \
            folder stands for all documents in it.

            Exit codes: 0 done, 1 the query finds nothing, 2 not done, 64 wrong usage.

            Examples:
              docsearch tag letters/1931 +council
              docsearch tag letters.zip +council +"street lamps" -draft
              docsearch tag --query 'author:wells 1931' +council
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var selection: DocumentSelection

    @Option(help: .init("Add this tag, as +TAG does.", valueName: "tag")) var add: [String] = []
    @Option(help: .init("Remove this tag, as -TAG does.", valueName: "tag")) var remove: [String] = []

    static func expanded(_ arguments: [String]) -> [String] {
        var expanded: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let tag = argument.dropFirst()
            switch argument {
            case "--": return expanded + [argument] + rest
            case "--query", "--root", "--add", "--remove", "--index", "--color":
                expanded += [argument, rest.popFirst()].compactMap(\.self)
            case "+", "-", "-h": expanded.append(argument)
            case _ where argument.hasPrefix("+"): expanded.append("--add=\(tag)")
            case _ where argument.hasPrefix("-") && !argument.hasPrefix("--"): expanded.append("--remove=\(tag)")
            default: expanded.append(argument)
            }
        }
        return expanded
    }

    func validate() throws { try refuse(if: add.isEmpty && remove.isEmpty, noTag) }

    /// A tag without its sign is taken for a document.
    private var noTag: String {
        let documents = selection.documents
        let tag = documents.count > 1 ? documents.last.flatMap { ShellText.word($0) } : nil
        let example = tag.map { "+\($0) adds it, -\($0) removes it" } ?? "+TAG adds it, -TAG removes it"
        let query = documents.lazy.compactMap { DocumentSelection.advice(on: $0) }.first
        return "Give a tag with its sign: \(example)." + (query.map { " \($0)" } ?? "")
    }

    func run() throws {
        let index = try global.archiveIndex(.load())
        let documents = try selection.find(in: index, verb: "Change the tags of", global)
        let count = try index.tag(documents, adding: add, removing: remove, by: Person.name)
        guard count > 0 else { return global.say("Nothing was changed. \(try reasons(documents, index))") }
        let same = documents.count - count
        let others = same > 0 ? "; \(same) of \(documents.count) needed no change" : ""
        global.say("Changed the tags of \(count.counted("document"))\(others).")
    }

    private func reasons(_ documents: [ArchiveDocument], _ index: ArchiveIndex) throws -> String {
        let isOne = documents.count == 1
        var reasons = add.map { tag in
            (isOne ? "The document has" : "All \(documents.count) documents have") + " the tag \"\(tag)\" already."
        }
        guard !remove.isEmpty else { return reasons.joined(separator: " ") }
        let tags = Set(try index.tags(includingHidden: true).map(\.tag))
        reasons += remove.map { tag in
            guard tags.contains(tag) else { return "There is no tag \"\(tag)\"; \"docsearch tags\" lists the tags." }
            let none = isOne ? "The document does not have" : "None of the \(documents.count) documents has"
            return "\(none) the tag \"\(tag)\"."
        }
        return reasons.joined(separator: " ")
    }
}

struct TagsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tags", abstract: "List all tags with the number of documents that have each, or rename one.",
        discussion: """
            Each line is the number of documents, a TAB and the tag, in the order of the alphabet. Where the new name is a \
            tag already, the two become one.

            Exit codes: 0 done, 2 not done, 64 wrong usage.

            Examples:
              docsearch tags
              docsearch tags --rename counsil --to council
            """)

    @OptionGroup var global: GlobalOptions
    @Option(help: .init("A tag to rename.", valueName: "tag")) var rename: String?
    @Option(help: .init("Its new name.", valueName: "tag")) var to: String?
    @Flag(help: "Count hidden documents, too.") var hidden = false
    @Flag(help: "Print one JSON object.") var json = false

    func validate() throws {
        try refuse(if: (rename == nil) != (to == nil), "Give both --rename and --to.")
        if rename != nil, hidden {
            throw ValidationError("--hidden can be used only when listing; --rename always changes all documents.")
        }
    }

    func run() throws {
        let index = try global.archiveIndex(.load())
        if let rename, let to {
            let count = try index.renameTag(rename, to: to, by: Person.name)
            return global.say("Changed the tags of \(count.counted("document")).")
        }
        let tags = try index.tags(includingHidden: hidden).sorted { Self.place($0.tag) < Self.place($1.tag) }
        if json {
            let list = tags.map { ["name": $0.tag, "documents": $0.documents, "added": $0.added] as JSONObject }
            return try StandardOutput.write(["tags": list])
        }
        if tags.isEmpty { global.say("No document has a tag. \"docsearch tag DOC +TAG\" adds one.") }
        try StandardOutput.write(tags.map { "\($0.documents)\t\(TerminalText.safe($0.tag))\n" }.joined())
    }

    /// Capitals and accents do not count, as in a list for readers.
    private static func place(_ tag: String) -> (String, String) {
        (tag.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil), tag)
    }
}
