import ArgumentParser
import DocSearch

struct EditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Correct what the metadata of a document says.",
        discussion: """
            A correction takes precedence over the metadata in display, search and sorting; the bundle itself is not \
            changed. An empty value removes one correction, --undo all corrections of the document.

            Exit codes: 0 done, 2 not done, 64 wrong usage.

            Examples:
              docsearch edit scan0417.pdf --title "Drainage report" --date 1931
              docsearch edit scan0417.pdf --undo
            """)

    @OptionGroup var global: GlobalOptions
    @Argument(help: .init("The document.", valueName: "doc")) var document: String
    @Option(help: "The title.") var title: String?
    @Option(help: "An author; repeat the option for several.") var author: [String] = []
    @Option(help: "The date: 1931, 1931-03 or 1931-03-05.") var date: String?
    @Option(help: "The language code, as in en or de-AT.") var language: String?
    @Option(help: "Add a note to the document.") var note: String?
    @Flag(help: "Remove all corrections of the document.") var undo = false

    func validate() throws {
        let isSaid = title != nil || !author.isEmpty || date != nil || language != nil || note != nil
        try refuse(if: !isSaid && !undo, "Say what to correct: --title, --author, --date, --language.")
        try refuse(if: isSaid && undo, "Give corrections or --undo, not both.")
    }

    func run() throws {
        let index = try global.archiveIndex(.load())
        let found = try index.document(DocumentReference(document))
        var corrections: [Decision.Kind: String?] = [:]
        if undo { for kind in Decision.Kind.corrections { corrections.updateValue(nil, forKey: kind) } }
        let authors = author.isEmpty ? nil : author.joined(separator: "\n")
        for (kind, value) in [(Decision.Kind.title, title), (.authors, authors), (.date, date), (.language, language)] {
            // An empty value takes the correction back.
            if let value { corrections.updateValue(value.isEmpty ? nil : value, forKey: kind) }
        }
        let isChanged = try index.correct(found, corrections, note: note, by: Person.name)
        global.say(isChanged ? "Done." : "Nothing is different.")
    }
}
