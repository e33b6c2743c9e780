/// The reader keeps the document open for the following requests: ``DrawPageRequest``, ``MeasurePagesRequest``,
/// ``ListContentsRequest`` and ``CopyFileRequest``.
package struct OpenPagesRequest: Codable, Sendable, Equatable {
    package var path: String
    /// The entry that holds the document; empty when the bundle is the document itself.
    package var entry: String
    /// SHA-256 of the document. The coordinator has verified that the bundle is the one with this document.
    package var contentHash: String
    package var requests: Int
    package var access: BundleAccess
    package var limits: ExtractionLimits

    package init(
        path: String, entry: String, contentHash: String, requests: Int, access: BundleAccess = BundleAccess(),
        limits: ExtractionLimits
    ) {
        self.path = path
        self.entry = entry
        self.contentHash = contentHash
        self.requests = requests
        self.access = access
        self.limits = limits
    }
}

/// The image is written to the descriptor that comes with the request.
package struct DrawPageRequest: Codable, Sendable, Equatable {
    /// From 1.
    package var page: Int
    /// Left, top, width and height in points; nil for the whole page.
    package var region: [Double]?
    /// Pixels before rotation.
    package var width: Int
    package var height: Int
    package var isMirrored: Bool
    /// Degrees clockwise, a multiple of 90.
    package var rotation: Int
    package var colors: ImageColors
    package var format: ImageFormat
    /// 1 to 100, for JPEG.
    package var quality: Int
    package var maximumBytes: Int
    package var limits: ExtractionLimits

    package init(
        page: Int, region: [Double]? = nil, width: Int, height: Int, isMirrored: Bool = false, rotation: Int = 0,
        colors: ImageColors = .color, format: ImageFormat = .jpeg, quality: Int = 75, maximumBytes: Int = 32 << 20,
        limits: ExtractionLimits
    ) {
        self.page = page
        self.region = region
        self.width = width
        self.height = height
        self.isMirrored = isMirrored
        self.rotation = rotation
        self.colors = colors
        self.format = format
        self.quality = quality
        self.maximumBytes = maximumBytes
        self.limits = limits
    }
}

package enum ImageColors: String, Codable, Sendable, CaseIterable { case color, gray, bitonal }

package enum ImageFormat: String, Codable, Sendable, CaseIterable { case jpeg, png }

/// Answered by a ``PageFrame`` for each page, without text.
package struct MeasurePagesRequest: Codable, Sendable, Equatable {
    /// From 1.
    package var pages: [Int]
    package var wantsWords: Bool
    package var limits: ExtractionLimits

    package init(pages: [Int], wantsWords: Bool, limits: ExtractionLimits) {
        (self.pages, self.wantsWords, self.limits) = (pages, wantsWords, limits)
    }
}

/// Reports an image in the file that came with the request. The coordinator checks the file itself.
package struct DrawnFrame: Codable, Sendable, Equatable {
    package var byteCount: Int
    /// Dots per inch, for a recogniser.
    package var resolution: Double?

    package init(byteCount: Int, resolution: Double? = nil) {
        (self.byteCount, self.resolution) = (byteCount, resolution)
    }
}
