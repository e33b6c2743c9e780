import AnswerForms
import ArgumentParser
import DocSearch

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

    func validate() throws { try refuse(if: add.isEmpty && remove.isEmpty, "Give a tag: +TAG or -TAG.") }

    func run() throws {
        let index = try global.archiveIndex(.load())
        let documents = try selection.find(in: index, verb: "Change the tags of", global)
        let count = try index.tag(documents, adding: add, removing: remove, by: Person.name)
        global.say("Changed the tags of \(count.counted("document")).")
    }
}

struct TagsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tags", abstract: "List all tags with the number of documents that have each, or rename one.",
        discussion: """
            Where the new name is a tag already, the two become one.

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
        let tags = try index.tags(includingHidden: hidden)
        if json {
            let list = tags.map { ["name": $0.tag, "documents": $0.documents, "added": $0.added] as JSONObject }
            return try StandardOutput.write(["tags": list])
        }
        try StandardOutput.write(tags.map { "\($0.documents)\t\(TerminalText.safe($0.tag))\n" }.joined())
    }
}
