/// What the worker program may be called with.
package enum WorkerArgument {
    /// It keeps its rights.
    package static let noSandbox = "--no-sandbox"
}

/// One piece of work for a worker. The bundle itself travels beside the request as an open file descriptor.
package enum ExtractionRequest: Codable, Sendable, Equatable {
    case readBundle(ReadBundleRequest)
    case recognizePages(RecognizePagesRequest)
    case copyDocument(CopyDocumentRequest)
    #if DEBUG
        /// For the tests of the sandbox. `make check-layers` looks that it is not in the release.
        case attempt(AttemptRequest)
    #endif

    package var limits: ExtractionLimits {
        switch self {
        case .readBundle(let request): request.limits
        case .recognizePages(let request): request.limits
        case .copyDocument(let request): request.limits
        #if DEBUG
            case .attempt: ExtractionLimits()
        #endif
        }
    }
}

/// Asks for the documents of a bundle, their metadata and the text layer of every page.
package struct ReadBundleRequest: Codable, Sendable, Equatable {
    /// The bundle's path under its root. Used for messages and as the last choice for a title, never opened.
    package var path: String
    /// SHA-256 (lower-case hexadecimal) of the bundle as last read. When it is the same, the worker answers
    /// ``FinishedFrame/Outcome/unchanged`` and reads nothing else.
    package var knownContentHash: String?
    /// Tesseract language codes of the folder, whose lexicons help to judge text layers.
    package var languages: [String]
    package var examination: LayerExaminationDepth
    package var limits: ExtractionLimits
    /// Where to go on after a worker died: documents before this one are left out.
    package var resume: PageAddress?
    /// Pages that killed a worker before; they are left out without a frame.
    package var skippedPages: [PageAddress]

    package init(
        path: String, knownContentHash: String? = nil, languages: [String] = [],
        examination: LayerExaminationDepth = .image, limits: ExtractionLimits,
        resume: PageAddress? = nil, skippedPages: [PageAddress] = []
    ) {
        self.path = path
        self.knownContentHash = knownContentHash
        self.languages = languages
        self.examination = examination
        self.limits = limits
        self.resume = resume
        self.skippedPages = skippedPages
    }
}

/// What the verdict on a text layer rests on.
package enum LayerExaminationDepth: String, Codable, Sendable {
    /// The layer's words alone: several times faster, and blind to print that has no layer.
    case words
    /// Its words and, where they leave something open, the page's image.
    case image
}

/// Asks for the text of page images.
package struct RecognizePagesRequest: Codable, Sendable, Equatable {
    package var path: String
    /// The entry that holds the PDF; empty when the bundle is the PDF itself.
    package var entry: String
    /// SHA-256 of the PDF that the pages belong to. A worker that finds another one answers with a problem
    /// instead of pages, so that text never gets attached to the wrong content.
    package var contentHash: String
    /// Page numbers from 1, in the order wanted.
    package var pages: [Int]
    /// Tesseract language codes, most important first.
    package var languages: [String]
    package var limits: ExtractionLimits

    package init(
        path: String, entry: String, contentHash: String, pages: [Int], languages: [String],
        limits: ExtractionLimits
    ) {
        self.path = path
        self.entry = entry
        self.contentHash = contentHash
        self.pages = pages
        self.languages = languages
        self.limits = limits
    }
}

/// Asks for a document's bytes, to be written to a second descriptor that follows the request.
package struct CopyDocumentRequest: Codable, Sendable, Equatable {
    package var path: String
    package var entry: String
    package var limits: ExtractionLimits

    package init(path: String, entry: String, limits: ExtractionLimits) {
        self.path = path
        self.entry = entry
        self.limits = limits
    }
}

/// A page of a document of a bundle.
package struct PageAddress: Codable, Sendable, Hashable {
    /// The entry that holds the document; empty when the bundle is the document.
    package var entry: String
    /// From 1; 0 stands for the document as a whole.
    package var page: Int

    package init(entry: String, page: Int) {
        self.entry = entry
        self.page = page
    }
}
