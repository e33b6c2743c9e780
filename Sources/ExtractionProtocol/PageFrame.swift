/// The text of one page from one source.
package struct PageFrame: Codable, Sendable, Equatable {
    package var entry: String
    /// From 1.
    package var page: Int
    /// The number printed on the page according to the document (`iv`, `A-3`), when it differs from the page number.
    package var label: String?
    /// Points (1/72 inch), after rotation.
    package var width: Double
    package var height: Double
    /// Normalised text; never holds form feeds or other control characters than line feed and tab.
    package var text: String
    package var origin: TextOrigin
    /// The verdict on the page's text layer.
    package var verdict: TextLayerVerdict
    /// How the layer came about; nil without one.
    package var layer: TextLayerKind?
    /// Why the verdict is not `good`: a word that names the reason, then a colon and figures.
    package var reasons: [String]
    /// Among ``reasons`` where text of the layer could not be read for want of something on this machine.
    package static let missingResource = "environment"
    /// 0 to 1, for recognised text.
    package var confidence: Double?
    /// For recognised text.
    package var words: [PageWord]
    /// For recognised text: see ``ImageFrame/imageHash``.
    package var imageHash: String?
    /// Whether text was cut at ``ExtractionLimits/pageTextBytes``.
    package var isTruncated: Bool

    package init(
        entry: String, page: Int, label: String? = nil, width: Double, height: Double, text: String,
        origin: TextOrigin, verdict: TextLayerVerdict, layer: TextLayerKind? = nil, reasons: [String] = [],
        confidence: Double? = nil, words: [PageWord] = [], imageHash: String? = nil, isTruncated: Bool = false
    ) {
        self.entry = entry
        self.page = page
        self.label = label
        self.width = width
        self.height = height
        self.text = text
        self.origin = origin
        self.verdict = verdict
        self.layer = layer
        self.reasons = reasons
        self.confidence = confidence
        self.words = words
        self.imageHash = imageHash
        self.isTruncated = isTruncated
    }
}

/// A reason of a page that says that its text may be incomplete, whatever the verdict on what there is.
package enum DamageReason {
    private static let beginning = "damaged: "
    private static let repairing = "repaired: "

    /// `words` are those of the library that complained.
    package static func of(_ words: String) -> String { beginning + words }

    /// The same of what was out of its place and found: worth a look only where words are missing.
    package static func ofRepair(_ words: String) -> String { repairing + words }

    /// The words of the library, be it of damage or of a repair; nil for any other reason.
    package static func complaint(in reason: String) -> String? {
        words(in: reason) ?? (reason.hasPrefix(repairing) ? String(reason.dropFirst(repairing.count)) : nil)
    }

    /// The words of the library; nil for any other reason.
    package static func words(in reason: String) -> String? {
        reason.hasPrefix(beginning) ? String(reason.dropFirst(beginning.count)) : nil
    }
}

/// A reason of a page that says that its recognised text looks like another language than those that it was recognised in.
package enum LanguageReason {
    /// What such a reason begins with.
    package static let beginning = "other-language: "

    /// `code` is tesseract's code of the language that the text looks like.
    package static func of(_ code: String) -> String { beginning + code }

    /// Tesseract's code of the language; nil for any other reason.
    package static func code(in reason: String) -> String? {
        guard reason.hasPrefix(beginning) else { return nil }
        let code = reason.dropFirst(beginning.count)
        return (2...12).contains(code.utf8.count) && code.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F }
            ? String(code) : nil
    }
}

/// Where the text of a page comes from.
package enum TextOrigin: String, Codable, Sendable, CaseIterable {
    case textLayer = "text-layer"
    case ocr
    case sidecar
}

/// The verdict on a page's text layer.
package enum TextLayerVerdict: String, Codable, Sendable, CaseIterable {
    case good
    /// There is nothing to read on the page.
    case blank
    case missing
    case garbled
    case partial

    /// Whether the page's image may say more than the layer does.
    package var asksForRecognition: Bool { self != .good && self != .blank }
}

/// How a page's text layer came about; apart from whether it is any good.
package enum TextLayerKind: String, Codable, Sendable, CaseIterable {
    /// Made by the program that made the page.
    case bornDigital = "born-digital"
    /// Put over an image of the page by an earlier recognition.
    case earlierOCR = "earlier-ocr"
}

/// A recognised word and its box on the page.
package struct PageWord: Codable, Sendable, Equatable {
    package var text: String
    /// Left, top, width, height in points from the page's top left corner.
    package var box: [Double]
    /// 0 to 1.
    package var confidence: Double
    /// Said of the few, as there is one of these for every word of the archive.
    private var isNotIndexed: Bool?

    /// False for what was read into pictures and stains: kept, but not found by.
    package var isIndexed: Bool { isNotIndexed != true }

    package init(text: String, box: [Double], confidence: Double, isIndexed: Bool = true) {
        self.text = text
        self.box = box
        self.confidence = confidence
        isNotIndexed = isIndexed ? nil : true
    }

    private enum CodingKeys: String, CodingKey {
        case text = "t"
        case box = "b"
        case confidence = "c"
        case isNotIndexed = "x"
    }
}
