/// A command line of bash up to the cursor, taken apart as bash takes it apart, and never run: what would be replaced, as
/// by `$(…)`, stays as it is typed.
struct ShellLine {
    /// The words before the last, without quotation marks.
    private(set) var words: [String] = []
    /// The last word, without quotation marks; empty behind a space.
    var current: String { String(letters) }

    // Unicode scalars: for the shell a sign with an accent on it is still the sign.
    private var letters = String.UnicodeScalarView()
    /// How many letters of the last word bash leaves as they are: it completes what stands behind a colon, an equals sign
    /// or a quotation mark.
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
                // What an at sign begins, bash completes with the sign.
                if letter == "@", breaks.contains(letter) { kept = letters.count }
                letters.append(letter)
                if letter != "@", breaks.contains(letter) { kept = letters.count }
            case (.single, _), (.double, _): letters.append(letter)
            }
            isInWord = true
        }
    }

    /// A whole word as bash is to put it behind what it keeps, within the quotation marks that are open; nil for one that
    /// cannot be written there, or is another word.
    func inserted(_ word: String) -> String? {
        let scalars = word.unicodeScalars
        guard scalars.starts(with: letters.prefix(kept)) else { return nil }
        let rest = scalars.dropFirst(kept)
        switch quotation {
        case .none: return Self.escaped(rest) { !Self.isPlain($0) }
        case .single: return rest.contains("'") ? nil : String(rest)
        // Interactive shells replace a "!" even there.
        case .double: return rest.contains("!") ? nil : Self.escaped(rest, where: Self.special.contains)
        }
    }

    /// What a backslash stands before between double quotation marks.
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
