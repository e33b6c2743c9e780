/// One word without surrounding punctuation, judged by its shape.
struct WordShape {
    enum Kind {
        case plausible
        case odd
        case single
        /// Numbers, codes, addresses, abbreviations: no evidence either way.
        case neutral
    }

    let kind: Kind
    let letterCount: Int
    let isOverlong: Bool
    let isAllLetters: Bool
    let isForeignScript: Bool
    let isLookAlike: Bool
    /// Shelf marks, checksums: letters between digits.
    let isCode: Bool
    let isRightToLeft: Bool

    /// Words of prose are shorter, even German and Finnish compounds.
    private static let longest = 34

    /// `scalars` begin and end with a letter or digit.
    init(_ scalars: ArraySlice<Unicode.Scalar>) {
        var (latin, cyrillic, greek, other) = (0, 0, 0, 0)
        var (vowels, capitals, doubles, upperAfterLower) = (0, 0, 0, 0)
        var (digits, inner, isAddress) = (0, 0, false)
        var (longestRepeat, currentRepeat) = (1, 1)
        var before: Unicode.Scalar?
        for scalar in scalars {
            switch Script(scalar) {
            case .latin: latin += 1
            case .cyrillic: cyrillic += 1
            case .greek: greek += 1
            case .other: other += 1
            case .digit: digits += 1
            case .joint: break
            case .address: isAddress = true
            case .symbol: inner += 1
            }
            if Letters.isVowel(scalar) { vowels += 1 }
            if Letters.hasLatinDouble(scalar) { doubles += 1 }
            let isUpper = Letters.isUpper(scalar)
            if isUpper { capitals += 1 }
            if isUpper, let before, Letters.isLower(before) { upperAfterLower += 1 }
            currentRepeat = scalar == before ? currentRepeat + 1 : 1
            longestRepeat = max(longestRepeat, currentRepeat)
            before = scalar
        }
        let letters = latin + cyrillic + greek + other
        letterCount = letters
        let scripts = [latin, cyrillic, greek].count { $0 > 0 }
        isOverlong = !isAddress && other == 0 && letters > Self.longest
        isForeignScript = latin == 0 && cyrillic + greek >= 2
        isLookAlike = isForeignScript && letters >= 3 && doubles == cyrillic + greek
        isAllLetters = letters == scalars.count
        isCode = letters > 0 && digits > 0 && digits * 2 >= letters
        isRightToLeft = other > 0 && scalars.contains { (0x590...0x8FF).contains($0.value) }

        // In scripts without case or vowels a single word is no evidence.
        if letters == 0 || isAddress || other > 0 {
            kind = .neutral
        } else if letters == 1, digits == 0, scalars.count == 1 {
            kind = .single
        } else if digits > 0 {
            // Ordinals have their digits at an end and codes have many, recognition errors a few in the middle.
            kind = !isCode && Self.hasInnerDigit(scalars) && capitals < letters ? .odd : .neutral
        } else if scripts > 1 || inner > 0 || upperAfterLower > 1 || longestRepeat > 3
            || longestRepeat > 2 && !Letters.areRoman(scalars)
        {
            kind = .odd
        } else if vowels > 0 {
            kind = letters == 1 ? .neutral : .plausible
        } else {
            kind = letters >= 4 && capitals < letters && !Letters.areRoman(scalars) ? .odd : .neutral
        }
    }

    private static func hasInnerDigit(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let first = scalars.first, let last = scalars.last, scalars.count > 2 else { return false }
        return Script(first).isLetter && Script(last).isLetter
            && scalars.dropFirst().dropLast().contains { Script($0) == .digit }
    }
}

enum Script {
    case latin
    case cyrillic
    case greek
    case other
    case digit
    /// Separates the parts of a word: apostrophe, hyphen, slash.
    case joint
    /// Occurs in addresses and file names.
    case address
    case symbol

    var isLetter: Bool { self == .latin || self == .cyrillic || self == .greek || self == .other }

    init(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F, 0x1E00...0x1EFF, 0xAA, 0xBA,
            0xFB00...0xFB06:
            self = .latin
        case 0x30...0x39: self = .digit
        case 0x27, 0x2D, 0x2F, 0x2019, 0x2018, 0x2010...0x2015, 0x26, 0x2C, 0x2E, 0x28, 0x29, 0xB7: self = .joint
        case 0x40, 0x5F, 0x3A, 0x3D: self = .address
        case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
        case 0x400...0x52F: self = .cyrillic
        case 0x300...0x36F, 0xAD, 0x200C, 0x200D: self = .joint
        default: self = scalar.value > 0x7F && scalar.properties.isAlphabetic ? .other : .symbol
        }
    }
}
