/// A bash command line up to the cursor, split as bash splits it but never executed: expansions such as `$(…)` stay.
struct ShellLine {
    /// Without quotation marks.
    private(set) var words: [String] = []
    var current: String { String(letters) }

    // Unicode scalars, because a shell's special character stays special with an accent on it.
    private var letters = String.UnicodeScalarView()
    /// Bash completes only the text after a colon, an equals sign or a quotation mark.
    private var kept = 0

    private enum Quotation { case none, single, double }
    private var quotation = Quotation.none

    /// `breaks` are bash's `COMP_WORDBREAKS`.
    init(_ text: String, breaks: String) {
        let breaks = Set(breaks.unicodeScalars)
        var isInWord = false
        var rest = Substring(text).unicodeScalars
        while let letter = rest.popFirst() {
            switch (quotation, letter) {
            case (.none, " "), (.none, "\t"), (.none, "\n"):
                if isInWord { words.append(current) }
                (letters, kept, isInWord) = (String.UnicodeScalarView(), 0, false)
                continue
            case (.none, "'"), (.single, "'"):
                quotation = quotation == .none ? .single : .none
                kept = letters.count
            case (.none, "\""), (.double, "\""):
                quotation = quotation == .none ? .double : .none
                kept = letters.count
            case (.none, "\\"):
                if let next = rest.popFirst() { letters.append(next) }
            case (.double, "\\"):
                if let next = rest.first, Self.special.contains(next) {
                    letters.append(rest.removeFirst())
                } else {
                    letters.append(letter)
                }
            case (.none, _):
                // Bash completes a word from an at sign on with that sign.
                if letter == "@", breaks.contains(letter) { kept = letters.count }
                letters.append(letter)
                if letter != "@", breaks.contains(letter) { kept = letters.count }
            case (.single, _), (.double, _): letters.append(letter)
            }
            isInWord = true
        }
    }

    /// Follows the part that bash keeps, within open quotation marks. Nil for a word that cannot be written there.
    func inserted(_ word: String) -> String? {
        let scalars = word.unicodeScalars
        guard scalars.starts(with: letters.prefix(kept)) else { return nil }
        let rest = scalars.dropFirst(kept)
        switch quotation {
        case .none: return Self.escaped(rest) { !Self.isPlain($0) }
        case .single: return rest.contains("'") ? nil : String(rest)
        // Interactive shells expand "!" even there.
        case .double: return rest.contains("!") ? nil : Self.escaped(rest, where: Self.special.contains)
        }
    }

    private static let special: Set<Unicode.Scalar> = ["\\", "\"", "$", "`"]

    private static func escaped(
        _ letters: Substring.UnicodeScalarView, where isEscaped: (Unicode.Scalar) -> Bool
    ) -> String {
        var result = String.UnicodeScalarView()
        for letter in letters {
            if isEscaped(letter) { result.append("\\") }
            result.append(letter)
        }
        return String(result)
    }

    private static func isPlain(_ letter: Unicode.Scalar) -> Bool {
        switch letter {
        case "a"..."z", "A"..."Z", "0"..."9", "_", ".", "/", "+", "@", "%", ",", ":", "=", "-": true
        default: !letter.isASCII
        }
    }
}
