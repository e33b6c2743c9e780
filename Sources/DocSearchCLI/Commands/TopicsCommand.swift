import AnswerForms
import ArgumentParser
import DocSearch

struct TopicsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "topics", abstract: "Show the topics of the archive, or of the documents that a query finds.",
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

    @Argument(help: .init("Sort what this query finds; without it, all documents.", valueName: "query"))
    var query: [String] = []
    @Option(help: "Number of topics, 1 to 50; the default depends on the number of documents and is at most 12.")
    var count: Int?
    @OptionGroup var scope: SearchScope
    @Flag(help: "Sort hidden documents, too.") var hidden = false
    @Flag(help: "Print one JSON object.") var json = false

    func validate() throws {
        if let count, !(1...50).contains(count) { throw ValidationError("--count must be 1 to 50.") }
    }

    func run() throws {
        let configuration = try ConfigurationFile.load()
        let index = try global.archiveIndex(configuration)
        var request = scope.request(query.joined(separator: " "), hidden: hidden)
        try configuration.apply(to: &request, synonyms: nil)
        let topics = try index.topics(request, count: count)
        if !json { global.give(topics.hints) }
        try StandardOutput.write(
            json
                ? TopicsJSON.object(topics, query: request.query, hint: \.sentence).line
                : TopicsText(topics: topics, style: global.style).text)
        if topics.topics.isEmpty { throw ExitCode.nothingFound }
    }
}
