internal import CPopplerGLib

/// A page in small, and what it was drawn with.
package struct PageOverview: Sendable {
    package var image: GrayPage
    /// How often visible glyphs were drawn; invisible text (render mode 3 of ISO 32000-1, 9.3.6) is not drawn.
    package var glyphRuns: Int
    /// Whether it was made smaller than 72 dots per inch, beyond what rounding does.
    package var isReduced: Bool { image.resolution < 71 }
}

extension PDFPage {
    /// Renders the page at 72 dots per inch, or less for large pages.
    ///
    /// - Throws: ``PageReadingError`` (`page`, `tooLarge`, `compromised`).
    package func overview() throws -> PageOverview {
        let side = max(width, height)
        let resolution = min(72, Self.longestOverviewSide / max(1, side) * 72)
        let counter = GlyphCounter()
        let image = try image(resolution: resolution, maximumPixels: Self.overviewPixels, counter: counter)
        return PageOverview(image: image, glyphRuns: counter.count)
    }

    /// Pixels: 22 inches, the longer side of a sheet of newspaper.
    private static let longestOverviewSide = 1600.0
    private static let overviewPixels = 2_560_000
}

/// Counts drawings of glyphs on a cairo surface, by means of an observer in front of it.
final class GlyphCounter {
    private(set) var count = 0

    /// The surface to draw on instead of `surface`; the caller destroys it first.
    func observe(_ surface: OpaquePointer?) -> OpaquePointer? {
        let observer = cairo_surface_create_observer(surface, CAIRO_SURFACE_OBSERVER_NORMAL)
        // Borrowed: the counter outlives the rendering.
        let data = Unmanaged.passUnretained(self).toOpaque()
        cairo_surface_observer_add_glyphs_callback(
            observer,
            { _, _, data in
                guard let data else { return }
                Unmanaged<GlyphCounter>.fromOpaque(data).takeUnretainedValue().count += 1
            }, data)
        return observer
    }
}
