import ArgumentParser
import DocSearch

struct HideCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hide", abstract: "Hide documents from searches, or show them again.",
        discussion: """
            Only "docsearch find --hidden" finds a hidden document, and files with the very same bytes, wherever they lie. It stays in the index; "docsearch undo" and --undo \
            show it again.

            Exit codes: 0 done, 1 the query finds nothing, 2 not done, 64 wrong usage.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var selection: DocumentSelection
    @Flag(help: "Show the documents again.") var undo = false

    func run() throws {
        let index = try global.archiveIndex(.load())
        let documents = try selection.find(in: index, verb: undo ? "Show" : "Hide", global)
        let count = try index.hide(documents, !undo, by: Person.name)
        let copies = try index.identicalCopies(of: documents)
        let others = copies > 0 ? ", with \(copies == 1 ? "a copy" : "\(copies) copies") of the same bytes" : ""
        global.say(
            "\(count) \(count == 1 ? "document is" : "documents are") \(undo ? "shown" : "hidden") now\(others).")
    }
}
