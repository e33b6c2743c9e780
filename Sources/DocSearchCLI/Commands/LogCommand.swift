import AnswerForms
import ArgumentParser
import DocSearch

struct LogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Show what people have changed, the newest first.",
        discussion: "Exit codes: 0 done, 2 not done, 64 wrong usage.")

    @OptionGroup var global: GlobalOptions
    @Option(help: "Changes to show.") var limit = 20
    @Flag(help: "Print one JSON object.") var json = false

    func validate() throws { try requireOneOrMore("--limit", limit) }

    func run() throws {
        let changes = try global.archiveIndex(.load()).changes(limit: limit)
        if json { return try StandardOutput.write(["changes": changes.map(Self.object)]) }
        let lines = changes.map { change in
            "\(change.id)\t\(DocumentDate(seconds: change.time / 1000))\t\(TerminalText.safe(change.author))\t"
                + TerminalText.safe(change.action) + (change.isUndone ? " (undone)\n" : "\n")
        }
        if lines.isEmpty { global.say("No tags, notes or other decisions have been changed yet.") }
        try StandardOutput.write(lines.joined())
    }

    private static func object(_ change: AnnotationChange) -> JSONObject {
        [
            "id": change.id, "time": change.time / 1000, "author": change.author, "action": change.action,
            "steps": change.steps, "undoes": change.undoes, "undone": change.isUndone,
        ]
    }
}

struct UndoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Undo a change to tags, notes and other decisions.",
        discussion: """
            Without a number, undoes the last change that has not been undone; "docsearch log" shows the numbers. A \
            change cannot be undone while a later change to the same decision stands. A change by "docsearch forget \
            --exclude" is undone only by its number, and the documents stay forgotten.

            Exit codes: 0 done, 2 not done, 64 wrong usage.
            """)

    @OptionGroup var global: GlobalOptions
    @Argument(help: .init("The number of a change.", valueName: "number")) var number: Int64?

    func run() throws {
        let change = try global.archiveIndex(.load()).undo(number, by: Person.name)
        global.say("Undone: \(change.id) \(change.action)")
        guard change.leavesOutForgotten else { return }
        global.say("Forgotten documents do not come back; the next run reads the files again.")
    }
}
