import AnswerForms

/// Answers the scripts of ``CompletionScript``. The first line says what the shell completes when no other line
/// follows, and whether it adds a space. Each other line is a candidate. No shell ever executes any of it.
enum CompletionAnswer {
    static let command = "---complete"

    static func text(_ arguments: [String]) -> String {
        let given = arguments.dropFirst()
        guard let shell = arguments.first, let first = given.first else { return "" }
        guard shell == "bash" else {
            // fish passes the last word as typed, zsh without its quotation marks.
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
