import Foundation

/// The likelihood of names in half-width katakana, which have one byte for a letter in CP932 (JIS X 0201) and are what old
/// programs wrote. Their bytes are letters of Russian, Arabic and Thai as well.
enum HalfWidthKatakana {
    static let bytes: ClosedRange<UInt8> = 0xA0...0xDF

    /// The logarithm of the probability that `byte` comes behind `before`, which is nil at the beginning of a run.
    static func score(_ byte: UInt8, behind before: UInt8?) -> Double {
        let begins = before == nil ? log(0.02) : 0
        return begins + log(follows(byte, before) ? shares[byte] ?? 0.0005 : 0.00005)
    }

    /// A voiced mark follows the letters that have a voiced form, and no word begins with a small letter or a mark of
    /// length.
    private static func follows(_ byte: UInt8, _ before: UInt8?) -> Bool {
        switch byte {
        // Voiced: ウ, カ to ト, ハ to ホ.
        case 0xDE: before.map { $0 == 0xB3 || (0xB6...0xC4).contains($0) || (0xCA...0xCE).contains($0) } ?? false
        // Half voiced: ハ to ホ.
        case 0xDF: before.map { (0xCA...0xCE).contains($0) } ?? false
        case 0xA7...0xB0: before != nil
        default: true
        }
    }

    private static let shares: [UInt8: Double] = {
        let letters = """
            ｰ8 ﾝ8 ﾞ9 ﾟ3 ｽ5 ﾄ5 ﾙ5 ｲ5 ｼ4 ﾘ4 ｸ4 ﾌ3 ﾗ3 ｱ3 ｶ3 ﾀ3 ｯ3 ﾚ2 ﾛ2 ﾃ2 ﾏ2 ﾊ2 ｺ2 ｭ2 ｷ2 ｳ2 ｻ2 ﾒ2 ﾑ1 ﾐ1 ﾓ1 ﾋ1 ﾎ1 ﾍ1 ｹ1 ｾ1 \
            ｿ1 ﾂ1 ﾁ1 ﾅ1 ﾆ1 ﾉ1 ｴ1 ｵ1 ｮ1 ｬ1 ﾔ1 ﾕ1 ﾖ1 ﾜ1 ﾈ1 ﾇ1 ｫ1 ｨ1 ｪ1 ｧ1
            """
        // A voiced mark is one character with the blank before it.
        let counts = letters.unicodeScalars.split(separator: " ").compactMap { entry -> (UInt8, Double)? in
            guard let letter = entry.first, (0xFF61...0xFF9F).contains(letter.value) else { return nil }
            // Unicode has them in the order of JIS X 0201, from 0xA1.
            return Double(String(entry.dropFirst())).map { (UInt8(letter.value - 0xFF61 + 0xA1), $0) }
        }
        let sum = counts.reduce(0) { $0 + $1.1 }
        return Dictionary(counts.map { ($0.0, $0.1 / sum) }) { first, _ in first }
    }()
}
