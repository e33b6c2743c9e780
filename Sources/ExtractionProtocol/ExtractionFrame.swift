package enum ExtractionFrame: Sendable, Equatable {
    case greeting(GreetingFrame)
    /// The bundle's kind. After a document, only the unused files inside that document.
    case bundle(BundleFrame)
    case starting(StartingFrame)
    case document(DocumentFrame)
    case page(PageFrame)
    /// The coordinator answers with a ``KnownAnswer``.
    case image(ImageFrame)
    /// Requests one of ``BundleAccess/files``. The answer is a descriptor, or only a byte when it cannot be opened.
    case file(FileFrame)
    case need(NeedFrame)
    case fixity(FixityFrame)
    case drawn(DrawnFrame)
    case contents(ContentsFrame)
    case languages(LanguagesFrame)
    case problem(ProblemFrame)
    case finished(FinishedFrame)
}

/// The first frame, before any request.
package struct GreetingFrame: Codable, Sendable, Equatable {
    package var extractorVersion: Int
    /// For example `tesseract 5.3.0`. Part of the key of stored recognised text.
    package var recognitionEngine: String
    /// For example `poppler 22.12.0`. Part of the key of stored text layers.
    package var pdfEngine: String
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

    /// Suffix of ``pdfEngine`` where poppler's text differs, because it lacks tables for Chinese, Japanese and Korean.
    package static let withoutTables = " without poppler-data"

    package var lacksTables: Bool { pdfEngine.hasSuffix(Self.withoutTables) }
}

package struct FixityFrame: Codable, Sendable, Equatable {
    package var entry: String
    /// The mismatch, or the reason why it cannot be checked; nil when they match.
    package var problem: ProblemFrame?

    package init(entry: String, problem: ProblemFrame? = nil) { (self.entry, self.problem) = (entry, problem) }
}

/// Announces the reader's next step, so that the culprit is known if the reader dies or hangs.
package struct StartingFrame: Sendable, Hashable {
    package var stage: ExtractionStage
    package var address: PageAddress

    package init(stage: ExtractionStage, address: PageAddress) { (self.stage, self.address) = (stage, address) }

    /// The previous step continues afterwards.
    package var isLook: Bool { stage == .bundle && !address.entry.isEmpty }
}

package enum ExtractionStage: String, Codable, Sendable, CaseIterable {
    /// Opening the bundle, reading its directory and metadata.
    case bundle
    case document
    case textLayer = "text-layer"
    case render
    case recognition
    case fixity
    /// No reader reports it.
    case storage
    /// Comparing a document read with warnings with its known content. No reader reports it.
    case content
}

package struct DocumentFrame: Codable, Sendable, Equatable {
    package var entry: String
    /// SHA-256; nil when the bundle has metadata but no document.
    package var contentHash: String?
    package var byteCount: Int64
    package var metadata: DocumentMetadata
    /// Pages found, not stated in metadata.
    package var pageCount: Int
    package var rawMetadata: String?
    /// A file with metadata of several documents is about it.
    package var isDescribedWithOthers: Bool?
    package var unpagedText: String?
    /// As ``PageFrame/language``.
    package var unpagedLanguage: String?
    /// The reader waits for a ``KnownAnswer`` before reading text layers. After ``KnownAnswer/known``, only the
    /// bundle's own texts for the pages follow.
    package var asksForPages: Bool?
    /// Only where pages were not requested.
    package var outline: DocumentOutline?
    /// Warnings of the library that opened the document.
    package var warning: String?
    /// Why text may be missing that the bundle contained before, such as an empty file. No fault in itself.
    package var textWarning: String?
    /// The bundle's text is plain and has no final line end, as if cut off. No fault in itself.
    package var textHasOpenEnd: Bool?

    package init(
        entry: String, contentHash: String?, byteCount: Int64, metadata: DocumentMetadata, pageCount: Int,
        rawMetadata: String? = nil, isDescribedWithOthers: Bool? = nil, unpagedText: String? = nil,
        unpagedLanguage: String? = nil, asksForPages: Bool? = nil,
        outline: DocumentOutline? = nil, warning: String? = nil, textWarning: String? = nil,
        textHasOpenEnd: Bool? = nil
    ) {
        self.entry = entry
        self.contentHash = contentHash
        self.byteCount = byteCount
        self.metadata = metadata
        self.pageCount = pageCount
        self.rawMetadata = rawMetadata
        self.isDescribedWithOthers = isDescribedWithOthers
        self.unpagedText = unpagedText
        self.unpagedLanguage = unpagedLanguage
        self.asksForPages = asksForPages
        self.outline = outline
        self.warning = warning
        self.textWarning = textWarning
        self.textHasOpenEnd = textHasOpenEnd
    }
}

package struct DocumentOutline: Codable, Sendable, Equatable {
    package var hasContent: Bool
    package var text: SidecarTextForm?

    package init(hasContent: Bool, text: SidecarTextForm?) { (self.hasContent, self.text) = (hasContent, text) }
}

package enum SidecarTextForm: String, Codable, Sendable, CaseIterable {
    /// Part of the metadata, without page borders.
    case metadata
    /// Plain text, with pages separated by form feeds or in a file each.
    case plain
    case alto
    case page = "page-xml"
    case hocr
    case djvu
    case searchText = "search-text"
    case yianaResults = "yiana-results"
}

package struct FinishedFrame: Codable, Sendable, Equatable {
    package enum Outcome: String, Codable, Sendable {
        case complete
        /// The request failed; a problem gives the reason.
        case failed
        /// The bundle has nothing for docsearch, which is no fault.
        case skipped
        /// A folder has the file names of a bundle but not its structure.
        case ordinaryFolder
    }
    package var outcome: Outcome
    package var reason: String?
    package var holdsOnePage: Bool?
    /// A recognition engine had to be loaded. Readers forked together with it need not load it again.
    package var hasLoadedEngine: Bool?

    package init(outcome: Outcome, reason: String? = nil, holdsOnePage: Bool? = nil, hasLoadedEngine: Bool? = nil) {
        self.outcome = outcome
        self.reason = reason
        self.holdsOnePage = holdsOnePage
        self.hasLoadedEngine = hasLoadedEngine
    }
}
