import ArgumentParser
import DocSearch
import Foundation

@main
struct DocSearchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "docsearch",
        abstract: "Finds pages in archives of scanned papers.",
        discussion: """
            docsearch reads PDFs and bundles of them, recognises scanned pages, and finds the page that holds your \
            words. Start with "docsearch index FOLDER", then "docsearch find WORDS".
            """,
        version: DocSearchVersion.current,
        subcommands: [
            IndexCommand.self, WatchCommand.self, FindCommand.self, RelatedCommand.self, TopicsCommand.self,
            CopiesCommand.self, ContextCommand.self, SuggestCommand.self, ShowCommand.self, OpenCommand.self,
            ServeCommand.self, MCPCommand.self, TagCommand.self, TagsCommand.self, EditCommand.self,
            CorrectCommand.self, NoteCommand.self, HighlightCommand.self, HideCommand.self, SaveCommand.self,
            SavedCommand.self, AttachCommand.self,
            LogCommand.self, UndoCommand.self, ExportCommand.self, ImportCommand.self, RecentCommand.self,
            StatsCommand.self, RereadCommand.self, BundlesCommand.self, EvalCommand.self, StatusCommand.self,
            VerifyCommand.self, RemoveCommand.self, ForgetCommand.self, ExcludeCommand.self, ResetCommand.self,
            ModelCommand.self, RecognizerCommand.self, FarmCommand.self, DoctorCommand.self,
        ])

    @OptionGroup var global: GlobalOptions

    static func main() {
        StandardDescriptors.fill()
        // A parent process may have ignored it, and the exit status of readers would be lost.
        signal(SIGCHLD, SIG_DFL)
        let arguments = GlobalOptions.movedBehindCommand(Array(CommandLine.arguments.dropFirst()))
        do {
            if arguments.first == CompletionAnswer.command {
                return try StandardOutput.write(CompletionAnswer.text(Array(arguments.dropFirst())))
            }
            if let script = CompletionScript.requested(by: arguments) { return try StandardOutput.write(script.text) }
            var command = try parsed(arguments)
            try command.run()
        } catch {
            leave(with: error)
        }
    }

    /// Throws what is wrong, and what stands for a command, such as help.
    static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        if let error = UnknownCommand.error(for: arguments) { throw error }
        do {
            return try parseAsRoot(expanded(arguments))
        } catch {
            throw DashedValue.error(for: error, in: arguments) ?? error
        }
    }

    private static func expanded(_ arguments: [String]) -> [String] {
        let rest = Array(arguments.dropFirst())
        return switch arguments.first {
        case "tag": ["tag"] + TagCommand.expanded(rest)
        case "highlight": ["highlight"] + HighlightCommand.expanded(rest)
        default: arguments
        }
    }
}
