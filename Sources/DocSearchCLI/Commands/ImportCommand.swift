import ArgumentParser
import DocSearch
import Foundation

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Merge tags, notes and other decisions of another index into this one.",
        discussion: """
            FILE was written by "docsearch export --user"; - is standard input. The newer version wins, later removals \
            here are kept, and importing a file twice changes nothing. "docsearch undo" undoes the whole import. A note or \
            highlight on a page that its document does not have is kept, and reported as adrift.

            Exit codes: 0 done, 2 not done, 3 done except for damaged lines, which are named, 64 wrong usage.

            Examples:
              docsearch import said.jsonl --dry-run
              docsearch import said.jsonl
            """)

    @OptionGroup var global: GlobalOptions
    @Argument(help: .init("The file to read.", valueName: "file")) var file: String
    @Flag(help: "Say what would be done, and change nothing.") var dryRun = false

    private static let listed = 10

    func run() throws {
        let index = try global.archiveIndex(.load())
        var told = 0
        let report = try index.importAnnotations(
            from: try InputFile.open(file), named: file == "-" ? "-" : URL(fileURLWithPath: file).lastPathComponent,
            isDryRun: dryRun, by: Person.name,
            onRefusal: { refusal in
                StandardError.say("docsearch: line \(refusal.line): \(refusal.reason).")
            },
            onAdrift: { adrift in
                told += 1
                guard told <= Self.listed else { return }
                global.say(
                    "line \(adrift.line): \(adrift.path) has no page \(adrift.page), its pages are 1 to "
                        + "\(adrift.pageCount). It \(dryRun ? "would be" : "is") kept as adrift.")
            })
        if told > Self.listed {
            let more = told - Self.listed
            global.say("\(more) more \(more == 1 ? "is on a page that does" : "are on pages that do") not exist.")
        }
        let outcomes = [
            (report.added, "added", false), (report.changed, "changed", false), (report.same, "the same", false),
            (report.removed, "removed here before", true), (report.refused, "refused", false),
            (report.adrift, "adrift", true),
        ]
        let said = outcomes.filter { count, _, isSeldom in count > 0 || !isSeldom }.map { "\($0.0) \($0.1)" }
        global.say((dryRun ? "Would be: " : "") + said.joined(separator: ", ") + ".")
        if report.exclusions > 0 {
            global.say(
                "The file also has \(report.exclusions.counted("pattern")) of files to leave out. "
                    + (dryRun
                        ? "After the import, runs would apply them."
                        : "The next run applies them; docsearch exclude --list shows them."))
        }
        if report.refused > 0 { throw ExitCode.someFailed }
    }
}
