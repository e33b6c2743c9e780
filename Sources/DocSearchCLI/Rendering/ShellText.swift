/// Commands for pasting into a shell, where a name from the archive must remain a mere name.
enum ShellText {
    /// One word of a POSIX shell. Nil if it has characters that cannot be shown on a terminal.
    static func quoted(_ text: String) -> String? {
        guard TerminalText.safe(text) == text else { return nil }
        return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// In quotation marks only where a shell needs them.
    static func word(_ text: String) -> String? {
        let isPlain = text.unicodeScalars.allSatisfy { letter in
            letter.properties.isAlphabetic || letter.properties.numericType != nil
                || "-_./:,".unicodeScalars.contains(letter)
        }
        return isPlain && !text.isEmpty ? text : quoted(text)
    }

    static func command(_ name: String, _ path: String) -> String? { quoted(path).map { "docsearch \(name) \($0)" } }
}
