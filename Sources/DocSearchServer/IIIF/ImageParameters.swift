import DocSearch

/// What an image request of IIIF's Image API 3 asks for, after all corrections. A value: its arithmetic needs no image.
package struct ImageParameters: Sendable, Equatable {
    /// Pixels of the whole image.
    package struct Size: Sendable, Equatable {
        package var width: Int
        package var height: Int

        package init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }
    }

    /// Pixels of the whole image: left, top, width, height.
    package var region: (x: Int, y: Int, width: Int, height: Int)
    package var size: Size
    package var isMirrored: Bool
    /// 0, 90, 180 or 270.
    package var rotation: Int
    package var quality: PageImageRequest.Quality
    package var format: PageImageRequest.Format
    private let full: Size
    /// Whether it is as large as the region, or as images may be.
    private let isMax: Bool

    /// Pixels a point of the page: canvases, and the places in ALTO and hOCR, are in the same.
    package static let scale = 4.0
    /// Pixels of one image.
    package static let maxArea = 20_000_000
    package static let tile = 512
    /// Pixels of a side that is enlarged.
    private static let longestSide = 30_000

    /// `parts` are region, size, rotation and `quality.format`, decoded. Throws ``Problem``: 400 for what makes no sense, 501
    /// for what is not offered.
    package init(_ parts: [String], of full: Size) throws {
        self.full = full
        region = try Self.region(parts[0], full)
        size = try Self.size(parts[1], region.width, region.height, isLimited: Self.isLimited(full))
        isMax = parts[1] == "max" || size == Size(region.width, region.height)
        (isMirrored, rotation) = try Self.rotation(parts[2])
        (quality, format) = try Self.quality(parts[3])
    }

    /// What `full/max` gives of an image.
    package static func largest(of full: Size) -> Size {
        let most = min(
            fitting(Double(full.width), Double(full.height)), Double(longestSide) / Double(max(full.width, full.height))
        )
        guard isLimited(full) else { return full }
        return Size(
            max(1, Int((Double(full.width) * most).rounded())), max(1, Int((Double(full.height) * most).rounded())))
    }

    /// Whether `full/max` gives less than the whole image has. Only then is `maxArea` stated, so that `^max` enlarges
    /// nothing in all other cases: IIIF's own validator expects that, and enlarging without end is of use to no viewer.
    package static func isLimited(_ full: Size) -> Bool {
        full.width * full.height > maxArea || max(full.width, full.height) > longestSide
    }

    private static func bad(_ what: String, _ text: String, mustBe wanted: String) -> Problem {
        Problem(400, "The \(what) is not valid", "The \(what) \"\(text)\" must be \(wanted).")
    }

    // MARK: - Region

    private static func region(_ text: String, _ full: Size) throws -> (x: Int, y: Int, width: Int, height: Int) {
        let whole = (x: 0, y: 0, width: full.width, height: full.height)
        if text == "full" { return whole }
        if text == "square" {
            let side = min(full.width, full.height)
            return ((full.width - side) / 2, (full.height - side) / 2, side, side)
        }
        let wanted = "full, square, x,y,w,h in pixels or pct:x,y,w,h"
        let isPercent = text.hasPrefix("pct:")
        let values = numbers(isPercent ? text.dropFirst(4) : text[...], whole: !isPercent)
        guard let values, values.count == 4 else { throw bad("region", text, mustBe: wanted) }
        let (width, height) = (Double(full.width), Double(full.height))
        let pixels =
            isPercent
            ? [values[0] * width / 100, values[1] * height / 100, values[2] * width / 100, values[3] * height / 100]
            : values
        let (x, y) = (min(pixels[0], 1e9).rounded(), min(pixels[1], 1e9).rounded())
        guard pixels[2] > 0, pixels[3] > 0 else {
            throw bad("region", text, mustBe: "at least one pixel wide and high")
        }
        guard x < width, y < height else {
            throw bad(
                "region", text, mustBe: "in the image, which is \(full.width) pixels wide and \(full.height) high")
        }
        return (
            Int(x), Int(y), max(1, Int(min(pixels[2], width - x).rounded())),
            max(1, Int(min(pixels[3], height - y).rounded()))
        )
    }

    /// Nil for what is no list of numbers; negative numbers and exponents are none.
    private static func numbers(_ text: Substring, whole: Bool) -> [Double]? {
        var values: [Double] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let isPlain = part.allSatisfy { ("0"..."9").contains($0) || (!whole && $0 == ".") }
            guard !part.isEmpty, part.count <= 20, isPlain, let value = Double(part) else { return nil }
            values.append(value)
        }
        return values
    }

    // MARK: - Size

    private static func size(_ text: String, _ width: Int, _ height: Int, isLimited: Bool) throws -> Size {
        let mayGrow = text.hasPrefix("^")
        let rest = mayGrow ? text.dropFirst() : text[...]
        let (w, h) = (Double(width), Double(height))
        let bad = bad("size", text, mustBe: "max, w, or ,h or w,h or !w,h or pct:n, with ^ before it to enlarge")
        var scale: (Double, Double)
        if rest == "max" {
            let most = min(
                Self.fitting(w, h), Double(longestSide) / max(w, h), PageImageRequest.largestScale / Self.scale)
            // With ^ as large as the stated limits allow, else no larger than the region (Image API 3, 4.2).
            let isTooLarge = Self.isLimited(Size(width, height))
            let factor = isTooLarge ? most : mayGrow && isLimited ? max(1, most) : 1
            scale = (factor, factor)
        } else if rest.hasPrefix("pct:") {
            guard let value = numbers(rest.dropFirst(4), whole: false), value.count == 1, value[0] > 0 else {
                throw bad
            }
            scale = (value[0] / 100, value[0] / 100)
        } else {
            let isBest = rest.hasPrefix("!")
            let parts = (isBest ? rest.dropFirst() : rest).split(separator: ",", omittingEmptySubsequences: false)
            guard parts.count == 2, !(parts[0].isEmpty && parts[1].isEmpty) else { throw bad }
            let values = try parts.map { part -> Double? in
                if part.isEmpty { return nil }
                guard let value = numbers(part, whole: true), value[0] > 0 else { throw bad }
                return value[0]
            }
            switch (values[0], values[1]) {
            case (let x?, let y?) where isBest:
                // What would be enlarged without ^ is refused below, as IIIF's own validator wants it.
                let factor = min(x / w, y / h)
                scale = (factor, factor)
            case (let x?, let y?): scale = (x / w, y / h)
            case (let x?, nil) where !isBest: scale = (x / w, x / w)
            case (nil, let y?) where !isBest: scale = (y / h, y / h)
            default: throw bad
            }
        }
        let result = Size(max(1, Int(min(w * scale.0, 1e9).rounded())), max(1, Int(min(h * scale.1, 1e9).rounded())))
        guard mayGrow || (result.width <= width && result.height <= height) else {
            throw Problem(
                400, "The size is not valid",
                "The size \"\(text)\" is larger than the region, which is \(width) pixels wide and \(height) high; put ^ before it to enlarge."
            )
        }
        let growth = max(Double(result.width) / w, Double(result.height) / h)
        guard growth * Self.scale <= PageImageRequest.largestScale else {
            throw Problem(
                400, "The image is too large",
                "A part is enlarged at most \(Int(PageImageRequest.largestScale / Self.scale)) times.")
        }
        guard Double(result.width) * Double(result.height) <= Double(maxArea) else {
            throw Problem(400, "The image is too large", "An image may have at most \(maxArea) pixels.")
        }
        return result
    }

    /// Rounding up could make it a pixel too large.
    private static func fitting(_ width: Double, _ height: Double) -> Double {
        (Double(maxArea) / (width * height)).squareRoot() * 0.999
    }

    // MARK: - The rest

    private static func rotation(_ text: String) throws -> (Bool, Int) {
        let isMirrored = text.hasPrefix("!")
        guard let values = numbers(isMirrored ? text.dropFirst() : text[...], whole: false), values.count == 1,
            values[0] <= 360
        else { throw bad("rotation", text, mustBe: "0, 90, 180 or 270, with ! before it to mirror") }
        guard values[0].truncatingRemainder(dividingBy: 90) == 0 else {
            throw Problem(501, "This rotation is not offered", "Pages are turned by 0, 90, 180 or 270 degrees.")
        }
        return (isMirrored, Int(values[0]) % 360)
    }

    private static func quality(_ text: String) throws -> (PageImageRequest.Quality, PageImageRequest.Format) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let qualities: [Substring: PageImageRequest.Quality] = [
            "default": .color, "color": .color, "gray": .gray, "bitonal": .bitonal,
        ]
        let formats: [Substring: PageImageRequest.Format] = ["jpg": .jpeg, "png": .png]
        guard parts.count == 2, let quality = qualities[parts[0]], let format = formats[parts[1]] else {
            throw bad("quality", text, mustBe: "default, color, gray or bitonal, with .jpg or .png")
        }
        return (quality, format)
    }

    package static func == (left: ImageParameters, right: ImageParameters) -> Bool {
        left.region == right.region && left.size == right.size && left.isMirrored == right.isMirrored
            && left.rotation == right.rotation && left.quality == right.quality && left.format == right.format
    }

    /// The same in the one way of writing it (Image API 3, 4.7).
    package var canonical: String {
        let isFull = region == (0, 0, full.width, full.height)
        let regionText = isFull ? "full" : "\(region.x),\(region.y),\(region.width),\(region.height)"
        let grows = size.width > region.width || size.height > region.height
        let sizeText = isMax ? "max" : "\(grows ? "^" : "")\(size.width),\(size.height)"
        let name = quality == .color ? "default" : quality.rawValue
        return
            "\(regionText)/\(sizeText)/\(isMirrored ? "!" : "")\(rotation)/\(name).\(format == .jpeg ? "jpg" : "png")"
    }

    /// For drawing: pixels of the whole image are so many a point.
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
    /// Of a page: points × 4.
    package init(_ points: PageText.Size) {
        self.init(
            max(1, Int((points.width * ImageParameters.scale).rounded())),
            max(1, Int((points.height * ImageParameters.scale).rounded())))
    }
}
