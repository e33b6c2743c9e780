/// The keywords of a PDF, which are one text: `council; "gas, water", lamps` are three.
enum KeywordList {
    /// Parted at commas and semicolons; what stands in quotation marks is one keyword, whatever is in it. A quotation mark
    /// within a keyword, or without another that closes it, is a letter like others.
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

    /// The mark that closes a quotation: nothing stands between it and the next comma, semicolon or quotation.
    private static func closing(_ text: Substring) -> Substring.Index? {
        guard let end = text.firstIndex(of: "\""), end > text.startIndex else { return nil }
        let next = text[text.index(after: end)...].first { !$0.isWhitespace }
        return next.map { ",;\"".contains($0) } ?? true ? end : nil
    }
}
