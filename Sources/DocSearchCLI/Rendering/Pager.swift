import AnswerForms
import DocSearch
import Foundation

enum Pager {
    /// Quit if the text fits, show colours, and leave it on the screen.
    private static let lessOptions = "FRX"

    static func write(_ text: String) throws {
        guard Terminal.isUsed, let size = Terminal.size(of: 1), rows(of: text, columns: size.columns) >= size.rows,
            let command = command()
        else { return try StandardOutput.write(text) }
        setenv("LESS", lessOptions, 0)
        // popen leaves the pager in this process's group, which owns the terminal.
        guard let pager = popen(command, "w") else { return try StandardOutput.write(text) }
        // A person may quit the pager early or press Ctrl-C in it. Neither must end this program first.
        let former = [SIGINT, SIGPIPE].map { ($0, signal($0, SIG_IGN)) }
        defer { for (number, handler) in former { signal(number, handler) } }
        do {
            try Descriptor.write(text, to: fileno(pager))
        } catch {
            // The person quit the pager; that is no error.
        }
        // The shell did not find the program.
        if pclose(pager) == 127 << 8 { try StandardOutput.write(text) }
    }

    /// A dumb terminal cannot turn pages.
    private static func command() -> String? {
        guard Environment.value("TERM") != "dumb" else { return nil }
        let named = ProcessInfo.processInfo.environment["PAGER"]
        let command = named ?? "less"
        return command.isEmpty || command == "cat" ? nil : command
    }

    private static func rows(of text: String, columns: Int) -> Int {
        text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().reduce(0) { rows, line in
            let width = line.replacing(/\u{1B}\[[0-9;]*m/, with: "").reduce(0) { $0 + TerminalText.columns(of: $1) }
            return rows + max(1, (width + columns - 1) / columns)
        }
    }
}
