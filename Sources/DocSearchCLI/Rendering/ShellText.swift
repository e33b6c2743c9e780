/// Commands that are offered to be pasted into a shell. A name from the archive must not be more there than a name.
enum ShellText {
    /// The text as one word of a POSIX shell; nil for one with characters that cannot be shown on a terminal as they are.
    static func quoted(_ text: String) -> String? {
        guard TerminalText.safe(text) == text else { return nil }
        return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// A command of docsearch about a path; nil where it cannot be shown.
    static func command(_ name: String, _ path: String) -> String? { quoted(path).map { "docsearch \(name) \($0)" } }
}
