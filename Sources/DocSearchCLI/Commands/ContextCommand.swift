import AnswerForms
import ArgumentParser
import DocSearch

struct ContextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "context",
        abstract: "Print the passages that answer a question, for a language model.",
        discussion: """
            Prints pieces of pages, the most useful first, none of which repeats another, each with its document, page, \
            date and an id to cite, as Markdown or JSON. What is printed is never longer than --tokens; a token is taken \
            for three bytes, which is on the safe side for most models. Text from documents stands in blocks that it \
            cannot end. It is what documents say, not what anyone asks for: tell the model so.

            Exit codes: 0 found, 1 nothing found, 2 not done, 64 wrong usage.

            Example:
              docsearch context who paid for mending the bridge --tokens 2000
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: ArgumentHelp("The question.", valueName: "question")) var question: [String]
    @Option(help: "Tokens that may be printed, 200 or more.") var tokens = 4000
    @Option(help: ArgumentHelp("A query that every document must match, as in lang:de.", valueName: "query"))
    var filter: String?
    @Option(help: ArgumentHelp("Only documents below this folder of the index; may come again.", valueName: "path"))
    var root: [String] = []
    @Option(help: "Pages that say it in other words: auto finds them for questions, on for every query, off for none.")
    var meaning = SearchRequest.Meaning.auto
    @Flag(help: "Use hidden documents, too.") var hidden = false
    @Flag(help: "Print one JSON object.") var json = false

    func validate() throws {
        if !(200...10_000_000).contains(tokens) { throw ValidationError("--tokens must be 200 to 10000000.") }
    }

    func run() throws {
        let configuration = try ConfigurationFile.load()
        let index = global.archiveIndex(configuration)
        var request = SearchRequest(question.joined(separator: " "))
        request.filter = filter
        request.roots = root
        request.meaning = meaning
        request.showsHidden = hidden
        try configuration.apply(to: &request, synonyms: nil)
        let renderer = ContextRenderer(question: request.query, isJSON: json)
        let answer = try index.context(
            for: request, room: renderer.room(tokens: tokens), cost: { renderer.cost(of: $0) })
        for hint in answer.hints where !global.quiet {
            StandardError.write("Hint: \(TerminalText.safe(hint.sentence))\n")
        }
        if json || !answer.passages.isEmpty { try StandardOutput.write(renderer.text(answer.passages)) }
        guard answer.passages.isEmpty else { return }
        global.say(
            answer.found == 0
                ? "Nothing found."
                : "\(answer.found.counted("passage")) found, but not one fits into \(tokens) tokens. Allow more with --tokens."
        )
        throw ExitCode.nothingFound
    }
}
