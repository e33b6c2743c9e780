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
            return text.unicodeScalars.allSatisfy { $0.isASCII || umlauts.contains($0) }
                ? nil : NameEncoding.text(of: bytes)
        }
        if longestOfAll > mostBeyondASCII, beyondASCII > inASCII {
            let found = NameEncoding.text(of: bytes)
            return found.unicodeScalars.contains { $0.value >= 0x2E80 } ? found : nil
        }
        guard hasSignInWord(bytes) else { return nil }
        let found = NameEncoding.text(of: bytes)
        guard found.unicodeScalars.allSatisfy({ $0.isASCII || $0.properties.isAlphabetic }) else { return nil }
        // A word of Latin letters has none of another alphabet.
        let isOfOtherLetters = beyondASCII > inASCII && found.unicodeScalars.contains { $0.value >= 0x370 }
        return isOfOtherLetters || isOfCentralEurope(found) ? found : nil
    }

    /// One language has all the letters, and one of the signs is a letter that a word of it may have there. `Nm³h`, `m³in`,
    /// `x³y`, `Bericht¹und` and `people¿s` are units, formulas, marks of notes and lost apostrophes.
    private static func isOfCentralEurope(_ text: String) -> Bool {
        guard NameLanguage.all.contains(where: { $0.pages.contains(.cp1250) && $0.hasLetters(of: text) }) else {
            return false
        }
        return text.split { !$0.isLetter }.contains { word in
            let letters = word.unicodeScalars.map { CodePageTable.Letter($0) }
            let isEven = letters.allSatisfy(\.isCapital) || !letters.dropFirst().contains(where: \.isCapital)
            guard letters.count > 3, isEven, !word.contains(/[qx]|żs$/.ignoresCase()) else { return false }
            return letters.indices.dropFirst().dropLast().contains { index in
                switch letters[index].small {
                // No vowel comes behind it.
                case "ą": !letters[index + 1].isVowel
                case "ł" where units.contains(String(word.prefix(index))): false
                case "ł", "ż", "ľ", "ş": letters[index - 1].isVowel || letters[index + 1].isVowel
                default: false
                }
            }
        }
    }

    private static let units: Set<String> = ["m", "mm", "cm", "dm", "hm", "km", "Nm"]

    private static let umlauts = Set("ÄÖÜäöüßÅåÆæØø".unicodeScalars)

    /// Signs that are letters of Central Europe in Windows-1250, as no word has them: `ó³w`, `wie¿a`.
    private static func hasSignInWord(_ bytes: [UInt8]) -> Bool {
        var signs: Set<UInt8> = [0xA3, 0xA5, 0xAA, 0xAF, 0xB3, 0xB9, 0xBC, 0xBE]
        // It may begin a question in Spanish.
        if !bytes.contains(UInt8(ascii: "?")) { signs.insert(0xBF) }
        func isLetter(_ byte: UInt8) -> Bool { byte >= 0xC0 || 0x61...0x7A ~= byte | 0x20 }
        return bytes.indices.dropFirst().dropLast().contains { index in
            signs.contains(bytes[index]) && isLetter(bytes[index - 1]) && isLetter(bytes[index + 1])
        }
    }
}
