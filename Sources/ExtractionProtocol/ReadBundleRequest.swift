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

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func value<Value: Decodable>(_ key: CodingKeys, _ usual: Value) throws -> Value {
            try values.decodeIfPresent(Value.self, forKey: key) ?? usual
        }
        self.init(
            path: try values.decode(String.self, forKey: .path),
            contentHash: try values.decodeIfPresent(String.self, forKey: .contentHash),
            languages: try value(.languages, []), examination: try value(.examination, .image),
            extent: try value(.extent, .pages), access: try value(.access, BundleAccess()),
            limits: try value(.limits, ExtractionLimits()), drawsPages: try value(.drawsPages, false),
            resume: try values.decodeIfPresent(PageAddress.self, forKey: .resume),
            skippedPages: try value(.skippedPages, []))
    }

    /// Omits defaults: every bundle has a request, and limits alone are twenty numbers.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        func say<Value: Encodable & Equatable>(_ value: Value, _ key: CodingKeys, unless usual: Value) throws {
            if value != usual { try values.encode(value, forKey: key) }
        }
        try values.encode(path, forKey: .path)
        try values.encodeIfPresent(contentHash, forKey: .contentHash)
        try say(languages, .languages, unless: [])
        try say(examination, .examination, unless: .image)
        try say(extent, .extent, unless: .pages)
        try say(access, .access, unless: BundleAccess())
        try say(limits, .limits, unless: ExtractionLimits())
        try say(drawsPages, .drawsPages, unless: false)
        try values.encodeIfPresent(resume, forKey: .resume)
        try say(skippedPages, .skippedPages, unless: [])
    }

    private enum CodingKeys: String, CodingKey {
        case path, contentHash, languages, examination, extent, access, limits, drawsPages, resume, skippedPages
    }
}
