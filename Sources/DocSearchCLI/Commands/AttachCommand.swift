import ArgumentParser
import DocSearch

struct AttachCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach",
        abstract: "Say which document an orphan is now, or drop what was said of it.",
        discussion: """
            What people said of a document that is not found again is kept; "docsearch status --orphans" lists it with \
            the ID that this command wants. "docsearch undo" takes either back.

            Exit codes: 0 done, 2 not done, 64 wrong usage.

            Examples:
              docsearch attach 5f0c letters/1931.pdf
              docsearch attach 5f0c --drop
            """)

    @OptionGroup var global: GlobalOptions
    @Argument(help: ArgumentHelp("The first letters of the orphan's ID.", valueName: "id")) var orphan: String
    @Argument(help: ArgumentHelp("The document that it is now.", valueName: "doc")) var document: String?
    @Flag(help: "Take back what was said of it.") var drop = false

    func validate() throws {
        if drop == (document != nil) { throw ValidationError("Name a document or give --drop, not both.") }
    }

    func run() throws {
        let index = global.archiveIndex(try .load())
        guard let document else {
            try index.drop(orphan, by: Person.name)
            return global.say("Dropped.")
        }
        let found = try index.document(DocumentReference(document))
        try index.attach(orphan, to: found, by: Person.name)
        global.say("Attached to \(TerminalText.safe(found.path)).")
    }
}
