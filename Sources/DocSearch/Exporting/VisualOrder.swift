/// A word's characters from left to right, as they stand on the page and as programs expect them in a PDF: they put words
/// from right to left back into the order in which they are read.
enum VisualOrder {
    static func scalars(of word: [Unicode.Scalar]) -> [Unicode.Scalar] {
        guard word.contains(where: isRightToLeft) else { return word }
        var result: [Unicode.Scalar] = []
        /// Numbers and words of other scripts within it run from left to right.
        var run: [Unicode.Scalar] = []
        for scalar in word.reversed() {
            let isPart = isLeftToRight(scalar) || !run.isEmpty && ".,:/-".unicodeScalars.contains(scalar)
            if isPart {
                run.append(scalar)
            } else {
                result += run.reversed()
                run = []
                result.append(mirrored[scalar] ?? scalar)
            }
        }
        return result + run.reversed()
    }

    static func isRightToLeft(_ text: String) -> Bool { text.unicodeScalars.contains(where: isRightToLeft) }

    private static let mirrored: [Unicode.Scalar: Unicode.Scalar] = {
        let pairs: [(Unicode.Scalar, Unicode.Scalar)] = [
            ("(", ")"), ("[", "]"), ("{", "}"), ("<", ">"), ("\u{AB}", "\u{BB}"), ("\u{2039}", "\u{203A}"),
        ]
        return Dictionary(uniqueKeysWithValues: pairs + pairs.map { ($1, $0) })
    }()

    private static func isLeftToRight(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.numericType != nil || scalar.properties.isAlphabetic && !isRightToLeft(scalar)
    }

    /// Letters and marks of the scripts that run from right to left (Unicode 16, DerivedBidiClass).
    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.properties.numericType == nil else { return false }
        return switch scalar.value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF: true
        default: false
        }
    }
}
