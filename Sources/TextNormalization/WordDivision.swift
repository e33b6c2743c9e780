/// Words divided at a line end, as in `hy-`, `phenated`.
///
/// Before a capital letter the hyphen belongs to the word (`Anglo-`, `Saxon`). Between digits or after a space it is
/// not a division. A soft hyphen always marks one.
package enum WordDivision {
    package static func isPossible(after mark: Unicode.Scalar, behind letter: Unicode.Scalar) -> Bool {
        switch mark {
        // Some engines write the "not" sign. The last is the hyphen of Fraktur; its `=` may belong to an address.
        case "-", "\u{AC}", "\u{AD}", "\u{2010}", "\u{2E17}":
            CharacterClass.isLetter(letter) || CharacterClass.isMark(letter)
        default: false
        }
    }

    /// The replacement for `mark`, the last character of a line. Nil for two separate words.
    package static func joint(
        for mark: Unicode.Scalar, behind letter: Unicode.Scalar, before next: Unicode.Scalar
    ) -> String? {
        guard isPossible(after: mark, behind: letter) else { return nil }
        if mark == "\u{AD}" { return CharacterClass.isLetter(next) ? "" : nil }
        if next.properties.isLowercase { return "" }
        guard next.properties.isUppercase else { return nil }
        // The "not" sign shows that the hyphen came with the line end.
        return mark == "\u{AC}" ? "-" : String(mark)
    }
}
