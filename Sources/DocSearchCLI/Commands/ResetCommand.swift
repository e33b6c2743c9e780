import ArgumentParser
import DocSearch

struct ResetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Delete everything that was read and recognised.",
        discussion: """
            Deletes index.sqlite and pages.sqlite, recognised text included; recognising it again takes time. The \
            remembered folders stay, so "docsearch index" fills the index again. Source files are never changed.

            Exit codes: 0 done, 2 not done, 64 wrong usage, 75 another run is writing.
            """)

    @OptionGroup var global: GlobalOptions

    @Flag(help: "Do it without asking.") var yes = false

    func run() throws {
        let index = try global.archiveIndex(.load())
        if !yes {
            try DocumentSelection.requireYes(
                to: "This deletes everything read and recognised in \"\(TerminalText.safe(index.path))\".",
                orSay: "Nothing was deleted. Without a terminal, use --yes.")
        }
        try index.reset()
        global.say("The index is empty now; the remembered folders stay.")
    }
}
