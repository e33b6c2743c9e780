import AnswerForms
import ArgumentParser
import DocSearch

struct RelatedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "related", abstract: "List the documents closest in meaning to another.",
        discussion: """
            DOC is a document's number, its path as "docsearch find" shows it (bundle.zip!/entry.pdf), its path on \
            disk, or its identifier if only one document has it. Needs the vectors that "docsearch index --meaning auto" \
            makes, and no model. Copies of the document are left out.

            Exit codes: 0 found, 1 nothing found, 2 not done, 64 wrong usage.

            Example:
              docsearch related 12 --page 3
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: .init("The document.", valueName: "doc")) var document: String
    @Option(help: "Find documents related to this page only, counted from 1.") var page: Int?
    @Option(help: "Documents to show.") var limit = 10
    @OptionGroup var scope: SearchScope
    @Flag(help: "Show each copy of a document separately.") var all = false
    @Flag(help: "Show hidden documents, too.") var hidden = false
    @Flag(help: "Print one JSON object.") var json = false

    func validate() throws {
        try requireOneOrMore("--limit", limit)
        try requireOneOrMore("--page", page)
    }

    func run() throws {
        let index = try global.archiveIndex(.load())
        let found = try index.document(DocumentReference(document))
        var request = scope.request(hidden: hidden)
        request.limit = limit
        request.showsCopies = all
        let related = try index.related(to: found, page: page, request)
        try StandardOutput.write(
            json
                ? RelatedJSON.object(found, page: page, related: related).line
                : related.enumerated().map { text($1, rank: $0 + 1) }.joined(separator: "\n"))
        if related.isEmpty { throw ExitCode.nothingFound }
    }

    private func text(_ related: RelatedDocument, rank: Int) -> String {
        let style = global.style
        let document = related.document
        let date = document.date.map { "  \($0.description.prefix(10))" } ?? ""
        let numbers = related.pages.prefix(3).map(String.init)
        let pages = (numbers.count == 1 ? "page " : "pages ") + numbers.joined(separator: ", ")
        let similarity = (related.similarity * 100).rounded() / 100
        return """
            \(rank). \(style.strong(TerminalText.safe(document.title)))\(TerminalText.safe(date))  similarity \(similarity)
            \(style.faint("   \(TerminalText.safe(document.path))  (document \(document.id), \(pages))"))

            """
    }
}
