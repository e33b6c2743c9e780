internal import Markup

/// Texts of a code page that were read as PDFDocEncoding, as PDFs have them that do not state their encoding: `Ïðîòîêîë` for
/// `Протокол`, `»áÒé¼ÇÂ¼` for `会议记录`, `¿ó³w` for `żółw`.
package enum MisreadText {
    /// No word of a language written in Latin letters has so many letters beyond ASCII side by side.
    private static let mostBeyondASCII = 3

    /// The text in the code page in which it was written. Nil where it makes sense as it is.
    package static func corrected(_ text: String) -> String? {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
        // Runs of letters, and of letters and signs.
        var (longest, letters, longestOfAll, all) = (0, 0, 0, 0)
        var (beyondASCII, inASCII) = (0, 0)
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            guard let byte = PDFDocEncoding.byte(of: scalar) else { return nil }
            bytes.append(byte)
            letters = byte >= 0xC0 ? letters + 1 : 0
            all = byte >= 0x80 ? all + 1 : 0
            (longest, longestOfAll) = (max(longest, letters), max(longestOfAll, all))
            if byte >= 0x80 { beyondASCII += 1 } else if scalar.properties.isAlphabetic { inASCII += 1 }
        }
        if longest > mostBeyondASCII {
            // `Öäüß`: no word of another language has only these.
            return text.unicodeScalars.allSatisfy { $0.isASCII || umlauts.contains($0) } ? nil : guess(bytes)
        }
        if longestOfAll > mostBeyondASCII, beyondASCII > inASCII {
            return guess(bytes).flatMap { $0.unicodeScalars.contains { $0.value >= 0x2E80 } ? $0 : nil }
        }
        guard hasSignInWord(bytes) else { return nil }
        return guess(bytes).flatMap { found in
            found.unicodeScalars.allSatisfy { $0.isASCII || $0.properties.isAlphabetic } ? found : nil
        }
    }

    private static let umlauts = Set("ÄÖÜäöüßÅåÆæØø".unicodeScalars)

    private static func guess(_ bytes: [UInt8]) -> String? {
        NameEncoding.texts(of: [bytes], in: .tar, setting: nil).first
    }

    /// Signs that are letters of Central Europe in Windows-1250, as no word has them: `ó³w`, `wie¿a`.
    private static func hasSignInWord(_ bytes: [UInt8]) -> Bool {
        let signs: Set<UInt8> = [0xA3, 0xA5, 0xAA, 0xAF, 0xB3, 0xB9, 0xBC, 0xBE, 0xBF]
        func isLetter(_ byte: UInt8) -> Bool { byte >= 0xC0 || 0x61...0x7A ~= byte | 0x20 }
        return bytes.indices.dropFirst().dropLast().contains { index in
            signs.contains(bytes[index]) && isLetter(bytes[index - 1]) && isLetter(bytes[index + 1])
        }
    }
}
