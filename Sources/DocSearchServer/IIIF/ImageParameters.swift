import DocSearch

/// An image request of IIIF's Image API 3 with all sizes resolved. Its arithmetic needs no image.
package struct ImageParameters: Sendable, Equatable {
    package struct Size: Sendable, Equatable {
        package var width: Int
        package var height: Int

        package init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }
    }

    /// Pixels of the whole image.
    package struct Region: Sendable, Equatable {
        package var x: Int
        package var y: Int
        package var width: Int
        package var height: Int

        static func whole(_ full: Size) -> Region { Region(x: 0, y: 0, width: full.width, height: full.height) }
    }

    package var region: Region
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

    /// Image API 3, 4.7.
    package var canonical: String {
        let regionText =
            region == .whole(full) ? "full" : "\(region.x),\(region.y),\(region.width),\(region.height)"
        let grows = size.width > region.width || size.height > region.height
        let sizeText = isMax ? "max" : "\(grows ? "^" : "")\(size.width),\(size.height)"
        let name = quality == .color ? "default" : quality.rawValue
        return
            "\(regionText)/\(sizeText)/\(isMirrored ? "!" : "")\(rotation)/\(name).\(format == .jpeg ? "jpg" : "png")"
    }

    package func request(page: Int, points: PageText.Size) -> PageImageRequest {
        var request = PageImageRequest(page: page, width: size.width, height: size.height)
        if region != .whole(full) {
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

extension ImageParameters {
    private static func bad(_ what: String, _ text: String, mustBe wanted: String) -> ProblemDetails {
        ProblemDetails(400, "The \(what) is not valid", "The \(what) \"\(text)\" must be \(wanted).")
    }

    // MARK: - Region

    static func region(_ text: String, _ full: Size) throws -> Region {
        if text == "full" { return .whole(full) }
        if text == "square" {
            let side = min(full.width, full.height)
            return Region(x: (full.width - side) / 2, y: (full.height - side) / 2, width: side, height: side)
        }
        let isPercent = text.hasPrefix("pct:")
        let values = numbers(isPercent ? text.dropFirst(4) : text[...], whole: !isPercent)
        guard let values, values.count == 4
        else { throw bad("region", text, mustBe: "full, square, x,y,w,h in pixels or pct:x,y,w,h") }
        let (width, height) = (Double(full.width), Double(full.height))
        let asked = zip(values, [width, height, width, height]).map { isPercent ? $0 * $1 / 100 : $0 }
        let (x, y) = (min(asked[0], 1e9).rounded(), min(asked[1], 1e9).rounded())
        guard asked[2] > 0, asked[3] > 0
        else { throw bad("region", text, mustBe: "at least one pixel wide and high") }
        guard x < width, y < height else {
            throw bad(
                "region", text, mustBe: "in the image, which is \(full.width) pixels wide and \(full.height) high")
        }
        return Region(
            x: Int(x), y: Int(y), width: pixels(min(asked[2], width - x)), height: pixels(min(asked[3], height - y)))
    }

    static func pixels(_ pixels: Double) -> Int { max(1, Int(min(pixels, 1e9).rounded())) }

    private static func numbers(_ text: Substring, whole: Bool) -> [Double]? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let values = parts.compactMap { part in
            let isPlain = part.allSatisfy { ("0"..."9").contains($0) || (!whole && $0 == ".") }
            return isPlain && (1...20).contains(part.count) ? Double(part) : nil
        }
        return values.count == parts.count ? values : nil
    }

    // MARK: - Size

    static func size(_ text: String, of region: Size, isLimited: Bool) throws -> Size {
        let mayGrow = text.hasPrefix("^")
        let rest = mayGrow ? text.dropFirst() : text[...]
        let (width, height) = (Double(region.width), Double(region.height))
        let factors =
            rest == "max"
            ? maximum(of: region, mayGrow: mayGrow && isLimited)
            : rest.hasPrefix("pct:") ? percentage(rest.dropFirst(4)) : factors(rest, of: region)
        guard let factors
        else { throw bad("size", text, mustBe: "max, w, or ,h or w,h or !w,h or pct:n, with ^ before it to enlarge") }
        let result = Size(pixels(width * factors.0), pixels(height * factors.1))
        guard mayGrow || (result.width <= region.width && result.height <= region.height) else {
            throw ProblemDetails(
                400, "The size is not valid",
                "The size \"\(text)\" is larger than the region, which is \(region.width) pixels wide and \(region.height) high; put ^ before it to enlarge."
            )
        }
        let growth = max(Double(result.width) / width, Double(result.height) / height)
        guard growth * Self.scale <= PageImageRequest.largestScale else {
            throw ProblemDetails(
                400, "The image is too large",
                "A part is enlarged at most \(Int(PageImageRequest.largestScale / Self.scale)) times.")
        }
        guard Double(result.width) * Double(result.height) <= Double(maxArea)
        else { throw ProblemDetails(400, "The image is too large", "An image may have at most \(maxArea) pixels.") }
        return result
    }

    /// With ^ as large as the stated limits allow, else no larger than the region (Image API 3, 4.2).
    private static func maximum(of region: Size, mayGrow: Bool) -> (Double, Double) {
        let most = min(limit(of: region), PageImageRequest.largestScale / Self.scale)
        let factor = isLimited(region) ? most : mayGrow ? max(1, most) : 1
        return (factor, factor)
    }

    private static func percentage(_ text: Substring) -> (Double, Double)? {
        guard let values = numbers(text, whole: false), values.count == 1, values[0] > 0 else { return nil }
        return (values[0] / 100, values[0] / 100)
    }

    /// Parses `w,`, `,h`, `w,h` and `!w,h`.
    private static func factors(_ text: Substring, of region: Size) -> (Double, Double)? {
        let (width, height) = (Double(region.width), Double(region.height))
        let isBest = text.hasPrefix("!")
        let parts = (isBest ? text.dropFirst() : text).split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let values = parts.map { $0.isEmpty ? nil : numbers($0, whole: true)?.first }
        guard zip(parts, values).allSatisfy({ $0.isEmpty || ($1 ?? 0) > 0 }) else { return nil }
        switch (values[0], values[1]) {
        case (let x?, let y?) where isBest:
            // Enlarging without ^ is refused later, as IIIF's own validator expects.
            let factor = min(x / width, y / height)
            return (factor, factor)
        case (let x?, let y?): return (x / width, y / height)
        case (let x?, nil) where !isBest: return (x / width, x / width)
        case (nil, let y?) where !isBest: return (y / height, y / height)
        default: return nil
        }
    }

    /// Rounding up could make the image a pixel too large.
    static func limit(of size: Size) -> Double {
        let (width, height) = (Double(size.width), Double(size.height))
        return min((Double(maxArea) / (width * height)).squareRoot() * 0.999, Double(longestSide) / max(width, height))
    }

    // MARK: - The rest

    static func rotation(_ text: String) throws -> (Bool, Int) {
        let isMirrored = text.hasPrefix("!")
        guard let values = numbers(isMirrored ? text.dropFirst() : text[...], whole: false), values.count == 1,
            values[0] <= 360
        else { throw bad("rotation", text, mustBe: "0, 90, 180 or 270, with ! before it to mirror") }
        guard values[0].truncatingRemainder(dividingBy: 90) == 0 else {
            throw ProblemDetails(501, "This rotation is not offered", "Pages are turned by 0, 90, 180 or 270 degrees.")
        }
        return (isMirrored, Int(values[0]) % 360)
    }

    static func quality(_ text: String) throws -> (PageImageRequest.Quality, PageImageRequest.Format) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let qualities: [Substring: PageImageRequest.Quality] = [
            "default": .color, "color": .color, "gray": .gray, "bitonal": .bitonal,
        ]
        let formats: [Substring: PageImageRequest.Format] = ["jpg": .jpeg, "png": .png]
        guard parts.count == 2, let quality = qualities[parts[0]], let format = formats[parts[1]]
        else { throw bad("quality", text, mustBe: "default, color, gray or bitonal, with .jpg or .png") }
        return (quality, format)
    }
}
