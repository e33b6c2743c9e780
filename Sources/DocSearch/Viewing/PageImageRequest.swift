/// A request for an image of a page, in processing order: region, size, mirroring, rotation, colours and format (as in
/// IIIF's Image API 3).
public struct PageImageRequest: Sendable, Hashable, Codable {
    /// From 1.
    public var page: Int
    /// The shown part of the page; nil for all of it. The area outside the page is white.
    public var region: PageBox?
    /// Pixels of the image before rotation. A shape different from the region's stretches it.
    public var width: Int
    /// Pixels of the image before rotation.
    public var height: Int
    /// True when the image is mirrored left to right before rotation.
    public var isMirrored = false
    /// Degrees clockwise: 0, 90, 180 or 270.
    public var rotation = 0
    /// The colours of the image.
    public var quality = Quality.color
    /// The file format.
    public var format = Format.jpeg

    /// The colours of an image.
    public enum Quality: String, Sendable, CaseIterable, Codable {
        /// The page's own colours.
        case color
        /// Shades of grey.
        case gray
        /// Black and white.
        case bitonal
    }

    /// File formats of images.
    public enum Format: String, Sendable, CaseIterable, Codable {
        /// Smaller, for viewing.
        case jpeg
        /// Lossless.
        case png

        /// As in `image/jpeg`.
        public var mediaType: String { "image/\(rawValue)" }
    }

    /// An image of a whole page with this many pixels: upright, in colour, as JPEG.
    public init(page: Int, width: Int, height: Int) { (self.page, self.width, self.height) = (page, width, height) }

    /// A whole page of this size, with `resolution` in dots per inch.
    public init(page: Int, size: PageText.Size, resolution: Double) {
        func pixels(_ points: Double) -> Int { Int(max(1, min(1e6, (points * resolution / 72).rounded()))) }
        self.init(page: page, width: pixels(size.width), height: pixels(size.height))
    }
}

/// An image of a page.
public struct PageImage: Sendable, Hashable {
    /// The JPEG or PNG file.
    public var bytes: [UInt8]
    /// Its format.
    public var format: PageImageRequest.Format
    /// Pixels, after rotation.
    public var width: Int
    /// Pixels, after rotation.
    public var height: Int
    /// Equal for the same image of the same bytes and different for others, for HTTP's `ETag`.
    public var tag: String
    /// True when it had been drawn before.
    public var isFromCache: Bool
}
