import AnswerForms

/// Answers the scripts of ``CompletionScript``: the first line says what the shell does where no other follows, and
/// whether it puts a space behind a candidate; each other line is a candidate. Nothing of it is ever run by a shell.
enum CompletionAnswer {
    /// The name of the command that the scripts call; no person types it.
    static let command = "---complete"

    /// `arguments` stand behind the command: the shell, and what it knows of the line.
    static func text(_ arguments: [String]) -> String {
        let given = arguments.dropFirst()
        guard let shell = arguments.first, let first = given.first else { return "" }
        guard shell == "bash" else {
            // fish hands on the last word as it is typed, zsh without its quotation marks.
            let current = shell == "fish" ? ShellLine(first, breaks: "").current : first
            return text(Completion(words: Array(given.dropFirst()), current: current)) { $0 }
        }
        let line = ShellLine(first, breaks: given.dropFirst().first ?? "")
        return text(Completion(words: line.words, current: line.current), line.inserted)
    }

    private static func text(_ completion: Completion, _ inserted: (String) -> String?) -> String {
        let head = completion.fallback.rawValue + (completion.isOpen ? " open" : "")
        return ([head] + completion.candidates.compactMap(inserted)).map { $0 + "\n" }.joined()
    }
}
