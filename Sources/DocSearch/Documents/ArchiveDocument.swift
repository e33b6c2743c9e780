/// A document of the archive: a PDF, or a record with text, inside a bundle.
public struct ArchiveDocument: Sendable, Hashable, Identifiable {
    /// Stable as long as the document stays where it is.
    public var id: Int64
    /// The path form: the bundle's path under its root, then `!/` and the entry: `1931/minutes.zip!/content.pdf`.
    public var path: String
    /// The identifier that the bundle's metadata gives. Two documents may carry the same one.
    public var identifier: String?
    /// From the metadata, else from the PDF itself, else the file name.
    public var title: String
    /// As the metadata has them, in its order.
    public var authors: [String]
    /// Mail addresses of authors who have a name as well. They are found as authors are, and not shown in lists.
    public var authorAddresses: [String] = []
    /// What else the metadata says: other identifiers, people of every role, what is said of the package. In its order.
    public var details: [DocumentDetail] = []
    /// When the document was made, as far as it is known.
    public var date: DocumentDate?
    /// Where ``date`` is from; nil without one.
    public var dateOrigin: DateOrigin?
    /// When its file was last written, as the file system says, in UTC; of several files together the last time. Nil while
    /// the bundle has not been read to its end.
    public var modified: DocumentDate?
    /// When the index first had the document with these bytes, in UTC; nil where an earlier release has indexed it. An index
    /// that is made again has the time of that.
    public var indexed: DocumentDate?
    /// Keywords of the metadata and of the PDF.
    public var tags: [String]
    /// A language code as the metadata has it.
    public var language: String?
    /// A description from the metadata.
    public var summary: String?
    /// Pages found in the document, not claimed by its metadata.
    public var pageCount: Int
    /// The bundle's form: `pdf`, `zip`, `yianazip`, `yianazip-1` or `yianazip-json`.
    public var format: String
    /// SHA-256 of the document's bytes, lower-case hexadecimal.
    public var contentHash: String
    /// The bundle's metadata as it was found, as JSON text.
    public var rawMetadata: String?
    /// False for a record that has text but no PDF.
    public var hasContent: Bool
    /// The bundle's path under its root; ``ArchiveIndex/location(of:)`` gives the absolute one.
    public var bundlePath: String
    /// The entry inside the bundle; empty when the bundle is the document.
    public var entry: String
    /// The remembered folder or file that the bundle belongs to.
    package var rootID: Int64
    /// Those of ``tags`` that people have added.
    public var addedTags: [String] = []
    /// What people have corrected, and what stood there before: of the metadata, by the kind of correction.
    public var corrected: [Decision.Kind: String] = [:]
    /// Whether it is found only when hidden documents are asked for.
    public var isHidden = false

    /// Where a date is from.
    public enum DateOrigin: String, Sendable, CaseIterable {
        /// The metadata of the bundle or of the PDF.
        case metadata
        /// The name of the file.
        case name
        /// A person, who has corrected it.
        case person
    }
}

/// A value of the metadata for which ``ArchiveDocument`` has no property of its own, with what its source calls it.
public struct DocumentDetail: Sendable, Hashable {
    /// What it is of.
    public enum Kind: String, Sendable, CaseIterable {
        /// Another identifier of the document; `id:` finds it.
        case identifier
        /// A person or body with another role than that of an author; `person:` finds it.
        case person
        /// Said of the package that the document came in, and not of the document; `package:` finds it.
        case package
        /// The name of a file that the document holds or came with.
        case attachment
        /// What somebody has written about a page of a PDF: a note, a comment on a passage, a reply. The label names the
        /// page, and the value begins with the author where the PDF names one.
        case annotation
        /// Anything else.
        case other
    }

    /// What it is of.
    public var kind: Kind
    /// For people: `URN`, `Editor`, `To`, `Bagging-Date`.
    public var label: String
    /// As the source has it.
    public var value: String

    /// A value, and what it is called.
    public init(_ kind: Kind, _ label: String, _ value: String) {
        (self.kind, self.label, self.value) = (kind, label, value)
    }
}

/// The text of one page, and where it comes from.
public struct PageText: Sendable, Hashable {
    /// The number of the document in its index; 0 for a page that is of no index.
    package var document: Int64 = 0
    /// From 1.
    public var page: Int
    /// The number printed on the page, when the document names one that differs from `page`.
    public var label: String?
    /// Normalised text: lines end with a line feed; empty for a page without text.
    public var text: String
    /// Where the text comes from; nil when the page has none.
    public var origin: Origin?
    /// The verdict on the page's own text layer, whatever text was chosen; nil when the index cannot tell it any more.
    public var verdict: Verdict?
    /// How the page's own text layer came about; nil without one.
    public var layer: Layer?
    /// Why the verdict is not `good`: for each reason a word that names it, then a colon and figures.
    public var reasons: [String]
    /// 0 to 1, for recognised text.
    public var confidence: Double?
    /// The page's size in points, after rotation; nil for text that is not of a page.
    public var size: Size?
    /// The recognised words and their boxes, in reading order; empty for text from elsewhere.
    public var words: [Word]
    /// What of the page the index cannot read, as a sentence that says what helps; nil for all pages of a sound index.
    public var damage: String?

    /// A width and a height in points (1/72 inch).
    public struct Size: Sendable, Hashable {
        /// Points.
        public var width: Double
        /// Points.
        public var height: Double

        /// A size in points.
        public init(width: Double, height: Double) { (self.width, self.height) = (width, height) }
    }

    /// A recognised word.
    public struct Word: Sendable, Hashable {
        /// As it was read.
        public var text: String
        /// Left, top, width and height in points, from the page's top left corner.
        public var box: [Double]
        /// 0 to 1.
        public var confidence: Double
        /// False for what was read into pictures and stains: it is not in the text.
        public var isIndexed: Bool
    }

    /// How a text layer came about; apart from whether it is any good.
    public enum Layer: String, Sendable, CaseIterable {
        /// Made by the program that made the page.
        case bornDigital = "born-digital"
        /// Put over an image of the page by an earlier recognition.
        case earlierOCR = "earlier-ocr"
    }

    /// Where a text comes from.
    public enum Origin: String, Sendable, CaseIterable {
        /// The PDF's own text.
        case textLayer = "text-layer"
        /// Recognised by tesseract.
        case ocr
        /// A text file beside the PDF, or text in the bundle's metadata.
        case sidecar
    }

    /// The verdict on the page's own text layer.
    public enum Verdict: String, Sendable, CaseIterable {
        /// The layer has text.
        case good
        /// There is nothing to read on the page.
        case blank
        /// The layer has no text, but the page is not blank.
        case missing
        /// The layer has text that is not what the page says.
        case garbled
        /// A substantial part of the page is only in its image.
        case partial
    }
}

/// How a person or program names a document: its number, its path as a search shows it or on disk, or its identifier.
public struct DocumentReference: Sendable, Hashable, CustomStringConvertible {
    /// As typed or stored.
    public var text: String

    /// Any text; what it means is decided when it is looked up.
    public init(_ text: String) { self.text = text }
    /// The document with this number.
    public init(id: Int64) { text = String(id) }

    public var description: String { text }

    var id: Int64? { Int64(text) }
}
