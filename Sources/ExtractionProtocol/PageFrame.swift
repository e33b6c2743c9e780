package struct PageFrame: Sendable, Equatable {
    package var entry: String
    /// From 1.
    package var page: Int
    /// As printed according to the document (`iv`, `A-3`), when it differs from the page number.
    package var label: String?
    /// Points (1/72 inch), after rotation.
    package var width: Double
    package var height: Double
    /// Normalised text, whose only control characters are line feed and tab.
    package var text: String
    /// The language of most of the text: one of ``IdentifiedLanguage``, nil where it is not certain.
    package var language: String?
    package var origin: TextOrigin
    package var verdict: TextLayerVerdict
    package var layer: TextLayerKind?
    /// Reasons for a verdict other than `good`: a word, then a colon and figures.
    package var reasons: [String]
    /// Among ``reasons`` when the layer needs something that is missing on this machine.
    package static let missingResource = "environment"
    /// 0 to 1, for recognised text.
    package var confidence: Double?
    /// For recognised text.
    package var words: [PageWord]
    /// For recognised text: see ``ImageFrame/imageHash``.
    package var imageHash: String?
    package var isTruncated: Bool

    package init(
        entry: String, page: Int, label: String? = nil, width: Double, height: Double, text: String,
        language: String? = nil, origin: TextOrigin, verdict: TextLayerVerdict, layer: TextLayerKind? = nil,
        reasons: [String] = [],
        confidence: Double? = nil, words: [PageWord] = [], imageHash: String? = nil, isTruncated: Bool = false
    ) {
        self.entry = entry
        self.page = page
        self.label = label
        self.width = width
        self.height = height
        self.text = text
        self.language = language
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

/// A reason that the page's text may be incomplete, whatever the verdict on the rest.
package enum DamageReason {
    private static let beginning = "damaged: "
    private static let repairing = "repaired: "

    package static func of(_ words: String) -> String { beginning + words }

    /// The same for misplaced data that was found. It matters only where words are missing.
    package static func ofRepair(_ words: String) -> String { repairing + words }

    package static func complaint(in reason: String) -> String? {
        words(in: reason) ?? (reason.hasPrefix(repairing) ? String(reason.dropFirst(repairing.count)) : nil)
    }

    package static func words(in reason: String) -> String? {
        reason.hasPrefix(beginning) ? String(reason.dropFirst(beginning.count)) : nil
    }
}

package enum TextOrigin: String, Codable, Sendable, CaseIterable {
    case textLayer = "text-layer"
    case ocr
    case sidecar
}

package enum TextLayerVerdict: String, Codable, Sendable, CaseIterable {
    case good
    /// The page has nothing to read.
    case blank
    case missing
    case garbled
    case partial

    /// The page's image may contain more text than the layer.
    package var asksForRecognition: Bool { self != .good && self != .blank }
}

/// The origin of a page's text layer, apart from its quality.
package enum TextLayerKind: String, Codable, Sendable, CaseIterable {
    /// Made by the program that made the page.
    case bornDigital = "born-digital"
    /// Placed over an image of the page by an earlier recognition.
    case earlierOCR = "earlier-ocr"
}

package struct PageWord: Codable, Sendable, Equatable {
    package var text: String
    /// Left, top, width, height in points from the page's top left corner.
    package var box: [Double]
    /// 0 to 1.
    package var confidence: Double
    /// Encoded only when true, because every word of the archive has this value.
    private var isNotIndexed: Bool?
    /// Encoded only when true. No reader says it of a word.
    private var isOfPerson: Bool?

    /// False for words read into pictures and stains: stored, but not searchable.
    package var isIndexed: Bool { isNotIndexed != true }

    /// True for a word that a person has corrected or added.
    package var isCorrected: Bool { isOfPerson == true }

    /// False for a word that a recognised page has from its layer. Of those that readers give, no other has a confidence of 1.
    package var isRecognized: Bool { confidence < 1 }

    /// The most confidence that a recognised word has.
    package static let mostRecognized = 0.99

    package init(
        text: String, box: [Double], confidence: Double, isIndexed: Bool = true, isCorrected: Bool = false
    ) {
        self.text = text
        self.box = box
        self.confidence = confidence
        isNotIndexed = isIndexed ? nil : true
        isOfPerson = isCorrected ? true : nil
    }

    private enum CodingKeys: String, CodingKey {
        case text = "t"
        case box = "b"
        case confidence = "c"
        case isNotIndexed = "x"
        case isOfPerson = "p"
    }
}
