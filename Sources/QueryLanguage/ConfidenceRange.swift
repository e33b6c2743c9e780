/// From 0 to 1. At least one end is closed.
package struct ConfidenceRange: Sendable, Hashable {
    package var from: Double?
    package var to: Double?
    package var includesFrom = true
    package var includesTo = true
}

extension ConfidenceRange {
    /// `<0.6`, `>=60%`, `0.5..0.8`, `0.5..` or `..0.8`. A single number is invalid, because no page has exactly that
    /// confidence.
    init?(typed text: String) {
        guard let range = TypedRange(text, number: Self.share) else { return nil }
        self.init(from: range.from, to: range.to)
        includesFrom = from == nil || range.includesEnds
        includesTo = to == nil || range.includesEnds
    }

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
        switch (from, to) {
        case (let from?, let to?): Self.text(from) + ".." + Self.text(to)
        case (let from?, nil): (includesFrom ? ">=" : ">") + Self.text(from)
        case (nil, let to?): (includesTo ? "<=" : "<") + Self.text(to)
        case (nil, nil): ".."
        }
    }

    private static func text(_ share: Double) -> String {
        share == 0 ? "0" : share == 1 ? "1" : "\(share)"
    }
}
