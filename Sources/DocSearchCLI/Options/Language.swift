import DocSearch

/// `eng+deu` as tesseract writes it.
enum Language {
    /// Throws ``DocSearchError`` with code `usage` for anything but tesseract's codes joined by `+`.
    static func codes(_ text: String) throws -> [String] {
        let codes = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
        let isValid = codes.allSatisfy { code in
            !code.isEmpty && code.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        }
        guard isValid else {
            throw DocSearchError(
                .usage, "\"\(text)\" is not a language. Use tesseract's codes joined by +, as in eng+deu.")
        }
        return codes
    }
}
