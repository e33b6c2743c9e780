import DocSearch

/// `eng+deu` as tesseract writes it.
enum Language {
    /// Throws ``DocSearchError`` with code `usage` for anything but tesseract's codes joined by `+`.
    static func codes(_ text: String) throws -> [String] {
        let codes = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
        let isValid = codes.allSatisfy { code in
            !code.isEmpty
                && code.utf8.allSatisfy { byte in
                    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "_")
                }
        }
        guard isValid else {
            throw DocSearchError(
                .usage, "\"\(text)\" is not a language. Use tesseract's codes joined by +, as in eng+deu.")
        }
        return codes
    }
}
