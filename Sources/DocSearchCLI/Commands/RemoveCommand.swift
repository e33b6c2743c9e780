import ArgumentParser
import DocSearch

struct RemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a document, bundle or folder from the index.",
        discussion: """
            Source files are never changed. A bundle that is still in a remembered folder comes back with the next \
            "docsearch index"; naming the folder itself makes docsearch forget it.

            DOC is a document's number, its path as "docsearch find" shows it, its path on disk, or its identifier. A \
            folder whose name is a number is named as ./1931.

            Exit codes: 0 done, 2 not done, 64 wrong usage, 75 another run is writing.
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: ArgumentHelp("A document, or a path.", valueName: "doc|path")) var target: String

    func run() throws {
        let count = try global.archiveIndex(try .load()).remove(DocumentReference(target)) { warning in
            StandardError.write("warning: \(TerminalText.safe(warning))\n")
        }
        global.say("Removed \(count.counted("bundle")).")
    }
}
