package enum ReaderArgument {
    package static let noSandbox = "--no-sandbox"
    #if DEBUG
        /// For the coordinator's tests: this program replaces the readers.
        package static let standIn = "--stand-in-for-readers"
    #endif
}

/// The bundle itself is passed as an open file descriptor.
package enum ExtractionRequest: Codable, Sendable, Equatable {
    case readBundle(ReadBundleRequest)
    case recognizePages(RecognizePagesRequest)
    case copyDocument(CopyDocumentRequest)
    case addText(AddTextRequest)
    case identifyLanguages(IdentifyLanguagesRequest)
    case openPages(OpenPagesRequest)
    /// Follows ``openPages(_:)``, up to the announced number of times; so do the others down to ``copyFile(_:)``.
    case drawPage(DrawPageRequest)
    case measurePages(MeasurePagesRequest)
    case listContents(ListContentsRequest)
    case copyFile(CopyFileRequest)
    #if DEBUG
        /// For the tests of the sandbox. `make check-layers` checks that it is not in the release.
        case attempt(AttemptRequest)
    #endif

    package var limits: ExtractionLimits {
        switch self {
        case .readBundle(let request): request.limits
        case .recognizePages(let request): request.limits
        case .copyDocument(let request): request.limits
        case .addText(let request): request.limits
        case .identifyLanguages(let request): request.limits
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
    /// For the whole request, whatever the limits for its parts. A reader that exceeds them is replaced by another that
    /// continues. `bundleBytes` is the size of the bundle's own file.
    package func processorSeconds(bundleBytes: Int64) -> UInt64 {
        let each = UInt64(max(1, limits.processorSeconds))
        let (pieces, bytes): (UInt64, Int64) =
            switch self {
            case .readBundle(let request):
                // Slower than the slowest checksum.
                (12, request.access.files.reduce(bundleBytes) { $0 &+ max(0, $1.byteCount) })
            // The document, and each page's image and text.
            case .recognizePages(let request): (1 + 2 * UInt64(request.pages.count), 0)
            case .copyDocument, .addText, .identifyLanguages: (1, bundleBytes)
            case .openPages(let request): (1 + UInt64(max(0, request.requests)), bundleBytes)
            // Included in the time of the request before them.
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

package enum ReadingExtent: String, Codable, Sendable {
    /// The bundle's metadata; no document is opened.
    case metadata
    /// Also the documents' own metadata and page counts.
    case documents
    /// Also compares files with the bundle's checksums.
    case fixity
    /// The bundle's metadata, and a comparison of files with its checksums; no document is opened.
    case checksums
    /// Everything, with the text of every page.
    case pages

    package var comparesFiles: Bool { self == .fixity || self == .checksums }
    package var opensDocuments: Bool { self != .metadata && self != .checksums }
}

package struct BundleAccess: Codable, Sendable, Equatable {
    /// The bundle is a folder. The descriptor is then the folder's own and only proves that it exists.
    package var isFolder: Bool
    /// All files of a folder, or the companions of a single file. The reader requests each with a ``FileFrame``.
    package var files: [ListedFile]

    package init(isFolder: Bool = false, files: [ListedFile] = []) { (self.isFolder, self.files) = (isFolder, files) }
}

package struct ListedFile: Codable, Sendable, Hashable {
    /// Relative to the folder, or to the folder that holds the file, with `/` between components.
    package var path: String
    package var byteCount: Int64

    package init(path: String, byteCount: Int64) { (self.path, self.byteCount) = (path, byteCount) }
}

package enum LayerExaminationDepth: String, Codable, Sendable {
    /// Only the layer's words: several times faster, but blind to print without a layer.
    case words
    /// Its words, and the page's image where they leave the verdict open.
    case image
}

package struct RecognizePagesRequest: Codable, Sendable, Equatable {
    package var path: String
    /// The entry that holds the PDF; empty when the bundle is the PDF itself.
    package var entry: String
    /// SHA-256 of the PDF. A reader that finds a different one answers with a problem, so that text is never attached
    /// to the wrong content.
    package var contentHash: String
    /// The descriptor is the document's own, and the coordinator has verified its hash.
    package var isDocument: Bool
    /// Page numbers from 1, in the requested order.
    package var pages: [Int]
    /// Tesseract language codes, most important first.
    package var languages: [String]
    /// Another program than tesseract reads the images, and the coordinator runs it. A descriptor follows the request, to
    /// which each image is written as a PNG. The answer to its ``DrawnFrame`` is the length of the program's hOCR in four
    /// bytes, big-endian, and the hOCR; without a length there is none.
    package var isByProgram: Bool
    package var access: BundleAccess
    package var limits: ExtractionLimits

    /// Bytes of an image for a program.
    package static let imageBytes = 64 << 20
    /// Bytes of a program's hOCR.
    package static let answerBytes = 16 << 20

    package init(
        path: String, entry: String, contentHash: String, pages: [Int], isDocument: Bool = false, languages: [String],
        isByProgram: Bool = false, access: BundleAccess = BundleAccess(), limits: ExtractionLimits
    ) {
        self.isByProgram = isByProgram
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

/// Requests a document's bytes, written to a second descriptor that follows the request.
package struct CopyDocumentRequest: Codable, Sendable, Equatable {
    package var path: String
    package var entry: String
    /// From 1: the page of a document of page images, as a PDF. Nil copies the document unchanged, which fails for
    /// several images.
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

package struct PageAddress: Codable, Sendable, Hashable {
    /// The entry that holds the document; empty when the bundle is the document.
    package var entry: String
    /// From 1; 0 is the document as a whole.
    package var page: Int

    package init(entry: String, page: Int) { (self.entry, self.page) = (entry, page) }
}
