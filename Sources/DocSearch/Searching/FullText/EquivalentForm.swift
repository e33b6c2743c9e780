import Foundation

/// The form in which a character is compared.
enum EquivalentForm {
    /// `character` has its signs on it.
    static func of(_ character: String) -> String {
        // No part of the name before them.
        guard !["™", "℠"].contains(character) else { return " " }
        // A non-joiner divides words, and is a sign only where it does not.
        guard character != String(LetterSign.nonJoiner) else { return " " }
        guard let base = character.unicodeScalars.first, !LetterSign.isNeverTyped(base),
            // Arabic vowels without a letter, which would become spaces.
            !(0xFE70...0xFE7F).contains(base.value), !(0xFC5E...0xFC63).contains(base.value)
        else { return "" }
        var form = String.UnicodeScalarView()
        // Foundation leaves the voice marks of half-width kana uncomposed.
        let composed = character.precomposedStringWithCompatibilityMapping.precomposedStringWithCanonicalMapping
        for scalar in composed.unicodeScalars where !LetterSign.isAccent(scalar) {
            form.append(contentsOf: letters(scalar).unicodeScalars)
        }
        return isWord(base) ? " \(String(form)) " : String(form)
    }

    private static func letters(_ scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        // Letters that are apostrophes. Keyboards have one, which divides words.
        case 0x2B9...0x2BF, 0x2EE, 0x55A, 0xA78B, 0xA78C: return "'"
        case 0x622, 0x623, 0x625, 0x671: return "\u{627}"
        case 0x629: return "\u{647}"
        case 0x649, 0x6CC, 0x6D2: return "\u{64A}"
        case 0x6A9: return "\u{643}"
        case 0x6C0, 0x6C1, 0x6C2, 0x6C3, 0x6D5: return "\u{647}"
        // Greek with several signs, such as breathings.
        case 0x1F00...0x1FFF:
            let first = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.first
            return first.map { String($0) } ?? ""
        case 0x2E80...0x2EF3: return radicals[scalar].map { String($0) } ?? String(scalar)
        case 0x660...:
            if scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue {
                return String(Int(value))
            }
            return String(scalar)
        default: return String(scalar)
        }
    }

    /// Symbols are words of their own: "No" in `№5`, and a half in `2½`, which is not `21/2`. Small digits above and below
    /// are not: `CO₂`.
    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .otherSymbol, .mathSymbol, .modifierSymbol, .currencySymbol: true
        case .otherNumber: !["¹", "²", "³"].contains(scalar) && !(0x2070...0x209F).contains(scalar.value)
        default: false
        }
    }

    /// Unicode's `EquivalentUnifiedIdeograph.txt` (15.0), as far as NFKC does not say the same.
    private static let radicals: [Unicode.Scalar: Unicode.Scalar] = Dictionary(
        zip(
            """
            ⺁⺂⺃⺄⺅⺆⺇⺈⺉⺊⺋⺌⺍⺎⺏⺐⺑⺒⺓⺔⺕⺖⺗⺘⺙⺛⺜⺝⺞⺠⺡⺢⺣⺤⺥⺦⺧⺨⺩⺪\
            ⺫⺬⺭⺮⺯⺰⺱⺲⺳⺴⺵⺶⺷⺸⺹⺺⺻⺼⺽⺾⺿⻀⻁⻂⻃⻄⻅⻆⻇⻈⻉⻊⻋⻌⻍⻎⻏⻐⻑⻒\
            ⻓⻔⻕⻖⻗⻘⻙⻚⻛⻜⻝⻞⻟⻠⻡⻢⻣⻤⻥⻦⻧⻨⻩⻪⻫⻬⻭⻮⻯⻰⻱⻲
            """.unicodeScalars,
            """
            厂乛乚乙亻冂𠘨刀刂卜㔾小小兀尣尢𡯂巳幺彑𫜹忄心扌攵旡日月歺民氵氺灬爫爫丬牛犭王𤴔\
            目示礻𥫗糹纟罓罒㓁冗𦉫羊𦍌𦍋耂肀聿肉𦥑艹艹艹虎衤覀西见角𧢲讠贝𧾷车辶辶辶邑钅長镸\
            长门𨸏阝雨青韦页风飞食𩙿飠饣𩠐马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀
            """.unicodeScalars), uniquingKeysWith: { first, _ in first })
}
