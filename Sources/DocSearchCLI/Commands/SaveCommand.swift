import AnswerForms
import ArgumentParser
import DocSearch

struct SaveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Save a query under a name, to run it again.",
        discussion: """
            "docsearch find @NAME" runs it, "docsearch saved" lists all saved questions. One of the same name is replaced.

            Exit codes: 0 done, 2 not done, 64 wrong usage.

            Examples:
              docsearch save drains '"drainage report" 1931..1935'
              docsearch find @drains
            """)

    @OptionGroup var global: GlobalOptions
    @Argument(help: .init("Letters, digits, - and _.", valueName: "name")) var name: String
    @Argument(parsing: .allUnrecognized, help: .init("The words to look for.", valueName: "query"))
    var query: [String] = []
    @Flag(help: "Delete the saved question.") var remove = false

    func validate() throws { try refuse(if: remove == !query.isEmpty, "Give a query, or --remove.") }

    func run() throws {
        let index = try global.archiveIndex(.load())
        try index.saveQuestion(name, remove ? nil : query.joined(separator: " "), by: Person.name)
        global.say(remove ? "Removed @\(name)." : "Saved as @\(name).")
    }
}

extension SavedQuestion {
    static func unknown(_ name: String) -> DocSearchError {
        DocSearchError(
            .notFound, "There is no saved question \"\(name)\". \"docsearch saved\" lists them.", item: name)
    }
}

struct SavedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saved", abstract: "List the saved questions, or show one.",
        discussion: "Exit codes: 0 done, 2 not done, 64 wrong usage.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: .init("Only this one.", valueName: "name")) var name: String?
    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
        var questions = try global.archiveIndex(.load()).savedQuestions()
        if let name {
            let wanted = SavedQuestion.name(in: name) ?? name
            questions = questions.filter { $0.name == wanted }
            guard !questions.isEmpty else { throw SavedQuestion.unknown(wanted) }
        }
        if json {
            let list = questions.map { ["name": $0.name, "query": $0.query] as JSONObject }
            return try StandardOutput.write(["questions": list])
        }
        if questions.isEmpty { global.say("No question is saved. \"docsearch save NAME QUERY\" saves one.") }
        try StandardOutput.write(questions.map { "@\($0.name)\t\(TerminalText.safe($0.query))\n" }.joined())
    }
}
