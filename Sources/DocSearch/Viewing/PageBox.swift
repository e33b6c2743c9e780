/// A rectangle on a page, in points (1/72 inch) from the top left corner of the page as shown.
public struct PageBox: Sendable, Hashable, Codable {
    /// Points from the page's left edge.
    public var left: Double
    /// Points from the page's upper edge.
    public var top: Double
    /// Points.
    public var width: Double
    /// Points.
    public var height: Double

    /// A rectangle by its corner and size in points.
    public init(left: Double, top: Double, width: Double, height: Double) {
        (self.left, self.top, self.width, self.height) = (left, top, width, height)
    }

    /// From left, top, width and height, as in ``PageText/Word/box``; nil for another number of values.
    public init?(_ values: [Double]) {
        guard values.count == 4 else { return nil }
        self.init(left: values[0], top: values[1], width: values[2], height: values[3])
    }

    var right: Double { left + width }
    var bottom: Double { top + height }

    func union(_ other: PageBox) -> PageBox {
        let (left, top) = (min(left, other.left), min(top, other.top))
        return PageBox(
            left: left, top: top, width: max(right, other.right) - left, height: max(bottom, other.bottom) - top)
    }

    static func around(_ boxes: some Collection<PageBox>) -> PageBox? {
        boxes.first.map { boxes.dropFirst().reduce($0) { $0.union($1) } }
    }

    func isNear(_ next: PageBox, times factor: Double = 1) -> Bool {
        let (gap, height) = (next.top - bottom, max(height, next.height))
        return gap < factor * height && gap > -height && next.left < right && next.right > left
    }

    func continues(in next: PageBox) -> Bool {
        let common = min(bottom, next.bottom) - max(top, next.top)
        return common > min(height, next.height) / 2 && next.left >= left
    }

    var rounded: PageBox {
        func round(_ value: Double) -> Double { (value * 100).rounded() / 100 }
        return PageBox(left: round(left), top: round(top), width: round(width), height: round(height))
    }
}
