import Testing

@testable import PageVerdict

/// 24 by 32 squares.
@Suite("The squares of a page")
struct PageGridTests {
    struct Area: Sendable {
        let left, top, right, bottom: Double

        init(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) {
            (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
        }
    }

    private static let areas: [(Area, Int)] = [
        (Area(0, 0, 1, 1), 768), (Area(-5, -5, 5, 5), 768), (Area(0, 0, 0.01, 0.01), 1),
        // A side on the border of squares touches both.
        (Area(0, 0, 0.5, 0.5), 13 * 17), (Area(0, 0, 0.49, 0.49), 12 * 16), (Area(0.99, 0.99, 2, 2), 1),
        // Outside, without a size, or no number.
        (Area(1, 0, 2, 1), 0), (Area(-1, 0, 0, 1), 0), (Area(0.5, 0.5, 0.5, 0.6), 0), (Area(0.6, 0.5, 0.5, 0.6), 0),
        (Area(.nan, 0, 1, 1), 0),
    ]

    @Test(arguments: areas)
    func squaresOfAPageAreCoveredWhereAnAreaTouchesThem(area: Area, squares: Int) {
        var grid = PageGrid()
        grid.add(.text, left: area.left, top: area.top, right: area.right, bottom: area.bottom)
        #expect(grid.textCoverage == Double(squares) / 768)
        #expect(grid.imageCoverage == 0)
    }

    @Test func squaresOfAPageAreBareWhereAnImageHasNoTextOverIt() {
        var grid = PageGrid()
        grid.add(.image, left: 0, top: 0, right: 1, bottom: 1)
        #expect(grid.bareImageCoverage == 1)
        grid.add(.text, left: 0, top: 0, right: 0.49, bottom: 1)
        grid.add(.text, left: 0, top: 0, right: 0.49, bottom: 0.5)
        #expect(grid.bareImageCoverage == 0.5)
        #expect(grid.imageCoverage == 1)
        #expect(grid.textCoverage == 0.5)
    }
}
