/// Commands for pasting into a shell, where a name from the archive must remain a mere name.
enum ShellText {
    /// One word of a POSIX shell. Nil if it has characters that cannot be shown on a terminal.
    static func quoted(_ text: String) -> String? {
        guard TerminalText.safe(text) == text else { return nil }
        return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    static func command(_ name: String, _ path: String) -> String? { quoted(path).map { "docsearch \(name) \($0)" } }
}
