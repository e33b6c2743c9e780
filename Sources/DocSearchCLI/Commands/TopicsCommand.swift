import AnswerForms
import ArgumentParser
import DocSearch

struct TopicsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "topics",
        abstract: "Show the topics of the archive, or of the documents that a query finds.",
        discussion: """
            Sorts documents into topics by the vectors that "docsearch index --meaning auto" makes. Each topic is shown \
            with its most distinctive words, its size, its years and three typical documents. With a query, the first \
            500 documents that "docsearch find" lists are sorted. The same index always gives the same topics.

            Exit codes: 0 found, 1 nothing found, 2 not done, 64 wrong usage.

            Examples:
              docsearch topics
              docsearch topics bridge repair --count 4
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: ArgumentHelp("Sort what this query finds; without it, all documents.", valueName: "query"))
    var query: [String] = []
    @Option(help: "Number of topics, 1 to 50; the default depends on the number of documents and is at most 12.")
    var count: Int?
    @Option(help: ArgumentHelp("A query that every document must match, as in lang:de.", valueName: "query"))
    var filter: String?
    @Option(
        help: ArgumentHelp("Only documents in this remembered folder; may be given more than once.", valueName: "path"))
    var root: [String] = []
    @Flag(help: "Sort hidden documents, too.") var hidden = false
    @Flag(help: "Print one JSON object.") var json = false

    func validate() throws {
        if let count, !(1...50).contains(count) { throw ValidationError("--count must be 1 to 50.") }
    }

    func run() throws {
        let configuration = try ConfigurationFile.load()
        let index = global.archiveIndex(configuration)
        var request = SearchRequest(query.joined(separator: " "))
        request.filter = filter
        request.roots = root
        request.showsHidden = hidden
        try configuration.apply(to: &request, synonyms: nil)
        let topics = try index.topics(request, count: count)
        if json {
            let object = TopicsJSON.object(topics, query: request.query) { $0.sentence }
            try StandardOutput.write(object.json + "\n")
        } else {
            for hint in topics.hints where !global.quiet {
                StandardError.write("Hint: \(TerminalText.safe(hint.sentence))\n")
            }
            try StandardOutput.write(TopicsText(topics, Style(usesColor: global.usesColor)).text)
        }
        if topics.topics.isEmpty { throw ExitCode.nothingFound }
    }
}
