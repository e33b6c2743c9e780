/// A rectangle on a page, in points (1/72 inch) from its top left corner as the page is shown.
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

    /// From left, top, width and height, as ``PageText/Word/box`` has them; nil for another number of values.
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
}
