/// A page divided into squares, to see how much of it text and images cover.
package struct PageGrid {
    private static let columns = 24
    private static let rows = 32
    private var hasText = [Bool](repeating: false, count: columns * rows)
    private var hasImage = [Bool](repeating: false, count: columns * rows)

    package init() {}

    /// The sides of a rectangle as shares of the page's width and height.
    package mutating func addText(left: Double, top: Double, right: Double, bottom: Double) {
        mark(\.hasText, left, top, right, bottom)
    }

    package mutating func addImage(left: Double, top: Double, right: Double, bottom: Double) {
        mark(\.hasImage, left, top, right, bottom)
    }

    package var textCoverage: Double { share { hasText[$0] } }
    package var imageCoverage: Double { share { hasImage[$0] } }
    package var bareImageCoverage: Double { share { hasImage[$0] && !hasText[$0] } }

    private func share(_ condition: (Int) -> Bool) -> Double {
        Double(hasText.indices.count(where: condition)) / Double(hasText.count)
    }

    private mutating func mark(
        _ cells: WritableKeyPath<PageGrid, [Bool]>, _ left: Double, _ top: Double, _ right: Double, _ bottom: Double
    ) {
        guard left < right, top < bottom, right > 0, bottom > 0, left < 1, top < 1 else { return }
        let columns = Self.range(left, right, Self.columns)
        for row in Self.range(top, bottom, Self.rows) {
            for column in columns { self[keyPath: cells][row * Self.columns + column] = true }
        }
    }

    private static func range(_ low: Double, _ high: Double, _ count: Int) -> Range<Int> {
        let first = min(count - 1, Int(max(0, low) * Double(count)))
        let last = min(count - 1, Int(min(1, high) * Double(count)))
        return first..<max(first, last) + 1
    }
}
