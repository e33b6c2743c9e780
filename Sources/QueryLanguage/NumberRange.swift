/// From one whole number to another, both included.
package struct NumberRange: Sendable, Hashable, CustomStringConvertible {
    package var from: Int?
    package var to: Int?

    package init(from: Int?, to: Int?) {
        self.from = from
        self.to = to
    }

    /// `>100`, `<=20`, `12`, `10..20`, `10..` or `..20`; nil for anything else, and for a range without a number in it.
    init?(typed text: String) {
        let comparisons: [(String, (Int) -> NumberRange)] = [
            (">=", { NumberRange(from: $0, to: nil) }), ("<=", { NumberRange(from: nil, to: $0) }),
            (">", { NumberRange(from: $0 + 1, to: nil) }), ("<", { NumberRange(from: nil, to: $0 - 1) }),
        ]
        for (sign, range) in comparisons where text.hasPrefix(sign) {
            guard let number = Self.number(text.dropFirst(sign.count)) else { return nil }
            self = range(number)
            return
        }
        if let number = Self.number(text[...]) {
            self.init(from: number, to: number)
            return
        }
        guard let dots = text.utf8.firstIndex(of: UInt8(ascii: ".")), text[dots...].hasPrefix("..") else { return nil }
        let (low, high) = (text[..<dots], text[dots...].dropFirst(2))
        let (from, to) = (Self.number(low), Self.number(high))
        guard from != nil || low.isEmpty, to != nil || high.isEmpty, from != nil || to != nil,
            from ?? 0 <= to ?? .max
        else { return nil }
        self.init(from: from, to: to)
    }

    /// Nine digits are more than any document has pages, and never overflow.
    private static func number(_ text: Substring) -> Int? {
        guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }

    package var description: String {
        if let from, from == to { return "\(from)" }
        return (from.map { "\($0)" } ?? "") + ".." + (to.map { "\($0)" } ?? "")
    }
}
