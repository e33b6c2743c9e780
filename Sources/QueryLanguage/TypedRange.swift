/// `>100`, `<=20`, `10..20`, `10..` or `..20`.
package struct TypedRange<Number: Comparable & Hashable & Sendable>: Sendable, Hashable {
    package private(set) var from: Number?
    package private(set) var to: Number?
    package private(set) var includesEnds = true

    init?(_ text: String, number: (Substring) -> Number?) {
        if let sign = [">=", "<=", ">", "<"].first(where: { text.hasPrefix($0) }) {
            guard let end = number(text.dropFirst(sign.count)) else { return nil }
            if sign.hasPrefix(">") { from = end } else { to = end }
            includesEnds = sign.hasSuffix("=")
            return
        }
        guard let dots = text.firstRange(of: "..") else { return nil }
        let (low, high) = (text[..<dots.lowerBound], text[dots.upperBound...])
        (from, to) = (number(low), number(high))
        guard from != nil || low.isEmpty, to != nil || high.isEmpty, from != nil || to != nil else { return nil }
        if let from, let to, from > to { return nil }
    }
}
