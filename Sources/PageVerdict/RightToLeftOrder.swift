/// Whether the letters of Arabic, Persian and Hebrew words follow each other as they are read, or from left to right.
///
/// Some letters only end words, and some only begin them; a few words and the Arabic article are on every page.
package struct RightToLeftOrder: Sendable, Equatable, Codable {
    /// Two for each letter or word that tells, one for each article.
    package var forwards = 0
    package var backwards = 0
    /// Whether anything but the article tells that words are backwards: many words end as it begins, such as مثلا.
    private var isCertain = false

    package init() {}

    package var isReversed: Bool { backwards > 2 * forwards && (isCertain || backwards >= Self.manyArticles) }

    private static let manyArticles = 6

    mutating func count(_ word: ArraySlice<Unicode.Scalar>) {
        // Without vowel marks and other signs.
        let letters = word.map(\.value).filter(Self.isLetter)
        guard letters.count > 1 else { return }
        forwards += Self.weight(letters)
        let weight = Self.weight(letters.reversed())
        backwards += weight
        if weight > 1 { isCertain = true }
    }

    private static func weight(_ letters: [UInt32]) -> Int {
        if words.contains(letters) || onlyLast.contains(letters[letters.count - 1]) || letters[0] == 0x622 { return 2 }
        return letters.count > 3 && letters[0] == 0x627 && letters[1] == 0x644 ? 1 : 0
    }

    private static func isLetter(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x5D0...0x5EA, 0x620...0x63F, 0x641...0x64A, 0x671...0x6D3: true
        default: false
        }
    }

    /// Teh marbuta, alef maksura and the final letters of Hebrew.
    private static let onlyLast: Set<UInt32> = [0x629, 0x649, 0x5DA, 0x5DD, 0x5DF, 0x5E3, 0x5E5]

    /// None of them is a word backwards.
    private static let words: Set<[UInt32]> = Set(
        "في من على هذا التي الذي که از این است برای به را של הוא היא אשר גם".split(separator: " ").map {
            $0.unicodeScalars.map(\.value)
        })
}
