internal import CPopplerGLib

/// Finds out at how many dots per inch a page was scanned.
///
/// Poppler tells where the images of a page are at no great cost, but their size in pixels only by decoding them. So few
/// are asked: those that cover as much as the largest, because a scan may be divided into a coarse background and the
/// letters at full resolution, or cut into strips.
enum ScanResolution {
    /// An image's place on the page, in points.
    private struct Place {
        let id: Int32
        let width: Double
        let height: Double
        var area: Double { width * height }
    }

    private static let mostImagesDecoded = 3

    /// - Parameters:
    ///   - page: A `PopplerPage`, borrowed.
    ///   - pageArea: In square points.
    /// - Returns: Dots per inch; nil when images cover less than a tenth of the page, or cannot be decoded.
    static func find(page: OpaquePointer, pageArea: Double) -> Double? {
        let places = places(on: page)
        guard let largest = places.map(\.area).max(), places.reduce(0, { $0 + $1.area }) >= pageArea / 10
        else {
            return nil
        }
        return places.lazy.filter { $0.area >= 0.9 * largest }.prefix(mostImagesDecoded)
            .compactMap { resolution(of: $0, on: page) }.max()
    }

    private static func places(on page: OpaquePointer) -> [Place] {
        guard let list = poppler_page_get_image_mapping(page) else { return [] }
        // Frees the mappings too.
        defer { poppler_page_free_image_mapping(list) }
        var places: [Place] = []
        var next: UnsafeMutablePointer<GList>? = list
        while let item = next {
            next = item.pointee.next
            guard let mapping = item.pointee.data?.assumingMemoryBound(to: PopplerImageMapping.self).pointee
            else {
                continue
            }
            let width = abs(mapping.area.x2 - mapping.area.x1)
            let height = abs(mapping.area.y2 - mapping.area.y1)
            if width.isFinite, height.isFinite, width > 0, height > 0 {
                places.append(Place(id: mapping.image_id, width: width, height: height))
            }
        }
        return places
    }

    private static func resolution(of place: Place, on page: OpaquePointer) -> Double? {
        guard let surface = poppler_page_get_image(page, place.id) else { return nil }
        defer { cairo_surface_destroy(surface) }
        let width = Double(cairo_image_surface_get_width(surface))
        let height = Double(cairo_image_surface_get_height(surface))
        // The image may lie on its side: the orientation that distorts it less is the right one.
        let upright = (width / place.width, height / place.height)
        let turned = (height / place.width, width / place.height)
        func distortion(_ scale: (Double, Double)) -> Double { max(scale.0, scale.1) / min(scale.0, scale.1) }
        let scale = distortion(upright) <= distortion(turned) ? upright : turned
        let resolution = 72 * max(scale.0, scale.1)
        return resolution.isFinite && resolution > 0 ? resolution : nil
    }
}
