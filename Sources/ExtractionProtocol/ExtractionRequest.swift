/// What the extractor may be called with.
package enum ReaderArgument {
    /// It keeps its rights.
    package static let noSandbox = "--no-sandbox"
    #if DEBUG
        /// For the tests of the coordinator: readers are this other program.
        package static let standIn = "--stand-in-for-readers"
    #endif
}

/// One piece of work for a reader. The bundle itself travels beside the request as an open file descriptor.
package enum ExtractionRequest: Codable, Sendable, Equatable {
    case readBundle(ReadBundleRequest)
    case recognizePages(RecognizePagesRequest)
    case copyDocument(CopyDocumentRequest)
    case openPages(OpenPagesRequest)
    /// Follows ``openPages(_:)``, as often as was said there; so do the others down to ``copyFile(_:)``.
    case drawPage(DrawPageRequest)
    case measurePages(MeasurePagesRequest)
    case listContents(ListContentsRequest)
    case copyFile(CopyFileRequest)
    #if DEBUG
        /// For the tests of the sandbox. `make check-layers` looks that it is not in the release.
        case attempt(AttemptRequest)
    #endif

    package var limits: ExtractionLimits {
        switch self {
        case .readBundle(let request): request.limits
        case .recognizePages(let request): request.limits
        case .copyDocument(let request): request.limits
        case .openPages(let request): request.limits
        case .drawPage(let request): request.limits
        case .measurePages(let request): request.limits
        case .listContents(let request): request.limits
        case .copyFile(let request): request.limits
        #if DEBUG
            case .attempt: ExtractionLimits()
        #endif
        }
    }
}

extension ExtractionRequest {
    /// Processor seconds that all of the work may take, whatever its pieces are allowed: the reader cannot raise them. One
    /// that reads beyond them is followed by another, which goes on. `bundleBytes` are those of the bundle's own file.
    package func processorSeconds(bundleBytes: Int64) -> UInt64 {
        let each = UInt64(max(1, limits.processorSeconds))
        let (pieces, bytes): (UInt64, Int64) =
            switch self {
            case .readBundle(let request):
                // Slower than the slowest checksum is taken.
                (12, request.access.files.reduce(bundleBytes) { $0 &+ max(0, $1.byteCount) })
            // The document, and each page's image and text.
            case .recognizePages(let request): (1 + 2 * UInt64(request.pages.count), 0)
            case .copyDocument: (1, bundleBytes)
            case .openPages(let request): (1 + UInt64(max(0, request.requests)), bundleBytes)
            // The time that all of them have is that of the request before them.
            case .drawPage, .measurePages, .listContents, .copyFile: (1, 0)
            #if DEBUG
                case .attempt: (1, 0)
            #endif
            }
        let (all, isHuge) = each.multipliedReportingOverflow(by: pieces)
        let (sum, isTooHuge) = all.addingReportingOverflow(UInt64(max(0, bytes)) / 10_000_000 + 2)
        return isHuge || isTooHuge ? .max : sum
    }
}

/// How much of a bundle is wanted.
package enum ReadingExtent: String, Codable, Sendable {
    /// What the bundle says of its documents; none of them is opened.
    case metadata
    /// Also what the documents say of themselves, and how many pages they have.
    case documents
    /// Also whether the files that the bundle states checksums for have them.
    case fixity
    /// What the bundle says, and whether these files have them; no document is opened.
    case checksums
    /// Everything, the text of every page included.
    case pages

    /// Whether files are compared with checksums.
    package var comparesFiles: Bool { self == .fixity || self == .checksums }
    /// Whether documents are opened, and what is wrong with them is told.
    package var opensDocuments: Bool { self != .metadata && self != .checksums }
}

/// What a reader needs to get at a bundle, beside the descriptor that comes with the request.
package struct BundleAccess: Codable, Sendable, Equatable {
    /// Whether the bundle is a folder; the descriptor is then the folder's own and only says that it is there.
    package var isFolder: Bool
    /// All files of a folder, or those beside a file that belong to it. The reader asks for each with a ``FileFrame``.
    package var files: [ListedFile]

    package init(isFolder: Bool = false, files: [ListedFile] = []) {
        self.isFolder = isFolder
        self.files = files
    }
}

/// A file of a bundle that is not a single file.
package struct ListedFile: Codable, Sendable, Hashable {
    /// Relative to the folder, or to the folder that holds the file; parts are separated by `/`.
    package var path: String
    package var byteCount: Int64

    package init(path: String, byteCount: Int64) {
        self.path = path
        self.byteCount = byteCount
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
    /// SHA-256 of the PDF that the pages belong to. A reader that finds another one answers with a problem
    /// instead of pages, so that text never gets attached to the wrong content.
    package var contentHash: String
    /// Whether the descriptor is the document's own, whose hash the coordinator has found to be `contentHash`.
    package var isDocument: Bool
    /// Page numbers from 1, in the order wanted.
    package var pages: [Int]
    /// Tesseract language codes, most important first.
    package var languages: [String]
    package var access: BundleAccess
    package var limits: ExtractionLimits

    package init(
        path: String, entry: String, contentHash: String, pages: [Int], isDocument: Bool = false, languages: [String],
        access: BundleAccess = BundleAccess(), limits: ExtractionLimits
    ) {
        self.path = path
        self.entry = entry
        self.contentHash = contentHash
        self.isDocument = isDocument
        self.pages = pages
        self.languages = languages
        self.access = access
        self.limits = limits
    }
}

/// Asks for a document's bytes, to be written to a second descriptor that follows the request.
package struct CopyDocumentRequest: Codable, Sendable, Equatable {
    package var path: String
    package var entry: String
    /// From 1: of a document of page images, as a PDF. Nil copies the document as it is, but none of several images.
    package var page: Int?
    package var access: BundleAccess
    package var limits: ExtractionLimits

    package init(
        path: String, entry: String, page: Int?, access: BundleAccess = BundleAccess(), limits: ExtractionLimits
    ) {
        self.path = path
        self.entry = entry
        self.page = page
        self.access = access
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
