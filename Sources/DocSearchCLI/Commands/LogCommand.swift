import ArgumentParser
import DocSearch

struct LogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Show what people have changed, the newest first.",
        discussion: "Exit codes: 0 done, 2 not done, 64 wrong usage.")

    @OptionGroup var global: GlobalOptions
    @Option(help: "Changes to show.") var limit = 20
    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
        let changes = try global.archiveIndex(try .load()).changes(limit: max(0, limit))
        if json {
            let list = changes.map { change in
                JSONOutput.object([
                    ("id", .int(change.id)), ("time", .int(change.time / 1000)), ("author", .string(change.author)),
                    ("action", .string(change.action)), ("steps", .int(Int64(change.steps))),
                    ("undoes", change.undoes.map { .int($0) } ?? .null), ("undone", .bool(change.isUndone)),
                ])
            }
            return try StandardOutput.write(JSONOutput.object([("changes", .array(list))]).text + "\n")
        }
        let lines = changes.map { change in
            let date = DocumentDate(secondsSinceEpoch: change.time / 1000, precision: .instant)
            let state = change.isUndone ? " (undone)" : ""
            return "\(change.id)\t\(date)\t\(TerminalText.safe(change.author))\t\(TerminalText.safe(change.action))\(state)\n"
        }
        try StandardOutput.write(lines.joined())
    }
}

struct UndoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Take back a change of a person.",
        discussion: """
            Without a number the last change that stands is taken back; "docsearch log" shows the numbers. A change cannot \
            be taken back before a later one of the same.

            Exit codes: 0 done, 2 not done, 64 wrong usage.
            """)

    @OptionGroup var global: GlobalOptions
    @Argument(help: ArgumentHelp("The number of a change.", valueName: "number")) var number: Int64?

    func run() throws {
        let change = try global.archiveIndex(try .load()).undo(number, by: Person.name)
        if !global.quiet { StandardError.write("Undone: \(change.id) \(TerminalText.safe(change.action))\n") }
    }
}
