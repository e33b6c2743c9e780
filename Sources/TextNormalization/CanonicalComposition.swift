import Foundation

/// Foundation's time for NFC grows with the square of the length (microseconds for a page, seconds for a megabyte), so
/// it gets pieces.
package enum CanonicalComposition {
    /// Least number of scalars. A piece ends where nothing after it can compose with anything in it.
    private static let pieceLength = 256
    /// Most scalars. A thousand accents on one letter are not text, and keep the order that the cut gives them.
    private static let longestPiece = 1024

    package static func composed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        var result = ""
        result.reserveCapacity(text.utf8.count)
        var start = scalars.startIndex
        var count = 0
        var isComposed = true
        for index in scalars.indices {
            let scalar = scalars[index]
            if count >= pieceLength, CharacterClass.beginsPiece(scalar) || count >= longestPiece {
                append(text[start..<index], isComposed, to: &result)
                (start, count, isComposed) = (index, 0, true)
            }
            count += 1
            isComposed = isComposed && !CharacterClass.mayCompose(scalar)
        }
        append(text[start...], isComposed, to: &result)
        return result
    }

    private static func append(_ piece: Substring, _ isComposed: Bool, to result: inout String) {
        result += isComposed ? piece : piece.precomposedStringWithCanonicalMapping[...]
    }
}
