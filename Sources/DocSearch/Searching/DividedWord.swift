/// A word whose own hyphen stood at the end of a line. The page's text lacks the hyphen, because it looks like one that
/// divides the word (`TextNormalization/WordDivision`). So a search for `co-operative` also looks for `cooperative`.
enum DividedWord {
    /// In one word.
    private static let mostHyphens = 3
    private static let hyphens: Set<Unicode.Scalar> = ["-", "\u{2010}", "\u{2011}"]

    /// A word is looked for just so: the stem of `cooperation` is that of `cooper`.
    static func forms(of text: String) -> [SearchUnit.Kind] {
        joined(text).map { joined in
            let isWord = joined.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || LetterSign.isMark($0) }
            return isWord ? .exact(joined) : .stems(joined)
        }
    }

    /// `text` without each of its hyphens between letters, one at a time.
    static func joined(_ text: String) -> [String] {
        let scalars = Array(text.unicodeScalars)
        guard scalars.contains(where: hyphens.contains) else { return [] }
        let places = scalars.indices.dropFirst().dropLast().filter { place in
            hyphens.contains(scalars[place]) && scalars[place - 1].properties.isAlphabetic
                && scalars[place + 1].properties.isAlphabetic
        }
        return places.filter { hyphensOfWord(at: $0, scalars) <= mostHyphens }.map { place in
            var joined = String.UnicodeScalarView()
            for index in scalars.indices where index != place { joined.append(scalars[index]) }
            return String(joined)
        }
    }

    private static func hyphensOfWord(at place: Int, _ scalars: [Unicode.Scalar]) -> Int {
        let before = scalars[..<place].reversed().prefix { !$0.properties.isWhitespace }
        let after = scalars[place...].prefix { !$0.properties.isWhitespace }
        return (before + after).count(where: hyphens.contains)
    }
}
