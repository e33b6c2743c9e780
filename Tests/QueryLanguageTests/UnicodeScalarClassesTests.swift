import Testing

@testable import QueryLanguage

@Suite("The classes of scalars")
struct UnicodeScalarClassesTests {
    /// Behind the first four planes there are only tags, variation selectors and private use.
    @Test func classesOfScalarsAgreeWithTheUnicodeTables() {
        var wrong: [Unicode.Scalar] = []
        for value in UInt32(0)..<0x40000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            var (isLetter, isDigit, isMark, separates) = (false, false, false, scalar.properties.isWhitespace)
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: isLetter = true
            case .decimalNumber, .letterNumber, .otherNumber: isDigit = true
            // Radicals.
            case .otherSymbol: isDigit = (0x2E80...0x2FD5).contains(value)
            case .nonspacingMark, .spacingMark, .enclosingMark: isMark = true
            case .control: separates = true
            default: break
            }
            if value == 0x200B || value == 0xFEFF { separates = true }
            if scalar.isLetter != isLetter || scalar.isLetterOrDigit != (isLetter || isDigit)
                || scalar.isMark != isMark || scalar.separatesWords != separates
            {
                wrong.append(scalar)
            }
        }
        #expect(wrong.isEmpty)
    }
}
