package struct PageGrid {
    private static let columns = 24
    private static let rows = 32
    private var hasText = [Bool](repeating: false, count: columns * rows)
    private var hasImage = [Bool](repeating: false, count: columns * rows)

    package init() {}

    package enum Content { case text, image }

    /// Sides are shares of the page's width and height.
    package mutating func add(_ content: Content, left: Double, top: Double, right: Double, bottom: Double) {
        guard left < right, top < bottom, right > 0, bottom > 0, left < 1, top < 1 else { return }
        let columns = Self.cells(from: left, to: right, of: Self.columns)
        for row in Self.cells(from: top, to: bottom, of: Self.rows) {
            for cell in columns.lazy.map({ row * Self.columns + $0 }) {
                switch content {
                case .text: hasText[cell] = true
                case .image: hasImage[cell] = true
                }
            }
        }
    }

    package var textCoverage: Double { share { hasText[$0] } }
    package var imageCoverage: Double { share { hasImage[$0] } }
    package var bareImageCoverage: Double { share { hasImage[$0] && !hasText[$0] } }

    private func share(_ condition: (Int) -> Bool) -> Double {
        Double(hasText.indices.count(where: condition)) / Double(hasText.count)
    }

    private static func cells(from low: Double, to high: Double, of count: Int) -> Range<Int> {
        let first = min(count - 1, Int(max(0, low) * Double(count)))
        let last = min(count - 1, Int(min(1, high) * Double(count)))
        return first..<max(first, last) + 1
    }
}
