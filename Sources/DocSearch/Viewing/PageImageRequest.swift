/// Which image of a page is wanted, in the order in which it is made: a region, its size, mirrored, turned, its colours and
/// its format (as IIIF's Image API 3 has them).
public struct PageImageRequest: Sendable, Hashable, Codable {
    /// From 1.
    public var page: Int
    /// The part of the page that is shown; nil for all of it. What lies beyond the page is white.
    public var region: PageBox?
    /// Pixels of the image before it is turned. A width and height of another shape than the region stretch it.
    public var width: Int
    /// Pixels of the image before it is turned.
    public var height: Int
    /// Whether left and right are exchanged before the image is turned.
    public var isMirrored = false
    /// Degrees clockwise: 0, 90, 180 or 270.
    public var rotation = 0
    /// The colours of the image.
    public var quality = Quality.color
    /// How the image is written.
    public var format = Format.jpeg

    /// The colours of an image.
    public enum Quality: String, Sendable, CaseIterable, Codable {
        /// As they are on the page.
        case color
        /// Shades of grey.
        case gray
        /// Black and white.
        case bitonal
    }

    /// How an image is written.
    public enum Format: String, Sendable, CaseIterable, Codable {
        /// For looking at.
        case jpeg
        /// Without loss.
        case png

        /// As in `image/jpeg`.
        public var mediaType: String { "image/\(rawValue)" }
    }

    /// An image of a page in so many pixels: all of it, upright, in colour, as JPEG.
    public init(page: Int, width: Int, height: Int) { (self.page, self.width, self.height) = (page, width, height) }

    /// All of a page of this size at so many dots per inch.
    public init(page: Int, size: PageText.Size, resolution: Double) {
        func pixels(_ points: Double) -> Int { Int(max(1, min(1e6, (points * resolution / 72).rounded()))) }
        self.init(page: page, width: pixels(size.width), height: pixels(size.height))
    }
}

/// An image of a page.
public struct PageImage: Sendable, Hashable {
    /// The JPEG or PNG file.
    public var bytes: [UInt8]
    /// How it is written.
    public var format: PageImageRequest.Format
    /// Pixels, as it is turned.
    public var width: Int
    /// Pixels, as it is turned.
    public var height: Int
    /// The same for the same image of the same bytes, and another one for any other: for `ETag` of HTTP.
    public var tag: String
    /// Whether it had been drawn before.
    public var isFromCache: Bool
}
