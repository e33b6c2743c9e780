enum CharacterClass {
    case visible
    /// Found only when it is written as separate letters.
    case ligature(String)
    case space
    case lineEnd
    case control
    case softHyphen
    /// Cannot be seen or typed: bidirectional controls, zero-width space, byte order mark, noncharacters.
    case invisible

    init(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0xAD: self = .softHyphen
        case 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: self = .space
        case 0x85, 0x2028, 0x2029: self = .lineEnd
        case 0x7F..<0xA0: self = .control
        case 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x206F, 0x061C, 0xFEFF, 0xFFFC: self = .invisible
        case 0xFDD0...0xFDEF: self = .invisible
        case let value where value & 0xFFFE == 0xFFFE: self = .invisible
        case let value: self = Self.ligatures[value].map(CharacterClass.ligature) ?? .visible
        }
    }

    static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A: true
        case 0..<0x80: false
        default: scalar.properties.isAlphabetic
        }
    }

    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return false
        }
    }

    /// False only for characters that are composed (NFC) and do not compose with the one before them.
    static func mayCompose(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Latin; Greek and Cyrillic letters; punctuation.
        case 0..<0x300, 0x388..<0x483, 0x1E00..<0x1F00, 0x2010..<0x2070: false
        // Kana, Chinese characters, Hangul syllables.
        case 0x3041..<0x3099, 0x309D..<0xA000, 0xAC00..<0xD7A4: false
        default: true
        }
    }

    /// True only for characters that never compose with, nor are sorted into, the text before them.
    static func beginsPiece(_ scalar: Unicode.Scalar) -> Bool {
        guard mayCompose(scalar) else { return true }
        switch scalar.value {
        // Letters that compose with the one before them: Hangul vowels and finals, Kirat Rai vowels.
        case 0x1160..<0x1200, 0x16D63..<0x16D6B: return false
        default: return !isMark(scalar)
        }
    }

    private static let ligatures: [UInt32: String] = [
        // The small e and o above letters in old prints, from which the dots and the ring came.
        0x0364: "\u{308}", 0x0366: "\u{30A}",
        0x0132: "IJ", 0x0133: "ij",
        0x01C4: "DŽ", 0x01C5: "Dž", 0x01C6: "dž", 0x01C7: "LJ", 0x01C8: "Lj", 0x01C9: "lj",
        0x01CA: "NJ", 0x01CB: "Nj", 0x01CC: "nj", 0x01F1: "DZ", 0x01F2: "Dz", 0x01F3: "dz",
        0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st",
    ]
}
