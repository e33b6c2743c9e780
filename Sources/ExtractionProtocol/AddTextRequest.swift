/// Requests a document as a PDF with invisible text on its pages. Two descriptors follow: a file with the texts, one behind
/// the other, and the output.
///
/// The texts are ours: the operators of a content stream (ISO 32000-1, 9.4) that draw a page's words, in points from the
/// lower left corner of the page as shown. Behind those of the pages come the parts of the font.
package struct AddTextRequest: Codable, Sendable, Equatable {
    package var path: String
    package var entry: String
    /// SHA-256 of the document, compared for one in a bundle.
    package var contentHash: String
    /// A document with another number of pages is not the one that was indexed, or libqpdf repairs it differently.
    package var pageCount: Int
    package var pages: [Page] = []
    package var font = Font()
    /// A signed PDF is refused otherwise, because its signatures are not valid for other bytes.
    package var allowsSigned = false
    /// An encrypted PDF is refused otherwise, because the output is not encrypted.
    package var removesEncryption = false
    package var access: BundleAccess
    package var limits: ExtractionLimits

    package init(
        path: String, entry: String, contentHash: String, pageCount: Int, access: BundleAccess = BundleAccess(),
        limits: ExtractionLimits
    ) {
        (self.path, self.entry, self.contentHash, self.pageCount) = (path, entry, contentHash, pageCount)
        (self.access, self.limits) = (access, limits)
    }

    package struct Page: Codable, Sendable, Equatable {
        /// From 1.
        package var page: Int
        /// Points, after rotation. A page of another size gets no text.
        package var width: Double
        package var height: Double
        /// The page's own text is hidden from programs.
        package var hidesLayer: Bool
        package var byteCount: Int
        /// Quarter turns clockwise after which the text is upright on the page as shown.
        package var turns = 0

        package init(page: Int, width: Double, height: Double, hidesLayer: Bool, byteCount: Int, turns: Int = 0) {
            self.turns = turns
            (self.page, self.width, self.height) = (page, width, height)
            (self.hidesLayer, self.byteCount) = (hidesLayer, byteCount)
        }
    }

    package struct Font: Codable, Sendable, Equatable {
        /// The beginning of the names of its variants, which a number follows.
        package var name = ""
        /// Ascent and descent, in thousandths of the size.
        package var variants: [[Int]] = []
        /// The sizes of its parts: a TrueType font with one empty glyph, a CMap from codes to characters, and one from codes to glyphs.
        package var byteCounts: [Int] = []
        /// Characters that are half as wide as others.
        package var narrowCodes: [Int] = []
        /// The greatest number of a glyph.
        package var lastCode = 0

        package init(
            name: String = "", variants: [[Int]] = [], byteCounts: [Int] = [], narrowCodes: [Int] = [],
            lastCode: Int = 0
        ) {
            (self.name, self.variants) = (name, variants)
            (self.byteCounts, self.narrowCodes, self.lastCode) = (byteCounts, narrowCodes, lastCode)
        }
    }

    /// The reason of the problem for a signed PDF.
    package static let isSigned = "it is signed, and its signatures would not be valid for the copy"
    /// The reason of the problem for an encrypted PDF.
    package static let isEncrypted = "it is encrypted, and the copy would not be"
    /// The beginning of the reason when the output cannot be written, which is no fault of the document.
    package static let isNotWritten = "the copy could not be written"
}
