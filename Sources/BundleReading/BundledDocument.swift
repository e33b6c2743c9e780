package import ExtractionProtocol

/// A document of an opened bundle, with all that the bundle says about it. ``OpenedBundle`` has its bytes and texts.
package struct BundledDocument: Sendable {
    /// Names the document within its bundle and stays the same from one reading to the next.
    ///
    /// Empty when the file is one document (a PDF, an image, a `.yianazip` of version 1 or of metadata alone), or when the
    /// page images of a whole bundle are; otherwise the name of the entry, or of the folder of images, in NFC with control
    /// characters replaced, and `#2`, `#3` appended to names that come again. A document in a bundle within the bundle
    /// has the way to it before its name: `inner.zip!/letter.pdf`.
    package internal(set) var entry: String
    var files: DocumentFiles
    package internal(set) var metadata = DocumentMetadata()
    /// The metadata as found, as JSON text without the keys in ``ParsedJSON/bulkyKeys``.
    package internal(set) var rawMetadata: String?
    var text = SidecarText.none

    /// All that it is read from.
    var references: [FileReference] { files.references + text.references }

    /// False when the bundle has metadata, and perhaps text, but neither a PDF nor page images.
    package var hasContent: Bool { files != .nowhere }

    package var hasText: Bool { text != .none }

    /// What is known of it without opening it.
    package var outline: DocumentOutline { DocumentOutline(hasContent: hasContent, text: text.form) }
}

/// The files of its bundle that a document consists of.
enum DocumentFiles: Sendable, Equatable {
    case nowhere
    /// A PDF.
    case file(FileReference)
    /// Page images in the order of the pages. A TIFF may hold several.
    case images([FileReference])

    var references: [FileReference] {
        switch self {
        case .nowhere: []
        case .file(let reference): [reference]
        case .images(let references): references
        }
    }
}

/// Text that a bundle brings for a document. It is read when it is asked for.
enum SidecarText: Sendable, Equatable {
    case none
    /// A file that is called as the text would be has none: nothing comes of it.
    case lost(FileReference)
    /// Without page borders.
    case unpaged(String)
    /// One file for all pages.
    case file(FileReference, PageTextFormat)
    /// A file for each page from the first; nil for a page that has none.
    case files([FileReference?], PageTextFormat)
    /// For each page, the files that may have its text, the best first, perhaps of several formats; that of the first.
    case candidates([[FileReference]], PageTextFormat)
    /// The text of all pages, and where in it each begins and ends (Internet Archive); either may be gzipped.
    case searchText(FileReference, index: FileReference)
    /// Printed page numbers for the pages of another text.
    indirect case labelled(SidecarText, [String?])

    /// With those of `labels` that there are.
    func labelled(by labels: [String?]) -> SidecarText {
        self == .none || labels.allSatisfy { $0 == nil } ? self : .labelled(self, labels)
    }

    var references: [FileReference] {
        switch self {
        case .none, .lost, .unpaged: []
        case .file(let reference, _): [reference]
        case .files(let references, _): references.compactMap { $0 }
        case .candidates(let pages, _): pages.flatMap { $0 }
        case .searchText(let reference, let index): [reference, index]
        case .labelled(let text, _): text.references
        }
    }

    /// What it is written in; nil without any.
    var form: SidecarTextForm? {
        switch self {
        case .none, .lost: nil
        case .unpaged: .metadata
        case .file(_, let format), .files(_, let format), .candidates(_, let format): format.form
        case .searchText: .searchText
        case .labelled(let text, _): text.form
        }
    }
}

/// What texts of pages are written in.
enum PageTextFormat: Sendable, Equatable {
    /// Pages end with form feeds. Without any it is not known which page the text belongs to.
    case plain
    case alto
    /// What tools for correction write.
    case page
    case hocr
    /// The Internet Archive's words with boxes.
    case djvu
    /// What Yiana's recognition leaves beside the documents.
    case yianaResults

    var form: SidecarTextForm {
        switch self {
        case .plain: .plain
        case .alto: .alto
        case .page: .page
        case .hocr: .hocr
        case .djvu: .djvu
        case .yianaResults: .yianaResults
        }
    }
}
