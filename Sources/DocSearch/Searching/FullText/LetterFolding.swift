/// Letters written as one and typed as two (ß, ligatures), or typed without a stroke or accent that `remove_diacritics`
/// does not treat as a mark (ø, ł, the Turkish dotless ı, Greek vowels). Found by trying letters on SQLite 3.40.
enum LetterFolding {
    /// `token` is UTF-8 in lower case without marks.
    static func fold(_ token: [UInt8]) -> [UInt8] {
        guard let first = token.firstIndex(where: { leads.contains($0) }) else { return token }
        var result = Array(token[..<first])
        var position = first
        while position < token.count {
            if let (letters, width) = letters(token[position...]) {
                result += letters
                position += width
            } else {
                result.append(token[position])
                position += 1
            }
        }
        return result
    }

    private static let leads: Set<UInt8> = [0xC3, 0xC4, 0xC5, 0xCE, 0xCF, 0xD1, 0xE1, 0xEF]

    private static func letters(_ rest: ArraySlice<UInt8>) -> (letters: [UInt8], width: Int)? {
        for width in 2...3 where rest.count >= width {
            if let found = table[Array(rest.prefix(width))] { return (found, width) }
        }
        return nil
    }

    private static let table: [[UInt8]: [UInt8]] = Dictionary(
        uniqueKeysWithValues: [
            ("ß", "ss"), ("ẞ", "ss"), ("æ", "ae"), ("œ", "oe"), ("ø", "o"), ("ł", "l"), ("đ", "d"), ("ı", "i"),
            ("ĳ", "ij"), ("ſ", "s"), ("ﬀ", "ff"), ("ﬁ", "fi"), ("ﬂ", "fl"), ("ﬃ", "ffi"), ("ﬄ", "ffl"),
            ("ﬅ", "st"), ("ﬆ", "st"),
            ("ά", "α"), ("έ", "ε"), ("ή", "η"), ("ί", "ι"), ("ό", "ο"), ("ύ", "υ"), ("ώ", "ω"), ("ϊ", "ι"),
            ("ΐ", "ι"), ("ϋ", "υ"), ("ΰ", "υ"), ("ς", "σ"), ("ё", "е"),
        ].map { (Array($0.utf8), Array($1.utf8)) })
}
