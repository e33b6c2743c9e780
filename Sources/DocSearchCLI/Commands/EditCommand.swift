import ArgumentParser
import DocSearch

struct EditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Correct what the metadata of documents says.",
        discussion: """
            A correction takes precedence over the metadata in display, search and sorting; the bundle itself is not \
            changed. An empty value removes one correction, --undo all corrections of the documents. "docsearch undo" \
            undoes the command, however many documents it changed.

            DOC is a document's number, its path as "docsearch find" shows it, its path on disk, or its identifier; a \
            folder stands for all documents in it.

            Exit codes: 0 done, 1 the query finds nothing, 2 not done, 64 wrong usage.

            Examples:
              docsearch edit scan0417.pdf --title "Drainage report" --date 1931
              docsearch edit --query 'path:minutes/1931 -has:date' --date 1931
              docsearch edit scan0417.pdf --undo
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var selection: DocumentSelection
    @Option(help: "The title.") var title: String?
    @Option(help: "An author; repeat the option for several.") var author: [String] = []
    @Option(help: "The date: 1931, 1931-03, 1931-03-05 or \"5 March 1931\".") var date: String?
    @Option(help: "The language code, as in en or de-AT.") var language: String?
    @Option(help: "Add a note to each document.") var note: String?
    @Flag(help: "Remove all corrections of the documents.") var undo = false

    func validate() throws {
        let isSaid = title != nil || !author.isEmpty || date != nil || language != nil || note != nil
        try refuse(if: !isSaid && !undo, "Say what to correct: --title, --author, --date, --language.")
        try refuse(if: isSaid && undo, "Give corrections or --undo, not both.")
    }

    func run() throws {
        let index = try global.archiveIndex(.load())
        let found = try selection.find(in: index, verb: "Correct", global)
        var corrections: [Annotation.Kind: String?] = [:]
        if undo { for kind in Annotation.Kind.corrections { corrections.updateValue(nil, forKey: kind) } }
        let authors = author.isEmpty ? nil : author.joined(separator: "\n")
        for (kind, value) in [
            (Annotation.Kind.title, title), (.authors, authors), (.date, date), (.language, language),
        ] {
            // An empty value removes the correction.
            if let value { corrections.updateValue(value.isEmpty ? nil : value, forKey: kind) }
        }
        let count = try index.correctAll(found, corrections, note: note, by: Person.name)
        let done = found.count == 1 ? "Done." : "Corrected \(count.counted("document"))."
        global.say(count > 0 ? done : "Nothing is different.")
    }
}
