/// How sure the recognition of text was, from 0 to 1. At least one end is closed.
package struct ConfidenceRange: Sendable, Hashable {
    package var from: Double?
    package var to: Double?
    /// Whether the ends belong to the range; true for an open end.
    package var includesFrom: Bool
    package var includesTo: Bool

    package init(from: Double?, to: Double?, includesFrom: Bool = true, includesTo: Bool = true) {
        self.from = from
        self.to = to
        self.includesFrom = includesFrom
        self.includesTo = includesTo
    }

    /// `<0.6`, `>=60%`, `0.5..0.8`, `0.5..` or `..0.8`; nil for anything else, and for a range that ends before it
    /// begins. A single number is none: nothing is recognised with exactly so much confidence.
    init?(typed text: String) {
        let comparisons: [(String, (Double) -> ConfidenceRange)] = [
            (">=", { ConfidenceRange(from: $0, to: nil) }), ("<=", { ConfidenceRange(from: nil, to: $0) }),
            (">", { ConfidenceRange(from: $0, to: nil, includesFrom: false) }),
            ("<", { ConfidenceRange(from: nil, to: $0, includesTo: false) }),
        ]
        for (sign, range) in comparisons where text.hasPrefix(sign) {
            guard let number = Self.share(text.dropFirst(sign.count)) else { return nil }
            self = range(number)
            return
        }
        guard let dots = text.utf8.firstIndex(of: UInt8(ascii: ".")).flatMap({ Self.dots(in: text, after: $0) }) else {
            return nil
        }
        let (low, high) = (text[..<dots], text[dots...].dropFirst(2))
        let (from, to) = (Self.share(low), Self.share(high))
        guard from != nil || low.isEmpty, to != nil || high.isEmpty, from != nil || to != nil,
            from ?? 0 <= to ?? 1
        else { return nil }
        self.init(from: from, to: to)
    }

    private static func dots(in text: String, after first: String.Index) -> String.Index? {
        text[first...].hasPrefix("..")
            ? first
            : text[first...].dropFirst().utf8.firstIndex(of: UInt8(ascii: ".")).flatMap {
                text[$0...].hasPrefix("..") ? $0 : nil
            }
    }

    /// A number from 0 to 1, or a percentage, with four decimals of the number at most: more would say nothing, and
    /// so the number is written as it was read.
    private static func share(_ text: Substring) -> Double? {
        let isPercentage = text.utf8.last == UInt8(ascii: "%")
        let parts = (isPercentage ? text.dropLast() : text).split(separator: ".", omittingEmptySubsequences: false)
        let decimals = isPercentage ? 2 : 4
        guard let whole = parts.first, (1...3).contains(whole.utf8.count), parts.count <= 2,
            parts.count == 1 || (1...decimals).contains(parts[1].utf8.count),
            parts.joined().utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        let fraction = parts.count == 2 ? parts[1] : ""
        let padded = whole + fraction + String(repeating: "0", count: decimals - fraction.utf8.count)
        guard let tenThousandths = Int(padded), tenThousandths <= 10_000 else { return nil }
        return Double(tenThousandths) / 10_000
    }
}

extension ConfidenceRange: CustomStringConvertible {
    /// `<0.6`, `<=0.6`, `>0.9`, `>=0.9` or `0.5..0.8`.
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
