import ArgumentParser
import DocSearch
import Foundation

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Merge what people said in another index into this one.",
        discussion: """
            FILE was written by "docsearch export --user"; - is standard input. What is newer wins, what was taken back \
            here later stays so, and nothing is doubled when a file is imported twice. "docsearch undo" takes all of it back.

            Exit codes: 0 done, 2 not done, 3 done except for damaged lines, which are named, 64 wrong usage.

            Examples:
              docsearch import said.jsonl --dry-run
              docsearch import said.jsonl
            """)

    @OptionGroup var global: GlobalOptions
    @Argument(help: ArgumentHelp("The file to read.", valueName: "file")) var file: String
    @Flag(help: "Say what would be done, and change nothing.") var dryRun = false

    func run() throws {
        let index = global.archiveIndex(try .load())
        let report = try index.importDecisions(
            from: try InputFile.open(file), named: file == "-" ? "-" : URL(fileURLWithPath: file).lastPathComponent,
            isDryRun: dryRun, by: Person.name
        ) { refusal in
            StandardError.write(TerminalText.safe("docsearch: line \(refusal.line): \(refusal.reason).") + "\n")
        }
        let outcomes = [
            (report.added, "added"), (report.changed, "changed"), (report.same, "the same"),
            (report.removed, "removed here before"), (report.refused, "refused"),
        ]
        // Those that are always of interest, and the rest when there is something to say.
        let said = outcomes.filter { $0.0 > 0 || $0.1 != "removed here before" }.map { "\($0.0) \($0.1)" }
        global.say((dryRun ? "Would be: " : "") + said.joined(separator: ", ") + ".")
        if report.refused > 0 { throw ExitCode.someFailed }
    }
}
