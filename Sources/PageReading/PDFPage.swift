internal import CPopplerGLib

package final class PDFPage {
    package let number: Int
    /// Points, after rotation.
    package let width: Double
    package let height: Double
    /// Owned: unreferenced in `deinit`.
    let page: OpaquePointer
    /// Keeps the document alive.
    package let document: PDFDocument
    private var isRendered = false
    /// Pages that this process has tried to render. `nonisolated(unsafe)`: one thread of a process uses poppler.
    nonisolated(unsafe) static var renderedPages = 0

    /// Takes ownership of the reference to `page`.
    init(_ page: OpaquePointer, number: Int, document: PDFDocument) {
        self.page = page
        self.number = number
        self.document = document
        var (width, height) = (0.0, 0.0)
        poppler_page_get_size(page, &width, &height)
        self.width = width.isFinite ? max(0, width) : 0
        self.height = height.isFinite ? max(0, height) : 0
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(page)) }

    /// As printed according to the document; nil when it equals the real number.
    package var label: String? {
        GLibText.take(poppler_page_get_label(page)).flatMap { $0 == String(number) ? nil : $0 }
    }

    /// Dots per inch; nil unless a raster image covers most of the page.
    package func scanResolution() -> Double? {
        document.scanResolution.find(images(), on: page, pageArea: width * height)
    }

    /// The resolution for recognition, in dots per inch: the scan's own within 300 to 400, or 300 without a scan.
    ///
    /// Coarse scans are enlarged, because tesseract was trained on letters about 30 pixels high. Three pages reduced to
    /// 75 dots per inch had a word error of 28.5 % unchanged and 7.6 % enlarged to 300; 13.1 and 3.5 % at 100, 3.5 and
    /// 2.1 % at 150, 2.7 and 2.0 % at 200. Posters have large letters and are enlarged less. Fine scans are reduced,
    /// except those of small pages: microfilm, and files that state a wrong size.
    package func recognitionResolution() -> Double {
        let squareInches = max(1e-6, width * height / 72 / 72)
        let coarsest = min(300, (Self.posterPixels / squareInches).squareRoot())
        let finest = max(400, (Self.pagePixels / squareInches).squareRoot())
        return scanResolution().map { min(finest, max(coarsest, $0)) } ?? 300
    }

    /// A scan rendered at its own resolution keeps its pixels. The resolution is lowered where the page would exceed
    /// `maximumPixels`, or 32,000 pixels on a side (tesseract's limit is 32,767). `glyphRuns` counts the visible ones.
    package func image(
        resolution: Double, maximumPixels: Int, glyphRuns: UnsafeMutablePointer<Int>? = nil
    ) throws -> GrayPage {
        guard width > 0, height > 0 else { throw PageReadingError(.damaged, "the page has no size") }
        let inches = (width: width / 72, height: height / 72)
        let resolution = min(
            resolution, (Double(max(0, maximumPixels)) / inches.width / inches.height).squareRoot(),
            Self.longestSide / max(inches.width, inches.height))
        guard resolution >= 1 else {
            let size = [inches.width, inches.height].map { String(Int(min(1e9, $0.rounded(.up)))) }
            throw PageReadingError(
                .limit,
                "the page is \(size.joined(separator: " by ")) inches, too large to be rendered with "
                    + "\(maximumPixels) pixels (pagePixels) and \(Int(Self.longestSide)) on a side")
        }
        var pixelWidth = max(1, Int((inches.width * resolution).rounded()))
        let pixelHeight = max(1, Int((inches.height * resolution).rounded()))
        // Rounding may have added half a pixel to each row.
        if pixelWidth * pixelHeight > maximumPixels { pixelWidth = max(1, maximumPixels / pixelHeight) }
        return try render(width: pixelWidth, height: pixelHeight, resolution: resolution, glyphRuns)
    }

    private func render(
        width pixelWidth: Int, height pixelHeight: Int, resolution: Double, _ glyphRuns: UnsafeMutablePointer<Int>?
    ) throws -> GrayPage {
        // Never null: the status of the surface, and then of the context, reports failures.
        let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(pixelWidth), Int32(pixelHeight))
        defer { cairo_surface_destroy(surface) }
        let observed =
            glyphRuns.map { Self.observer(of: surface, counting: $0) } ?? cairo_surface_reference(surface)
        defer { cairo_surface_destroy(observed) }
        try render(on: observed) { context in
            cairo_set_source_rgb(context, 1, 1, 1)
            cairo_paint(context)
            cairo_scale(context, resolution / 72, resolution / 72)
        }
        cairo_surface_flush(surface)
        guard let data = cairo_image_surface_get_data(surface) else {
            throw PageReadingError(.damaged, "the page cannot be rendered (no image)")
        }
        let pixels = GrayPage.grey(
            rgb24: data, width: pixelWidth, height: pixelHeight,
            stride: Int(cairo_image_surface_get_stride(surface)), greyStride: pixelWidth)
        return GrayPage(pixels: pixels, width: pixelWidth, height: pixelHeight, resolution: resolution)
    }

    func render(on surface: OpaquePointer?, _ prepare: (OpaquePointer?) -> Void) throws {
        if !isRendered {
            isRendered = true
            Self.renderedPages += 1
        }
        let context = cairo_create(surface)
        defer { cairo_destroy(context) }
        prepare(context)
        poppler_page_render(page, context)
        let status = cairo_status(context)
        cairo_surface_flush(surface)
        guard status == CAIRO_STATUS_SUCCESS else {
            let reason = cairo_status_to_string(status).map { String(cString: $0) } ?? "no image"
            throw PageReadingError(
                .damaged, "the page cannot be rendered (cairo: \(reason))", isCompromised: Self.renderedPages > 1)
        }
    }

    /// A4 at 300 dots per inch.
    private static let pagePixels = 8.7e6
    /// A3 at 300 dots per inch.
    private static let posterPixels = 17.4e6
    /// In pixels.
    private static let longestSide = 32_000.0

    /// `area` is in points; outside the page it is white.
    package func raster(of area: PageRectangle, width: Int, height: Int) throws -> PageRaster {
        guard self.width > 0, self.height > 0 else { throw PageReadingError(.damaged, "the page has no size") }
        guard area.width > 0, area.height > 0 else { throw PageReadingError(.damaged, "the part of the page is empty") }
        let raster = try PageRaster(width: width, height: height)
        try render(on: raster.surface) { context in
            cairo_scale(context, Double(width) / area.width, Double(height) / area.height)
            cairo_translate(context, -area.left, -area.top)
            cairo_rectangle(context, 0, 0, self.width, self.height)
            cairo_clip(context)
        }
        return raster
    }

    /// Known without decoding the image.
    package var isScan: Bool { (images().map(\.squarePoints).max() ?? 0) >= 0.6 * width * height }
}
