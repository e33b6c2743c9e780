internal import CPopplerGLib

extension PDFPage {
    /// Draws a part of the page, stretched to so many pixels. What lies beyond the page is white.
    ///
    /// - Parameters:
    ///   - area: Points from the page's upper left corner.
    ///   - width: Pixels.
    ///   - height: Pixels.
    /// - Returns: The pixels.
    /// - Throws: ``PageReadingError`` (`page`, `tooLarge`, `compromised`).
    package func raster(of area: PageRectangle, width: Int, height: Int) throws -> PageRaster {
        guard self.width > 0, self.height > 0 else { throw PageReadingError(.page, "the page has no size") }
        guard area.width > 0, area.height > 0 else { throw PageReadingError(.page, "the part of the page is empty") }
        let raster = try PageRaster(width: width, height: height)
        try render(on: raster.surface) { context in
            cairo_scale(context, Double(width) / area.width, Double(height) / area.height)
            cairo_translate(context, -area.left, -area.top)
            cairo_rectangle(context, 0, 0, self.width, self.height)
            cairo_clip(context)
        }
        return raster
    }

    /// Whether most of the page is one image. Told without decoding it.
    package var isScan: Bool {
        let largest = images().map { $0.area.width * $0.area.height }.max() ?? 0
        return largest >= 0.6 * width * height
    }
}
