enum Letters {
    /// Latin, Greek and Cyrillic.
    static func isVowel(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a", "e", "i", "o", "u", "y", "A", "E", "I", "O", "U", "Y": return true
        default: break
        }
        guard scalar.value >= 0xC0 else { return false }
        switch scalar.value {
        case 0xC0...0xC6, 0xC8...0xCF, 0xD2...0xD6, 0xD8...0xDD, 0xE0...0xE6, 0xE8...0xEF, 0xF2...0xF6, 0xF8...0xFD,
            0xFF, 0x100...0x105, 0x112...0x11B, 0x128...0x131, 0x14C...0x153, 0x168...0x173, 0x1EA0...0x1EF9:
            return true
        default: return otherVowels.contains(scalar)
        }
    }

    static func isUpper(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x80 ? (0x41...0x5A).contains(scalar.value) : scalar.properties.isUppercase
    }

    static func isLower(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x80 ? (0x61...0x7A).contains(scalar.value) : scalar.properties.isLowercase
    }

    static func areRoman(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        scalars.allSatisfy { "ivxlcdmIVXLCDM".unicodeScalars.contains($0) }
    }

    /// Unicode Technical Standard 39, confusables.
    static func hasLatinDouble(_ scalar: Unicode.Scalar) -> Bool {
        // Greek comes first among the scripts that have such letters.
        scalar.value >= 0x370 && doubles.contains(scalar)
    }

    private static let otherVowels = Set(
        "аеёиоуыэюяіїєАЕЁИОУЫЭЮЯІЇЄαεηιουωάέήίόύώϊϋΐΰΑΕΗΙΟΥΩΆΈΉΊΌΎΏѣѢѵіў".unicodeScalars)
    private static let doubles = Set("аеорсухіјѕһԁԛԝАВЕЅЗІЈКМНОРСТХУԌӏοινρυΑΒΕΖΗΙΚΜΝΟΡΤΥΧνϲϳ".unicodeScalars)
}
