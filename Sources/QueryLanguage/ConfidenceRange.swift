/// From 0 to 1. At least one end is closed.
package typealias ConfidenceRange = TypedRange<Double>

extension ConfidenceRange {
    /// `<0.6`, `>=60%`, `0.5..0.8`, `0.5..` or `..0.8`. A single number is invalid, because no page has exactly that
    /// confidence.
    init?(typed text: String) { self.init(text, number: Self.share) }

    /// At most four decimals, so that it is written as it was read.
    private static func share(_ text: Substring) -> Double? {
        let isPercentage = text.utf8.last == UInt8(ascii: "%")
        let parts = (isPercentage ? text.dropLast() : text).split(separator: ".", omittingEmptySubsequences: false)
        let decimals = isPercentage ? 2 : 4
        guard let whole = parts.first, (1...3).contains(whole.utf8.count), parts.count <= 2,
            parts.count == 1 || (1...decimals).contains(parts[1].utf8.count),
            parts.joined().utf8.allSatisfy(\.isDigit)
        else { return nil }
        let fraction = parts.count == 2 ? parts[1] : ""
        let padded = whole + fraction + String(repeating: "0", count: decimals - fraction.utf8.count)
        guard let tenThousandths = Int(padded), tenThousandths <= 10_000 else { return nil }
        return Double(tenThousandths) / 10_000
    }
}

extension ConfidenceRange: CustomStringConvertible {
    package var description: String {
        let (first, last) = (from.map(Self.text), to.map(Self.text))
        guard let first else { return (includesEnds ? "<=" : "<") + (last ?? "") }
        return last.map { "\(first)..\($0)" } ?? (includesEnds ? ">=" : ">") + first
    }

    private static func text(_ share: Double) -> String {
        share == 0 ? "0" : share == 1 ? "1" : "\(share)"
    }
}
