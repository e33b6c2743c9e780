import AnswerForms
import ArgumentParser
import DocSearch

struct ContextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "context", abstract: "Print the passages that answer a question, for a language model.",
        discussion: """
            Prints passages of pages, the most useful first, each with its document, page, date and an id to cite, as \
            Markdown or JSON. A passage that repeats an earlier one is left out. The output is never longer than \
            --tokens; a token is counted as three bytes, which is a safe estimate for most models. Text from documents \
            is enclosed in blocks that it cannot close. It is quoted material, not instructions; tell the model so.

            Exit codes: 0 found, 1 nothing found, 2 not done, 64 wrong usage.

            Example:
              docsearch context who paid for mending the bridge --tokens 2000
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: .init("The question.", valueName: "question")) var question: [String]
    @Option(help: "The most tokens to print; at least 200.") var tokens = 4000
    @OptionGroup var scope: SearchScope
    @Option(help: "Search by meaning as well as by words: auto (for questions), on (for every query) or off.")
    var meaning = SearchRequest.Meaning.auto
    @Flag(help: "Use hidden documents, too.") var hidden = false
    @Flag(help: "Print one JSON object.") var json = false

    func validate() throws { try refuse(if: !(200...10_000_000).contains(tokens), "--tokens must be 200 to 10000000.") }

    func run() throws {
        let configuration = try ConfigurationFile.load()
        let index = try global.archiveIndex(configuration)
        var request = scope.request(question.joined(separator: " "), hidden: hidden)
        request.meaning = meaning
        try configuration.apply(to: &request, synonyms: nil)
        let renderer = ContextRenderer(question: request.query, isJSON: json)
        let answer = try index.context(for: request, room: renderer.room(tokens: tokens), cost: renderer.cost)
        global.give(answer.hints)
        if json || !answer.passages.isEmpty { try StandardOutput.write(renderer.text(answer.passages)) }
        guard answer.passages.isEmpty else { return }
        let found = answer.found.counted("passage")
        let tooLong = "\(found) found, but none fits into \(tokens) tokens. Allow more with --tokens."
        global.say(answer.found == 0 ? "Nothing found." : tooLong)
        throw ExitCode.nothingFound
    }
}
