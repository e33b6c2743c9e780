import AnswerForms
import ArgumentParser
import DocSearch

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write tags, notes and other decisions, or all documents, for other programs.",
        discussion: """
            With --user, all tags, corrections, notes and saved questions as JSON Lines, which "docsearch import" reads. \
            With --documents, all documents with their metadata, and with their texts when --text is given. Without FILE, \
            or with -, to standard output.

            Exit codes: 0 done, 2 not done, 64 wrong usage.

            Examples:
              docsearch export --user said.jsonl
              docsearch export --documents --csv documents.csv
            """)

    @OptionGroup var global: GlobalOptions
    @Argument(help: .init("The file to write.", valueName: "file")) var file = "-"
    @Flag(help: "Tags, corrections, notes and other decisions.") var user = false
    @Flag(help: "All documents with their metadata.") var documents = false
    @Flag(help: "With --documents, the texts of all pages as well.") var text = false
    @Flag(help: "With --documents, comma-separated values for a spreadsheet.") var csv = false

    func validate() throws {
        try refuse(if: user == documents, "Give one of --user and --documents.")
        try refuse(if: user && (text || csv), "--text and --csv go with --documents.")
        try refuse(if: text && csv, "Give one of --text and --csv.")
    }

    func run() throws {
        let index = try global.archiveIndex(.load())
        try StreamedOutput.write(to: file, what: "export") { output in
            if user { return try index.exportAnnotations { try output.write($0) } }
            if csv { try output.write(CSV.row(DocumentListing.columns)) }
            try index.forEachDocument { document, file in
                if csv { return try output.write(CSV.row(DocumentListing.cells(document, file: file))) }
                let pages = text ? try index.pages(of: document, withLayouts: false) : nil
                try output.write(DocumentListing.object(document, file: file, pages: pages).line)
            }
        }
    }
}
