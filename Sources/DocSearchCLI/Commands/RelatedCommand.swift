import AnswerForms
import ArgumentParser
import DocSearch

struct RelatedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "related",
        abstract: "List the documents closest in meaning to another.",
        discussion: """
            DOC is a document's number, its path as "docsearch find" shows it (bundle.zip!/entry.pdf), its path on \
            disk, or its identifier if only one document has it. Needs the vectors that "docsearch index --meaning auto" \
            makes, and no model. Copies of the document are left out.

            Exit codes: 0 found, 1 nothing found, 2 not done, 64 wrong usage.

            Example:
              docsearch related 12 --page 3
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: ArgumentHelp("The document.", valueName: "doc")) var document: String
    @Option(help: "Find documents related to this page only, counted from 1.") var page: Int?
    @Option(help: "Documents to show.") var limit = 10
    @Option(help: ArgumentHelp("A query that every document must match, as in lang:de.", valueName: "query"))
    var filter: String?
    @Option(
        help: ArgumentHelp("Only documents in this remembered folder; may be given more than once.", valueName: "path"))
    var root: [String] = []
    @Flag(help: "Show each copy of a document separately.") var all = false
    @Flag(help: "Show hidden documents, too.") var hidden = false
    @Flag(help: "Print one JSON object.") var json = false

    func validate() throws {
        if limit < 1 { throw ValidationError("--limit must be 1 or more.") }
        if let page, page < 1 { throw ValidationError("--page must be 1 or more.") }
    }

    func run() throws {
        let index = global.archiveIndex(try .load())
        let found = try index.document(DocumentReference(document))
        var request = SearchRequest("")
        request.limit = limit
        request.filter = filter
        request.roots = root
        request.showsCopies = all
        request.showsHidden = hidden
        let related = try index.related(to: found, page: page, request)
        if json {
            try StandardOutput.write(RelatedJSON.object(found, page: page, related: related).json + "\n")
        } else {
            let style = Style(usesColor: global.usesColor)
            try StandardOutput.write(
                related.enumerated().map { Self.text($1, rank: $0 + 1, in: style) }.joined(separator: "\n"))
        }
        if related.isEmpty { throw ExitCode.nothingFound }
    }

    private static func text(_ related: RelatedDocument, rank: Int, in style: Style) -> String {
        let document = related.document
        let date = document.date.map { "  \($0.description.prefix(10))" } ?? ""
        let pages = related.pages.prefix(3).map(String.init).joined(separator: ", ")
        let noun = related.pages.prefix(3).count == 1 ? "page" : "pages"
        let similarity = (related.similarity * 100).rounded() / 100
        return """
            \(rank). \(style.strong(TerminalText.safe(document.title)))\(TerminalText.safe(date))  similarity \(similarity)
            \(style.faint("   \(TerminalText.safe(document.path))  (document \(document.id), \(noun) \(pages))"))

            """
    }
}
