/// Requests the documents of a bundle, their metadata and the text layer of every page.
package struct ReadBundleRequest: Codable, Sendable, Equatable {
    /// The bundle's path under its root. Used in messages and as the last choice for a title, never opened.
    package var path: String
    /// SHA-256 (lower-case hexadecimal) of the bundle, computed by the coordinator; nil where it is not needed.
    package var contentHash: String?
    /// The folder's Tesseract language codes, whose lexicons help to judge text layers.
    package var languages: [String]
    package var examination: LayerExaminationDepth
    package var extent: ReadingExtent
    package var access: BundleAccess
    package var limits: ExtractionLimits
    /// Draws every page, so that damage in its images is noticed. For bundles that were read before.
    package var drawsPages: Bool
    /// Where to continue after a reader died; earlier documents are skipped.
    package var resume: PageAddress?
    /// Pages that killed a reader before; skipped without a frame.
    package var skippedPages: [PageAddress]

    package init(
        path: String, contentHash: String? = nil, languages: [String] = [],
        examination: LayerExaminationDepth = .image, extent: ReadingExtent = .pages,
        access: BundleAccess = BundleAccess(), limits: ExtractionLimits, drawsPages: Bool = false,
        resume: PageAddress? = nil, skippedPages: [PageAddress] = []
    ) {
        self.path = path
        self.contentHash = contentHash
        self.languages = languages
        self.examination = examination
        self.extent = extent
        self.access = access
        self.limits = limits
        self.drawsPages = drawsPages
        self.resume = resume
        self.skippedPages = skippedPages
    }
}
