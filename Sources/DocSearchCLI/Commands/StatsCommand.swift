import AnswerForms
import ArgumentParser
import DocSearch

struct StatsCommand: ParsableCommand {
    enum Subject: String, ExpressibleByArgument, CaseIterable { case queries }

    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "Show what was searched for most, and what was not found.",
        discussion: """
            "stats queries" counts the searches that "docsearch recent" lists. "Not found" means that no document had all \
            the words when the query was last run: such queries show which words, names and spellings an archive lacks.

            Exit codes: 0 done, 2 not done, 64 wrong usage.

            Example:
              docsearch stats queries --limit 20
            """)

    @OptionGroup var global: GlobalOptions
    @Argument(help: "What to show: queries.") var subject: Subject
    @Option(help: "Queries to show in each list.") var limit = 10
    @Flag(help: "Print one JSON object.") var json = false

    func validate() throws { try requireOneOrMore("--limit", limit) }

    func run() throws {
        let statistics = try global.archiveIndex(.load()).searchStatistics(limit: limit)
        guard !json else { return try StandardOutput.write(object(statistics)) }
        guard let since = statistics.since else {
            return global.say("No searches are kept. \"docsearch find\" on a terminal keeps them.")
        }
        let date = DocumentDate(seconds: since / 1000).description.prefix(10)
        let searches = "\(statistics.searches) \(statistics.searches == 1 ? "search" : "searches")"
        var lines = ["\(searches) since \(date)", "", "Asked most:"] + statistics.frequent.map(line)
        if !statistics.fruitless.isEmpty { lines += ["", "Not found:"] + statistics.fruitless.map(line) }
        try StandardOutput.write(lines.joined(separator: "\n") + "\n")
    }

    private func line(_ question: SearchStatistics.Question) -> String {
        "\(question.times)\t\(question.found)\t\(TerminalText.safe(question.query))"
    }

    private func object(_ statistics: SearchStatistics) -> JSONObject {
        [
            "searches": statistics.searches, "since": statistics.since.map { $0 / 1000 },
            "frequent": statistics.frequent.map(object), "not_found": statistics.fruitless.map(object),
        ]
    }

    private func object(_ question: SearchStatistics.Question) -> JSONObject {
        ["query": question.query, "times": question.times, "last": question.time / 1000, "found": question.found]
    }
}
