import AnswerForms
import ArgumentParser
import DocSearch

struct SuggestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suggest", abstract: "Complete a word from the words of the archive.",
        discussion: """
            Prints the words that begin with PREFIX, those on most pages first, with the number of pages. If you give \
            several words, the last is completed.

            Exit codes: 0 found, 1 nothing found, 2 not done, 64 wrong usage.

            Example:
              docsearch suggest tramw
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: .init("The beginning of a word.", valueName: "prefix")) var prefix: [String]

    @Option(help: "Words to show.") var limit = 10
    @Flag(help: "Count hidden documents, too.") var hidden = false
    @Flag(help: "Print one JSON object.") var json = false

    func validate() throws { try requireOneOrMore("--limit", limit) }

    func run() throws {
        let beginning = prefix.joined(separator: " ")
        let words = try global.archiveIndex(.load()).suggestions(
            for: beginning, limit: limit, includingHidden: hidden)
        let lines = words.map { "\(TerminalText.safe($0.text))\t\($0.pages)\n" }
        try StandardOutput.write(json ? SuggestionsJSON.object(beginning, words).line : lines.joined())
        if words.isEmpty { throw ExitCode.nothingFound }
    }
}
