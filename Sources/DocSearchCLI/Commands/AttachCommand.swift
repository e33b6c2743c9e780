import ArgumentParser
import DocSearch

struct AttachCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach", abstract: "Attach an orphan's tags and notes to a document, or drop them.",
        discussion: """
            Tags, notes and other decisions on a document that can no longer be found are kept as an orphan; "docsearch \
            status --orphans" lists it with the ID that this command needs. "docsearch undo" undoes either.

            Exit codes: 0 done, 2 not done, 64 wrong usage.

            Examples:
              docsearch attach 5f0c letters/1931.pdf
              docsearch attach 5f0c --drop
            """)

    @OptionGroup var global: GlobalOptions
    @Argument(help: .init("The first letters of the orphan's ID.", valueName: "id")) var orphan: String
    @Argument(help: .init("The document to attach them to.", valueName: "doc")) var document: String?
    @Flag(help: "Drop the orphan's tags, notes and other decisions.") var drop = false

    func validate() throws { try refuse(if: drop == (document != nil), "Name a document or give --drop, not both.") }

    func run() throws {
        let index = try global.archiveIndex(.load())
        guard let document else {
            try index.drop(orphan, by: Person.name)
            return global.say("Dropped.")
        }
        let found = try index.document(DocumentReference(document))
        try index.attach(orphan, to: found, by: Person.name)
        global.say("Attached to \(found.path).")
    }
}
