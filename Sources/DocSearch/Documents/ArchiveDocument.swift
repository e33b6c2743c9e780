/// A document of the archive: a PDF, or a record with text, inside a bundle.
public struct ArchiveDocument: Sendable, Hashable, Identifiable {
    /// Stable as long as the document stays where it is.
    public var id: Int64
    /// The path form: the bundle's path under its root, then `!/` and the entry: `1931/minutes.zip!/content.pdf`.
    public var path: String
    /// The identifier in the bundle's metadata. Two documents may have the same one.
    public var identifier: String?
    /// From the metadata, else from the PDF itself, else the file name. Where that says nothing, as `scan0001`, the first
    /// page may tell one.
    public var title: String
    /// True when ``title`` is taken from the text of the first page.
    public var hasGuessedTitle = false
    /// As in the metadata, in its order.
    public var authors: [String]
    /// Mail addresses of authors who also have a name. They are found like authors, and not shown in lists.
    public var authorAddresses: [String] = []
    /// Further metadata: other identifiers, people in any role, facts about the package. In source order.
    public var details: [DocumentDetail] = []
    /// The date of the document, as far as it is known.
    public var date: DocumentDate?
    /// The source of ``date``; nil without one.
    public var dateOrigin: DateOrigin?
    /// The last modification of its file according to the file system, in UTC; for several files the latest. Nil while
    /// the bundle has not been read completely.
    public var modified: DocumentDate?
    /// When the index first had the document with these bytes, in UTC; nil where that is damaged. A rebuilt index
    /// has the time of the rebuild.
    public var indexed: DocumentDate?
    /// Keywords of the metadata and of the PDF.
    public var tags: [String]
    /// A language code as in the metadata, else that of the language most of its text is in.
    public var language: String?
    /// The source of ``language``; nil without one.
    public var languageOrigin: LanguageOrigin?
    /// A description from the metadata.
    public var summary: String?
    /// Real number of pages, not that stated in the metadata.
    public var pageCount: Int
    /// The format that the bundle had when the document was read, as in `format:`: `pdf`, `zip`, `mets` and so on.
    public var format: String
    /// SHA-256 of the document's bytes, lower-case hexadecimal.
    public var contentHash: String
    /// The bundle's raw metadata, as JSON text.
    public var rawMetadata: String?
    /// False for a record that has text but no PDF.
    public var hasContent: Bool
    /// The bundle's path under its root; ``ArchiveIndex/location(of:)`` gives the absolute one.
    public var bundlePath: String
    /// The entry inside the bundle; empty when the bundle is the document.
    public var entry: String
    package var rootID: Int64
    /// Those of ``tags`` that people added.
    public var addedTags: [String] = []
    /// Metadata before people's corrections, by the kind of correction.
    public var corrected: [Annotation.Kind: String] = [:]
    /// True when it is found only if hidden documents are requested.
    public var isHidden = false

    /// The source of a language.
    public enum LanguageOrigin: String, Sendable, CaseIterable {
        /// The metadata of the bundle or of the PDF.
        case metadata
        /// The text of the pages, whose language was identified.
        case text
        /// A person's correction.
        case person
    }

    /// The source of a date.
    public enum DateOrigin: String, Sendable, CaseIterable {
        /// The metadata of the bundle or of the PDF.
        case metadata
        /// The name of the file.
        case name
        /// A person's correction.
        case person
    }
}

/// A metadata value for which ``ArchiveDocument`` has no property, with its name in the source.
public struct DocumentDetail: Sendable, Hashable {
    /// The subject of a detail.
    public enum Kind: String, Sendable, CaseIterable {
        /// Another identifier of the document; `id:` finds it.
        case identifier
        /// A person or body in a role other than author; `person:` finds it.
        case person
        /// About the document's package, not the document; `package:` finds it.
        case package
        /// The name of a file that the document holds or came with.
        case attachment
        /// Text that a person wrote on a page of a PDF: a note, a comment on a passage, a reply. The label names the
        /// page, and the value begins with the author where the PDF names one.
        case annotation
        /// Any other.
        case other
    }

    /// The subject of the detail.
    public var kind: Kind
    /// For people: `URN`, `Editor`, `To`, `Bagging-Date`.
    public var label: String
    /// As in the source.
    public var value: String

    /// A value with its label.
    public init(_ kind: Kind, _ label: String, _ value: String) {
        (self.kind, self.label, self.value) = (kind, label, value)
    }
}

/// The text of one page with its source.
public struct PageText: Sendable, Hashable {
    /// 0 for a page outside of an index.
    package var document: Int64 = 0
    /// From 1.
    public var page: Int
    /// The page number printed according to the document, when it differs from `page`.
    public var label: String?
    /// Normalised text: lines end with a line feed; empty for a page without text.
    public var text: String
    /// The source of the text; nil when the page has none.
    public var origin: Origin?
    /// The verdict on the page's own text layer, whatever text was chosen; nil when the index has lost it.
    public var verdict: Verdict?
    /// The origin of the page's own text layer; nil without one.
    public var layer: Layer?
    /// Reasons for a verdict other than `good`: for each a word, then a colon and figures.
    public var reasons: [String]
    /// 0 to 1, for recognised text.
    public var confidence: Double?
    /// The code of the language that most of the text is in; nil where it is not certain.
    public var language: String?
    /// The page's size in points, after rotation; nil for text without a page.
    public var size: Size?
    /// The recognised words with their boxes, in reading order; empty for text from elsewhere.
    public var words: [Word]
    /// The text as it was read, where people have corrected it; see ``TextCorrection``.
    public var originalText: String?
    /// The languages and scripts that it was recognised in, by tesseract's codes, the most important first; empty for text
    /// from elsewhere, and without layouts.
    public var recognizedIn: [String] = []
    /// A part of the page that the index cannot read, as a sentence with the remedy; nil for all pages of an intact
    /// index.
    public var damage: String?

    /// A width and a height in points (1/72 inch).
    public struct Size: Sendable, Hashable {
        /// Points.
        public var width: Double
        /// Points.
        public var height: Double

        /// The size of an invisible page would give numbers that no image can have.
        package var isDrawable: Bool { min(width, height) >= 0.1 && max(width, height) <= 1e6 }

        /// A size in points.
        public init(width: Double, height: Double) { (self.width, self.height) = (width, height) }
    }

    /// A recognised word.
    public struct Word: Sendable, Hashable {
        /// As recognised.
        public var text: String
        /// Left, top, width and height in points, from the page's top left corner.
        public var box: [Double]
        /// 0 to 1.
        public var confidence: Double
        /// False for words read into pictures and stains: they are not in the text.
        public var isIndexed: Bool
        /// True for a word that a person has corrected or added. Its confidence is 1.
        public var isCorrected = false
    }

    /// The origin of a text layer, apart from its quality.
    public enum Layer: String, Sendable, CaseIterable {
        /// Made by the program that made the page.
        case bornDigital = "born-digital"
        /// Placed over an image of the page by an earlier recognition.
        case earlierOCR = "earlier-ocr"
    }

    /// The source of a text.
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
        /// The page has nothing to read.
        case blank
        /// The layer has no text, but the page is not blank.
        case missing
        /// The layer's text differs from the page's.
        case garbled
        /// A substantial part of the page is only in its image.
        case partial
    }
}

/// A person's or program's reference to a document: its number, its path in search results or on disk, or its
/// identifier.
public struct DocumentReference: Sendable, Hashable, CustomStringConvertible {
    /// As typed or stored.
    public var text: String

    /// Any text; its meaning is determined on lookup.
    public init(_ text: String) { self.text = text }
    /// The document with this number.
    public init(id: Int64) { text = String(id) }

    public var description: String { text }

    var id: Int64? { Int64(text) }
}
