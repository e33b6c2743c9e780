import AnswerForms
import ArgumentParser
import DocSearch

struct RecentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recent", abstract: "List the last searches, or remove them.",
        discussion: """
            "docsearch find" on a terminal keeps the last 500 searches of the owner of the index in user.sqlite. Those of \
            scripts, of pipes and of --queries are not kept. "recent": false in the configuration file ends it; --clear \
            removes those that are there. All who may read the index can read them.

            Exit codes: 0 done, 1 there are none, 2 not done, 64 wrong usage.

            Examples:
              docsearch recent
              docsearch recent --clear
            """)

    @OptionGroup var global: GlobalOptions
    @Option(help: "Searches to show.") var limit = 10
    @Flag(help: "Print one JSON object.") var json = false
    @Flag(help: "Remove all searches.") var clear = false

    func validate() throws {
        try requireOneOrMore("--limit", limit)
        try refuse(if: clear && json, "Give one of --clear and --json.")
    }

    func run() throws {
        let index = try global.archiveIndex(.load())
        if clear {
            let count = try index.clearSearches()
            global.say("Removed \(count) \(count == 1 ? "search" : "searches").")
            let aside = index.damagedFilesWithSearches
            guard !aside.isEmpty else { return }
            return global.say(
                "Damaged files that were moved aside may have earlier ones: \(aside.joined(separator: ", ")). Remove them "
                    + "from \(index.path) once you need nothing in them.")
        }
        let searches = try index.recentSearches(limit: limit)
        let list = searches.map { ["query": $0.query, "time": $0.time / 1000, "found": $0.found] as JSONObject }
        let lines = searches.map {
            "\(DocumentDate(seconds: $0.time / 1000))\t\($0.found)\t\(TerminalText.safe($0.query))\n"
        }
        try StandardOutput.write(json ? (["searches": list] as JSONObject).line : lines.joined())
        if searches.isEmpty { global.say("No searches are kept. \"docsearch find\" on a terminal keeps them.") }
        if searches.isEmpty { throw ExitCode.nothingFound }
    }
}
