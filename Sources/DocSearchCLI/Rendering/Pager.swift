import AnswerForms
import DocSearch
import Foundation

/// Shows what is longer than the terminal page by page, from its beginning, as git does.
enum Pager {
    /// What less is told where `LESS` is not set: to end where the text fits, to show colours, and to leave it on the screen.
    private static let lessOptions = "FRX"

    /// Writes to standard output where that is no terminal, the text fits, or there is no pager.
    static func write(_ text: String) throws {
        guard Terminal.isUsed, let size = Terminal.size, rows(of: text, columns: size.columns) >= size.rows,
            let command = command()
        else { return try StandardOutput.write(text) }
        setenv("LESS", lessOptions, 0)
        // It leaves the pager in the group of this process, which has the terminal.
        guard let pager = popen(command, "w") else { return try StandardOutput.write(text) }
        // A person leaves the pager before its end, or presses Ctrl-C in it: neither is to end this program before it.
        let former = [SIGINT, SIGPIPE].map { ($0, signal($0, SIG_IGN)) }
        defer { for (number, handler) in former { signal(number, handler) } }
        do {
            try Descriptor.write(text, to: fileno(pager))
        } catch {
            // It has been left; what was shown was enough.
        }
        // The shell has no such program.
        if pclose(pager) == 127 << 8 { try StandardOutput.write(text) }
    }

    /// Nil where a person wants none: an empty `PAGER`, or `cat`. A terminal that is dumb cannot turn pages.
    private static func command() -> String? {
        guard Environment.value("TERM") != "dumb" else { return nil }
        let named = ProcessInfo.processInfo.environment["PAGER"]
        let command = named ?? "less"
        return command.isEmpty || command == "cat" ? nil : command
    }

    /// Lines of the terminal that the text takes; terminal attributes take no room.
    private static func rows(of text: String, columns: Int) -> Int {
        text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().reduce(0) { rows, line in
            let width = line.replacing(/\u{1B}\[[0-9;]*m/, with: "").reduce(0) { $0 + TerminalText.columns(of: $1) }
            return rows + max(1, (width + columns - 1) / columns)
        }
    }
}
