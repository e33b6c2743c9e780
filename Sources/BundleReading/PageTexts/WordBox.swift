/// From the page's top left corner.
struct WordBox: Sendable, Equatable {
    let left: Double
    let top: Double
    let right: Double
    let bottom: Double

    /// Larger coordinates occur on no page, and could overflow in later arithmetic.
    static let maximum = 1e7

    /// Nil for an invalid rectangle. Parts left of the page or above it are cut.
    init?(left: Double?, top: Double?, right: Double?, bottom: Double?) {
        guard let left, let top, let right, let bottom else { return nil }
        for number in [left, top, right, bottom] where !(abs(number) <= Self.maximum) { return nil }
        guard right >= 0, bottom >= 0, right >= left, bottom >= top else { return nil }
        self.left = max(0, left)
        self.top = max(0, top)
        self.right = right
        self.bottom = bottom
    }
}

enum MarkupNumber {
    /// With a point or a comma; nil unless it is a number of a page's magnitude.
    static func parse(_ text: (some StringProtocol)?) -> Double? {
        guard let text, text.utf8.count <= 40 else { return nil }
        let plain = String(text.filter { !$0.isWhitespace }.map { $0 == "," ? "." : $0 })
        guard let number = Double(plain), abs(number) <= WordBox.maximum else { return nil }
        return number
    }

    static func size(_ width: Double?, _ height: Double?) -> (width: Double, height: Double)? {
        guard let width, let height, width > 0, height > 0 else { return nil }
        return (width, height)
    }

    static func size(_ width: String?, _ height: String?) -> (width: Double, height: Double)? {
        size(parse(width), parse(height))
    }

    /// A confidence of at most `whole`, as a share of 1.
    static func confidence(_ text: (some StringProtocol)?, of whole: Double) -> Double? {
        guard let number = parse(text), number >= 0 else { return nil }
        return min(1, number / whole)
    }
}
