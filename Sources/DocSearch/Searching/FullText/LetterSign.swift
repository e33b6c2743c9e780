/// Characters that say something about the letter before them.
enum LetterSign {
    /// On one letter. Unicode's stream-safe text (UAX 15) has no more; longer rows would take time that grows with the
    /// square of their length.
    static let most = 30

    static func isSign(_ scalar: Unicode.Scalar, after base: Unicode.Scalar?) -> Bool {
        switch scalar.value {
        case ..<0xAD: false
        case _ where base == nonJoiner: false
        // Soft hyphens, joiners, marks of direction and of order; the voice marks of half-width kana.
        case 0xAD, 0x61C, 0x180E, 0x200D...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x206F, 0xFEFF: true
        case 0xFF9E, 0xFF9F: true
        // Vowels and finals of Korean syllables that are written in their parts.
        case 0x1160...0x11FF, 0x115F, 0x3164, 0xFFA0: true
        // Divides words in Persian, but not in the scripts of India and its neighbours.
        case nonJoiner.value: base.map { (0x900..<0x1800).contains($0.value) } ?? false
        case 0x640, 0x7FA: true
        default: isMark(scalar)
        }
    }

    static let nonJoiner: Unicode.Scalar = "\u{200C}"

    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    /// True for signs that few people type and that never turn a letter into a different one.
    static func isNeverTyped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xAD, 0x61C, 0x200C...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x206F, 0xFEFF: true
        // The small letters above those of old German prints, and other accents that compose with nothing.
        case 0x34F, 0xA670...0xA672, 0x363...0x36F, 0x483...0x489, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF:
            true
        // Hebrew, Arabic but for madda and hamza, Syriac, Samaritan.
        case 0x591...0x5BD, 0x5BF, 0x5C1, 0x5C2, 0x5C4, 0x5C5, 0x5C7, 0x610...0x61A, 0x640, 0x64B...0x652: true
        case 0x656...0x65F, 0x670, 0x6D6...0x6DC, 0x6DF...0x6E4, 0x6E7, 0x6E8, 0x6EA...0x6ED, 0x711: true
        case 0x730...0x74A, 0x7FA, 0x816...0x82D, 0x8CA...0x8FF: true
        // Fillers without an appearance.
        case 0x115F, 0x1160, 0x3164, 0xFFA0: true
        // Choices between forms of one character.
        case 0x180B...0x180E, 0xFE00...0xFE0F, 0xFE20...0xFE2F, 0xE0100...0xE01EF: true
        default: false
        }
    }

    /// Accents that are left after composition: a letter that has one of its own stays, as `й`.
    static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        (0x300...0x36F).contains(scalar.value) || (0x653...0x655).contains(scalar.value) || isNeverTyped(scalar)
    }
}
