package import ExtractionProtocol

/// A bundle's own text for one page, from ALTO, hOCR or the like. Neither normalised nor judged.
package struct SidecarPage: Sendable, Equatable {
    /// Line feeds between lines, an empty line between blocks; words divided at line ends are whole.
    package var text: String
    /// In text order; empty where the source has no word boxes.
    package var words: [BoxedWord]
    /// The size of the page in the units of the word boxes; nil where the source has none.
    package var size: (width: Double, height: Double)?
    /// Points (1/72 inch) for each unit; nil where the source counts pixels of an image of unknown resolution.
    package var pointsPerUnit: Double?
    package var label: String?
    /// 0 to 1.
    package var confidence: Double?

    package init(
        text: String, words: [BoxedWord] = [], size: (width: Double, height: Double)? = nil,
        pointsPerUnit: Double? = nil, label: String? = nil, confidence: Double? = nil
    ) {
        self.text = text
        self.words = words
        self.size = size
        self.pointsPerUnit = pointsPerUnit
        self.label = label
        self.confidence = confidence
    }

    /// The pages of hOCR that a program has given. Throws ``BundleError``.
    package static func pages(hocr bytes: [UInt8], limits: ExtractionLimits) throws -> [SidecarPage] {
        let document = try HOCRReader.document(bytes, limits: limits)
        if let flaw = document.flaw { throw BundleError(.damaged, flaw) }
        return document.pages.map(\.page)
    }

    package static func == (one: SidecarPage, other: SidecarPage) -> Bool {
        one.text == other.text && one.words == other.words && one.size?.width == other.size?.width
            && one.size?.height == other.size?.height && one.pointsPerUnit == other.pointsPerUnit
            && one.label == other.label && one.confidence == other.confidence
    }
}

package struct BoxedWord: Sendable, Equatable {
    package var text: String
    /// From the page's top left corner, in the page's units.
    package var left: Double
    package var top: Double
    package var width: Double
    package var height: Double
    /// 0 to 1; nil where the source has none.
    package var confidence: Double?
}
