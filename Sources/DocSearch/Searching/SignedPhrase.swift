/// A quoted phrase with signs at its words: `C++`, `.NET` or `R&D`. The full-text tables know the words without them.
struct SignedPhrase: Sendable, Hashable {
    /// Each word is one letter.
    private let shape: String
    private var beginsWithSign: Bool { shape.first != Self.word }
    private var endsWithSign: Bool { shape.last != Self.word }

    private static let word: Character = "w"

    init?(_ text: String) {
        // A blank behind the sign of a section belongs to the sign.
        let scalars = Array(text.unicodeScalars)
        let typed = scalars.indices.filter { place in
            place == 0 || scalars[place - 1] != "\u{A7}" || !scalars[place].properties.isWhitespace
        }.map { scalars[$0] }
        shape = Self.shape(of: typed, keepsAll: false)
        guard shape.contains(where: { $0 != Self.word }) else { return nil }
    }

    /// UTF-8 offsets. Blanks between a sign and its word make no difference: `50%` is written `50 %`, too.
    func isWritten(in text: String, at range: Range<Int>) -> Bool {
        let bytes = text.utf8
        let (start, end) = (
            bytes.index(bytes.startIndex, offsetBy: range.lowerBound),
            bytes.index(bytes.startIndex, offsetBy: range.upperBound)
        )
        let before = Array(text.unicodeScalars[..<start].suffix(Self.mostSigns))
        let words = Array(text.unicodeScalars[start..<end])
        let after = Array(text.unicodeScalars[end...].prefix(Self.mostSigns))
        let leading: [Unicode.Scalar] =
            beginsWithSign ? Self.signs(before.reversed(), behind: words.first).reversed() : []
        let written = leading + words + (endsWithSign ? Self.signs(after, behind: nil) : [])
        return [false, true].contains { Self.shape(of: written, keepsAll: $0) == shape }
    }

    private static let mostSigns = 12

    /// `next` is the letter that a point there would stand before.
    private static func signs(_ scalars: [Unicode.Scalar], behind next: Unicode.Scalar?) -> [Unicode.Scalar] {
        let rest = scalars.first?.properties.isWhitespace == true ? scalars.dropFirst() : scalars[...]
        let signs = Array(rest.prefix(while: isSign))
        guard signs.isEmpty, let next, next.properties.isAlphabetic, scalars.first == point,
            scalars.count == 1 || !isOfWord(scalars[1])
        else { return signs }
        return [point]
    }

    private static let point: Unicode.Scalar = "."

    /// `keepsAll`: signs that stand alone, too.
    private static func shape(of scalars: [Unicode.Scalar], keepsAll: Bool) -> String {
        var shape = ""
        var position = 0
        while position < scalars.count {
            let start = position
            if isOfWord(scalars[position]) {
                while position < scalars.count, isOfWord(scalars[position]) { position += 1 }
                shape.append(word)
                continue
            }
            while position < scalars.count, isSign(scalars[position]) { position += 1 }
            guard position > start else {
                position += 1
                let isAtWord = position < scalars.count && scalars[position].properties.isAlphabetic
                let isBehindWord = start > 0 && isOfWord(scalars[start - 1])
                if scalars[start] == point, isAtWord, !isBehindWord { shape.unicodeScalars.append(point) }
                continue
            }
            let isAtWord =
                start > 0 && isOfWord(scalars[start - 1]) || position < scalars.count && isOfWord(scalars[position])
            if keepsAll || isAtWord { shape.unicodeScalars.append(contentsOf: scalars[start..<position]) }
        }
        return shape
    }

    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
            true
        default: false
        }
    }

    /// No punctuation: a phrase is found however it is set.
    private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .mathSymbol, .currencySymbol, .otherSymbol: true
        default: ["#", "%", "&", "@", "\u{A7}"].contains(scalar)
        }
    }
}
