internal import CPopplerGLib

/// Poppler gives the places of a page's images at little cost, but their pixel sizes only by decoding them. So only
/// those that cover as much as the largest are decoded: a scan may be divided into a coarse background and letters at
/// full resolution, or cut into strips. Pages with the same image places have the same resolution.
final class ScanResolution {
    private var known: [[Int]: Double?] = [:]
    private static let mostImagesDecoded = 3

    /// Dots per inch. Nil when `images` cover less than a tenth of the page. `page` is a borrowed `PopplerPage`;
    /// `pageArea` is in square points.
    func find(_ images: [ImageBox], on page: OpaquePointer, pageArea: Double) -> Double? {
        let layout = images.flatMap { image in
            [image.area.left, image.area.top, image.area.right, image.area.bottom].map { Int(max(-1e6, min(1e6, $0))) }
        }
        if let found = known[layout] { return found }
        let found = Self.measure(images, on: page, pageArea: pageArea)
        known[layout] = .some(found)
        return found
    }

    private static func measure(_ images: [ImageBox], on page: OpaquePointer, pageArea: Double) -> Double? {
        guard let largest = images.map(\.squarePoints).max(),
            images.reduce(0, { $0 + $1.squarePoints }) >= pageArea / 10
        else { return nil }
        return images.lazy.filter { $0.squarePoints >= 0.9 * largest }.prefix(mostImagesDecoded)
            .compactMap { resolution(of: $0, on: page) }.max()
    }

    private static func resolution(of image: ImageBox, on page: OpaquePointer) -> Double? {
        guard let surface = poppler_page_get_image(page, image.id) else { return nil }
        defer { cairo_surface_destroy(surface) }
        let width = Double(cairo_image_surface_get_width(surface))
        let height = Double(cairo_image_surface_get_height(surface))
        // The image may lie on its side. The orientation with less distortion is the right one.
        let upright = (width / image.area.width, height / image.area.height)
        let turned = (height / image.area.width, width / image.area.height)
        func distortion(_ scale: (Double, Double)) -> Double { max(scale.0, scale.1) / min(scale.0, scale.1) }
        let scale = distortion(upright) <= distortion(turned) ? upright : turned
        let resolution = 72 * max(scale.0, scale.1)
        return resolution.isFinite && resolution > 0 ? resolution : nil
    }
}
