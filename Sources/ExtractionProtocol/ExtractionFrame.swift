/// What a reader says, one value a frame.
package enum ExtractionFrame: Sendable, Equatable {
    case greeting(GreetingFrame)
    /// What the bundle is; behind a document, only which files within that one nothing comes of.
    case bundle(BundleFrame)
    case starting(StartingFrame)
    case document(DocumentFrame)
    case page(PageFrame)
    /// Asks whether the image is known: the coordinator answers with one byte, see ``KnownAnswer``.
    case image(ImageFrame)
    /// Asks for one of ``BundleAccess/files``. The answer is a descriptor, or a byte alone when it cannot be opened.
    case file(FileFrame)
    /// Asks for passwords or a temporary file, see ``NeedFrame``.
    case need(NeedFrame)
    case fixity(FixityFrame)
    /// An image is in the file that came with the request.
    case drawn(DrawnFrame)
    /// What an open document has beside its pages.
    case contents(ContentsFrame)
    case problem(ProblemFrame)
    case finished(FinishedFrame)
}

/// The first frame of a reader, before any request.
package struct GreetingFrame: Codable, Sendable, Equatable {
    package var extractorVersion: Int
    /// For example `tesseract 5.3.0`; part of the key under which recognised text is kept.
    package var recognitionEngine: String
    /// For example `poppler 22.12.0`; part of the key under which text layers are kept.
    package var pdfEngine: String
    /// Languages that pages can be recognised in on this machine.
    package var languages: [String]
    /// Nil for a reader that was told to keep its rights.
    package var confinement: ConfinementReport?

    package init(
        extractorVersion: Int, recognitionEngine: String, pdfEngine: String, languages: [String],
        confinement: ConfinementReport?
    ) {
        self.extractorVersion = extractorVersion
        self.recognitionEngine = recognitionEngine
        self.pdfEngine = pdfEngine
        self.languages = languages
        self.confinement = confinement
    }

    /// How ``pdfEngine`` ends where poppler has no tables for Chinese, Japanese and Korean: it reads other texts then.
    package static let withoutTables = " without poppler-data"

    package var lacksTables: Bool { pdfEngine.hasSuffix(Self.withoutTables) }
}

/// A file that the bundle states checksums for.
package struct FixityFrame: Codable, Sendable, Equatable {
    package var entry: String
    /// Why it does not have them, or why that cannot be told; nil when it has.
    package var problem: ProblemFrame?

    package init(entry: String, problem: ProblemFrame? = nil) {
        self.entry = entry
        self.problem = problem
    }
}

/// Says what the reader takes in hand next, so that a reader that dies or hangs leaves the culprit's name behind.
package struct StartingFrame: Codable, Sendable, Hashable {
    package var stage: ExtractionStage
    package var address: PageAddress

    package init(stage: ExtractionStage, address: PageAddress) {
        self.stage = stage
        self.address = address
    }

    /// Whether a document is only looked into, to know what else is in the bundle. What was in hand before goes on behind it.
    package var isLook: Bool { stage == .bundle && !address.entry.isEmpty }
}

package enum ExtractionStage: String, Codable, Sendable, CaseIterable {
    /// Opening the bundle, reading its directory and metadata.
    case bundle
    /// Getting a document's bytes out of the bundle and opening it.
    case document
    /// Reading a page's text layer.
    case textLayer = "text-layer"
    /// Making the page image.
    case render
    /// Reading the page image.
    case recognition
    /// Comparing a file's bytes with a checksum.
    case fixity
    /// Keeping a page's text in the index. No reader reports it.
    case storage
    /// Comparing a document that was read with warnings with what is known of it. No reader reports it.
    case content
}

/// A document of the bundle. Its pages follow.
package struct DocumentFrame: Codable, Sendable, Equatable {
    package var entry: String
    /// SHA-256 of the document's bytes; nil when the bundle has metadata but no document.
    package var contentHash: String?
    /// Bytes of the document itself.
    package var byteCount: Int64
    package var metadata: DocumentMetadata
    /// Pages found, not claimed.
    package var pageCount: Int
    /// The metadata as it was found, as JSON text.
    package var rawMetadata: String?
    /// Text that the bundle brings for the document without saying which page it belongs to.
    package var unpagedText: String?
    /// Whether the reader waits for a ``KnownAnswer`` before it reads the pages' text layers. After ``KnownAnswer/known``
    /// only what the bundle itself brings for the pages follows.
    package var asksForPages: Bool?
    /// What is known of the document without its pages; only where those are not asked for.
    package var outline: DocumentOutline?
    /// What the library said while it opened the document, although it opened; nil when it said nothing.
    package var warning: String?
    /// Why text may be missing that the bundle brought for it before, such as a file that is empty. In itself no fault.
    package var textWarning: String?
    /// Whether that text is plain and ends without the end of a line, as one does that was cut off. In itself no fault.
    package var textHasOpenEnd: Bool?

    package init(
        entry: String, contentHash: String?, byteCount: Int64, metadata: DocumentMetadata, pageCount: Int,
        rawMetadata: String? = nil, unpagedText: String? = nil, asksForPages: Bool? = nil,
        outline: DocumentOutline? = nil, warning: String? = nil, textWarning: String? = nil,
        textHasOpenEnd: Bool? = nil
    ) {
        self.entry = entry
        self.contentHash = contentHash
        self.byteCount = byteCount
        self.metadata = metadata
        self.pageCount = pageCount
        self.rawMetadata = rawMetadata
        self.unpagedText = unpagedText
        self.asksForPages = asksForPages
        self.outline = outline
        self.warning = warning
        self.textWarning = textWarning
        self.textHasOpenEnd = textHasOpenEnd
    }
}

/// What a bundle has of a document.
package struct DocumentOutline: Codable, Sendable, Equatable {
    /// Whether there are a PDF or page images.
    package var hasContent: Bool
    /// What the text is written in that the bundle brings for it; nil when there is none.
    package var text: SidecarTextForm?

    package init(hasContent: Bool, text: SidecarTextForm?) {
        self.hasContent = hasContent
        self.text = text
    }
}

/// What texts are written in that bundles bring.
package enum SidecarTextForm: String, Codable, Sendable, CaseIterable {
    /// Part of the metadata, without page borders.
    case metadata
    /// Plain text, its pages divided by form feeds or a file each.
    case plain
    case alto
    /// What tools for correction write.
    case page = "page-xml"
    case hocr
    /// The Internet Archive's words with boxes.
    case djvu
    /// The Internet Archive's text with an index of its pages.
    case searchText = "search-text"
    /// What Yiana's recognition leaves beside the documents.
    case yianaResults = "yiana-results"
}

package struct FinishedFrame: Codable, Sendable, Equatable {
    package enum Outcome: String, Codable, Sendable {
        case complete
        /// The request could not be carried out; a problem says why.
        case failed
        /// There is nothing for docsearch in the bundle, which is not a fault of it.
        case skipped
        /// A folder has the names of a bundle, but what makes it one does not hold together.
        case ordinaryFolder
    }
    package var outcome: Outcome
    /// Why it was skipped.
    package var reason: String?
    /// Whether a copy holds the page that was asked for and no others.
    package var holdsOnePage: Bool?
    /// Whether a recognition engine had to be loaded, which others that are forked with it need not do.
    package var hasLoadedEngine: Bool?

    package init(outcome: Outcome, reason: String? = nil, holdsOnePage: Bool? = nil, hasLoadedEngine: Bool? = nil) {
        self.outcome = outcome
        self.reason = reason
        self.holdsOnePage = holdsOnePage
        self.hasLoadedEngine = hasLoadedEngine
    }
}
