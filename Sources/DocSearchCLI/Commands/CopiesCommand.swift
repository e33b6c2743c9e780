import AnswerForms
import ArgumentParser
import DocSearch

struct CopiesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copies", abstract: "List documents that are there more than once, and what differs.",
        discussion: """
            Finds documents with the same content, and those that share four fifths of their words of three letters or \
            more: a letter that was \
            scanned twice or at another resolution, a form with another date. Of each group the document that was \
            indexed first is shown, and the others below it. All texts are read; neither a model nor vectors are \
            needed.

            Exit codes: 0 found, 1 nothing found, 2 not done, 64 wrong usage.

            Examples:
              docsearch copies
              docsearch copies --filter date:1931 --json
            """)

    @OptionGroup var global: GlobalOptions

    @Option(help: "Groups to show.") var limit = 20
    @OptionGroup var scope: SearchScope
    @Flag(help: "Compare hidden documents, too.") var hidden = false
    @Flag(help: "Print one JSON object.") var json = false

    func validate() throws { try requireOneOrMore("--limit", limit) }

    func run() throws {
        let index = try global.archiveIndex(.load())
        var request = scope.request(hidden: hidden)
        request.limit = limit
        let copies = try index.copies(request)
        if copies.unreadPages > 0 {
            global.say(
                """
                Hint: the text of \(copies.unreadPages.counted("page")) cannot be read in the index and was not compared. \
                "docsearch index" reads damaged pages again.
                """)
        }
        try StandardOutput.write(
            json
                ? CopiesJSON.object(copies).line
                : CopiesText(copies: copies, style: global.style, folders: try index.folderNames()).text)
        if copies.groups.isEmpty { throw ExitCode.nothingFound }
    }
}
