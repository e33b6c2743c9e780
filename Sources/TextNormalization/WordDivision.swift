/// Words that a line end divides, as in `hy-`, `phenated`.
///
/// Before a capital letter the hyphen belongs to the word (`Anglo-`, `Saxon`); between digits or after a space it is none
/// of these. A soft hyphen only ever marks such a division.
package enum WordDivision {
    /// Whether a line that ends with these two characters may end in the middle of a word.
    package static func isPossible(after mark: Unicode.Scalar, behind letter: Unicode.Scalar) -> Bool {
        switch mark {
        // Some engines write the sign for "not".
        case "-", "\u{AC}", "\u{AD}", "\u{2010}": CharacterClass.isLetter(letter) || CharacterClass.isMark(letter)
        default: false
        }
    }

    /// What stands in place of `mark`, the last character of a line behind `letter`, when the next line, which begins with
    /// `next`, is joined to it; nil when the lines end and begin with words of their own.
    package static func joint(
        for mark: Unicode.Scalar, behind letter: Unicode.Scalar, before next: Unicode.Scalar
    ) -> String? {
        guard isPossible(after: mark, behind: letter) else { return nil }
        if mark == "\u{AD}" { return CharacterClass.isLetter(next) ? "" : nil }
        if next.properties.isLowercase { return "" }
        guard next.properties.isUppercase else { return nil }
        // The sign for "not" shows that the hyphen came with the line end.
        return mark == "\u{AC}" ? "-" : String(mark)
    }
}
