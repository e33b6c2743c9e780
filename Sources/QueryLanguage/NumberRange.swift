/// From one whole number to another, both included.
package struct NumberRange: Sendable, Hashable {
    package var from: Int?
    package var to: Int?
}

extension NumberRange {
    /// `>100`, `<=20`, `12`, `10..20`, `10..` or `..20`; nil for anything else, and for a range without a number in it.
    init?(typed text: String) {
        if let number = Self.number(text[...]) {
            self.init(from: number, to: number)
            return
        }
        guard let range = TypedRange(text, number: Self.number) else { return nil }
        let step = range.includesEnds ? 0 : 1
        self.init(from: range.from.map { $0 + step }, to: range.to.map { $0 - step })
    }

    /// Nine digits are more than any document has pages, and never overflow.
    private static func number(_ text: Substring) -> Int? { Int(digits: text, most: 9) }
}

extension NumberRange: CustomStringConvertible {
    package var description: String {
        if let from, from == to { return "\(from)" }
        return (from.map { "\($0)" } ?? "") + ".." + (to.map { "\($0)" } ?? "")
    }
}
