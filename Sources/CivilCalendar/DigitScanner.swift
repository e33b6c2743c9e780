/// ASCII digits only.
package struct DigitScanner {
    private(set) package var rest: Substring.UTF8View

    package init(_ text: Substring) { rest = text.utf8 }

    package var isAtEnd: Bool { rest.isEmpty }

    package mutating func accept(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Nil when there are fewer digits; nothing is read then.
    package mutating func number(digits: Int) -> Int? {
        let head = rest.prefix(digits)
        guard head.count == digits, head.allSatisfy(Self.isDigit) else { return nil }
        rest = rest.dropFirst(digits)
        return head.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    mutating func skipDigits() { rest = rest.drop(while: Self.isDigit) }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
