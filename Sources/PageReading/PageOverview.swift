internal import CPopplerGLib

package struct PageOverview: Sendable {
    package var image: GrayPage
    /// How often visible glyphs were drawn. Invisible text (render mode 3 of ISO 32000-1, 9.3.6) is not drawn.
    package var glyphRuns: Int
    package var isReduced: Bool { image.resolution < 71 }
}

extension PDFPage {
    package func overview() throws -> PageOverview {
        let side = max(width, height)
        let resolution = min(72, Self.longestOverviewSide / max(1, side) * 72)
        var glyphRuns = 0
        let image = try withUnsafeMutablePointer(to: &glyphRuns) {
            try self.image(resolution: resolution, maximumPixels: Self.overviewPixels, glyphRuns: $0)
        }
        return PageOverview(image: image, glyphRuns: glyphRuns)
    }

    /// In pixels: 22 inches, the longer side of a newspaper sheet.
    private static let longestOverviewSide = 1600.0
    private static let overviewPixels = 2_560_000

    /// A surface to draw on in place of `surface`. The caller destroys it before `surface`. It counts drawings of
    /// glyphs in `count`, which is borrowed and outlives the rendering.
    static func observer(of surface: OpaquePointer?, counting count: UnsafeMutablePointer<Int>) -> OpaquePointer? {
        let observer = cairo_surface_create_observer(surface, CAIRO_SURFACE_OBSERVER_NORMAL)
        cairo_surface_observer_add_glyphs_callback(
            observer, { _, _, count in count?.assumingMemoryBound(to: Int.self).pointee += 1 }, count)
        return observer
    }
}
