import DocSearch

/// A word in place of a command: mostly a misspelt command, or words to search for.
enum UnknownCommand {
    /// Nil when there is a command or an option.
    static func error(for arguments: [String]) -> DocSearchError? {
        let commands = CommandShape.commandNames
        let isAskedAbout = arguments.first == "help" && arguments.count > 1
        guard let name = arguments.dropFirst(isAskedAbout ? 1 : 0).first, !name.hasPrefix("-"), !commands.contains(name)
        else { return nil }
        if ["completion", "completions"].contains(name) {
            return DocSearchError(
                .usage,
                "There is no command \"\(name)\". \"docsearch --generate-completion-script bash\" (or zsh, fish) prints "
                    + "the script.", item: name)
        }
        let advice =
            nearest(to: name, among: commands).map { "Did you mean \"docsearch \($0)\"?" }
            ?? "\"docsearch find WORDS\" searches for words."
        return DocSearchError(
            .usage, "There is no command \"\(name)\". \(advice) \"docsearch --help\" lists the commands.", item: name)
    }

    static func nearest(to name: String, among names: [String]) -> String? {
        let letters = Array(name.lowercased().unicodeScalars.map(\.value))
        func distance(_ other: String) -> Int {
            let others = Array(other.unicodeScalars.map(\.value))
            // Swapped letters are one slip.
            return letters.sorted() == others.sorted() ? 0 : EditDistance.between(letters[...], others[...])
        }
        // With more than one wrong letter in three it is a different word.
        return names.map { (distance($0), $0) }.filter { 3 * $0.0 <= letters.count }.min { $0.0 < $1.0 }?.1
    }
}
