internal import CPopplerGLib
internal import Markup

/// Text strings of a PDF as poppler-glib returns them (ISO 32000-2, 7.9.2.2).
enum PDFText {
    /// Frees the text. An empty text gives nil.
    static func take(_ characters: UnsafeMutablePointer<CChar>?) -> String? {
        GLibText.take(characters).map(understood)
    }

    /// Poppler knows UTF-16, and takes the bytes of UTF-8 for those of PDFDocEncoding, with its mark and without it. No
    /// text of that makes sense that is valid UTF-8.
    static func understood(_ text: String) -> String {
        if text.utf8.contains(0x1B) { return withoutLanguages(text) }
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            // The escape before a language is an accent in PDFDocEncoding.
            guard let byte = scalar == "\u{2D9}" ? 0x1B : PDFDocEncoding.byte(of: scalar) else { return text }
            bytes.append(byte)
        }
        return utf8(bytes) ?? text
    }

    /// Nil where the bytes are of another encoding.
    static func utf8(_ bytes: [UInt8]) -> String? {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let isMarked = bytes.starts(with: mark)
        guard isMarked else { return String(validating: bytes, as: UTF8.self).map(withoutLanguages) }
        var text = String(decoding: bytes.dropFirst(mark.count), as: UTF8.self)
        // Poppler ends a text at a byte that PDFDocEncoding does not have, which may be amid a character.
        if text.last == "\u{FFFD}" { text.removeLast() }
        return withoutLanguages(text)
    }

    /// Without the languages of a text, which stand in it between two escapes (ISO 32000-1, 7.9.2.2).
    static func withoutLanguages(_ text: String) -> String {
        let escape: Unicode.Scalar = "\u{1B}"
        guard text.unicodeScalars.contains(escape) else { return text }
        let parts = text.unicodeScalars.split(separator: escape, omittingEmptySubsequences: false)
        var kept = String.UnicodeScalarView()
        for (number, part) in parts.enumerated() {
            let isLanguage =
                number % 2 == 1 && number + 1 < parts.count && 2...4 ~= part.count
                && part.allSatisfy { $0.isASCII && $0.properties.isAlphabetic }
            if !isLanguage { kept.append(contentsOf: part) }
        }
        return String(kept)
    }
}
