/// A rectangle on a page in points, from its top left corner, after rotation.
package struct PageRectangle: Sendable, Hashable {
    package var left: Double
    package var top: Double
    package var right: Double
    package var bottom: Double

    package init(left: Double, top: Double, right: Double, bottom: Double) {
        (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }

    package var width: Double { right - left }
    package var height: Double { bottom - top }

    func union(_ other: PageRectangle) -> PageRectangle {
        PageRectangle(
            left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
            bottom: max(bottom, other.bottom))
    }
}

package struct ImageBox: Sendable, Equatable {
    package var area: PageRectangle
    /// Poppler's number of the image on its page.
    let id: Int32

    var squarePoints: Double { area.width * area.height }

    /// The box is unreliable: on rotated pages poppler gives some that lie beside the page.
    package func isOutside(_ page: PDFPage) -> Bool {
        area.left > 0.9 * page.width || area.top > 0.9 * page.height || area.right > 1.5 * page.width
            || area.bottom > 1.5 * page.height
    }
}
