import DocSearch

/// An image request of IIIF's Image API 3 with all sizes resolved. Its arithmetic needs no image.
package struct ImageParameters: Sendable, Equatable {
    package struct Size: Sendable, Equatable {
        package var width: Int
        package var height: Int

        package init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }
    }

    /// Pixels of the whole image.
    package var region: (x: Int, y: Int, width: Int, height: Int)
    package var size: Size
    package var isMirrored: Bool
    package var rotation: Int
    package var quality: PageImageRequest.Quality
    package var format: PageImageRequest.Format
    private let full: Size
    private let isMax: Bool

    /// Pixels for each point of the page. Canvases and the boxes in ALTO and hOCR use the same scale.
    package static let scale = 4.0
    package static let maxArea = 20_000_000
    package static let tile = 512
    static let longestSide = 30_000

    /// `parts` are region, size, rotation and `quality.format`, decoded. Throws a 400 for invalid values, a 501 for
    /// unsupported ones.
    package init(_ parts: [String], of full: Size) throws {
        self.full = full
        region = try Self.region(parts[0], full)
        let whole = Size(region.width, region.height)
        size = try Self.size(parts[1], of: whole, isLimited: Self.isLimited(full))
        isMax = parts[1] == "max" || size == whole
        (isMirrored, rotation) = try Self.rotation(parts[2])
        (quality, format) = try Self.quality(parts[3])
    }

    package static func largest(of full: Size) -> Size {
        guard isLimited(full) else { return full }
        let most = limit(of: full)
        return Size(pixels(Double(full.width) * most), pixels(Double(full.height) * most))
    }

    /// Only where `full/max` is smaller than the image is `maxArea` stated, so that `^max` enlarges nothing otherwise:
    /// IIIF's own validator expects that.
    package static func isLimited(_ full: Size) -> Bool {
        full.width * full.height > maxArea || max(full.width, full.height) > longestSide
    }

    package static func == (left: ImageParameters, right: ImageParameters) -> Bool {
        left.region == right.region && left.size == right.size && left.isMirrored == right.isMirrored
            && left.rotation == right.rotation && left.quality == right.quality && left.format == right.format
    }

    /// Image API 3, 4.7.
    package var canonical: String {
        let isFull = region == (0, 0, full.width, full.height)
        let regionText = isFull ? "full" : "\(region.x),\(region.y),\(region.width),\(region.height)"
        let grows = size.width > region.width || size.height > region.height
        let sizeText = isMax ? "max" : "\(grows ? "^" : "")\(size.width),\(size.height)"
        let name = quality == .color ? "default" : quality.rawValue
        return
            "\(regionText)/\(sizeText)/\(isMirrored ? "!" : "")\(rotation)/\(name).\(format == .jpeg ? "jpg" : "png")"
    }

    package func request(page: Int, points: PageText.Size) -> PageImageRequest {
        var request = PageImageRequest(page: page, width: size.width, height: size.height)
        if region != (0, 0, full.width, full.height) {
            let (x, y) = (points.width / Double(full.width), points.height / Double(full.height))
            request.region = PageBox(
                left: Double(region.x) * x, top: Double(region.y) * y, width: Double(region.width) * x,
                height: Double(region.height) * y)
        }
        (request.isMirrored, request.rotation, request.quality, request.format) = (
            isMirrored, rotation, quality, format
        )
        return request
    }
}

extension ImageParameters.Size {
    package init(_ points: PageText.Size) {
        self.init(
            ImageParameters.pixels(points.width * ImageParameters.scale),
            ImageParameters.pixels(points.height * ImageParameters.scale))
    }
}
