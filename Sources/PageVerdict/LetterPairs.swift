/// Pairs of letters in the languages of Europe.
///
/// A pair is usual when it makes up at least one in 1,200 of the pairs in the words of English, German, French,
/// Spanish, Italian, Dutch, Portuguese, Swedish, Danish or Polish (Debian's word lists, counted without accents). In
/// each of these lists 0.967 to 0.996 of the pairs are usual. In text whose letters were exchanged by a broken font
/// map, 0.38 to 0.68 are.
enum LetterPairs {
    /// Nil unless both are Latin letters.
    static func isUsual(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool? {
        guard let first = number(first), let second = number(second) else { return nil }
        return table[first] & 1 << second != 0
    }

    /// 0 for a, in any case and with any accent. Nil for other characters.
    private static func number(_ scalar: Unicode.Scalar) -> Int? {
        switch scalar.value {
        case 0x41...0x5A: return Int(scalar.value) - 0x41
        case 0x61...0x7A: return Int(scalar.value) - 0x61
        case 0xC0...0x17F: return accented[scalar]
        default: return nil
        }
    }

    private static let accented: [Unicode.Scalar: Int] = {
        var result: [Unicode.Scalar: Int] = [:]
        for group in [
            "aàáâãäåāăą", "cçćĉċč", "dďđ", "eèéêëēĕėęě", "gĝğġģ", "hĥħ", "iìíîïĩīĭįı", "lĺļľŀł", "nñńņň", "oòóôõöøōŏő",
            "rŕŗř", "sśŝşš", "tţťŧ", "uùúûüũūŭůűų", "wŵ", "yýÿŷ", "zźżž",
        ] {
            let scalars = Array(group.unicodeScalars)
            guard let base = scalars.first.flatMap(number) else { continue }
            for scalar in scalars.dropFirst() {
                result[scalar] = base
                for upper in scalar.properties.uppercaseMapping.unicodeScalars { result[upper] = base }
            }
        }
        return result
    }()

    private static let table: [UInt32] = followers.map { row in
        row.unicodeScalars.reduce(0) { $0 | 1 << ($1.value - 0x61) }
    }

    private static let followers = [
        "abcdefghijklmnoprstuvwyz", "abeilorsuy", "acehijklortuyz", "adeilnorstuyz", "abcdefghijklmnoprstuvwxyz",
        "aefilorstu", "aeghilnorstu", "aeilmnorstuw", "abcdefgjklmnopqrstuvwz", "acdekmnosu", "aeiklnorstuv",
        "abcdeghijklmnostuvy", "abeilmnoprstuy", "abcdefghiklnorstuvyz", "abcdefghijklmnoprstuvwz", "aefhiloprstu", "u",
        "abcdefghiklmnoprstuvwyz", "abcefghiklmnopstuvyz", "abcehijklnorstuvwyz", "abcdefghijklmnprstuvw", "aeilnorsv",
        "aeinosuy", "", "bcdgjklmnprstwz", "acdeiklmnotuwyz",
    ]
}
