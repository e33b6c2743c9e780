/// The keywords of a PDF, which are a single text: `council; "gas, water", lamps` are three.
enum KeywordList {
    /// Splits at commas and semicolons; a quoted part is one keyword, whatever is in it. A quotation mark inside a
    /// keyword, or one that is never closed, is an ordinary character.
    static func keywords(in text: String) -> [String] {
        var found: [String] = []
        var part = ""
        var rest = text[...]
        func isBlank(_ text: some StringProtocol) -> Bool { text.allSatisfy(\.isWhitespace) }
        while let letter = rest.popFirst() {
            if ",;".contains(letter) {
                found.append(part)
                part = ""
            } else if letter == "\"", isBlank(part), let end = closing(rest) {
                found.append(String(rest[..<end]))
                rest = rest[rest.index(after: end)...]
                part = ""
            } else {
                part.append(letter)
            }
        }
        return (found + [part]).filter { !isBlank($0) }
    }

    private static func closing(_ text: Substring) -> Substring.Index? {
        guard let end = text.firstIndex(of: "\""), end > text.startIndex else { return nil }
        let next = text[text.index(after: end)...].first { !$0.isWhitespace }
        return next.map { ",;\"".contains($0) } ?? true ? end : nil
    }
}
