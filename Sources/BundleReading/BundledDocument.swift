package import ExtractionProtocol

package struct BundledDocument: Sendable {
    /// Identifies the document within its bundle and stays the same between readings.
    ///
    /// Empty when the file is one document (a PDF, an image, a `.yianazip` of version 1 or with only metadata), or when
    /// a whole bundle is one document of page images. Otherwise the name of the entry, or of the folder of images, in
    /// NFC with control characters replaced; repeated names get `#2`, `#3`. In a nested bundle the path to it precedes
    /// the name: `inner.zip!/letter.pdf`.
    package internal(set) var entry: String
    var files: DocumentFiles
    package internal(set) var metadata = DocumentMetadata()
    /// The message that it is attached to: the subject, sender and date, for a document that has none of its own.
    package internal(set) var message: DocumentMetadata?
    /// JSON text without the keys in ``ParsedJSON/bulkyKeys``.
    package internal(set) var rawMetadata: String?
    /// The file with its metadata is about other documents, too.
    package internal(set) var isDescribedWithOthers = false
    var text = SidecarText.none

    var references: [FileReference] { files.references + text.references }

    package var hasContent: Bool { files != .nowhere }

    package var hasText: Bool { text != .none }

    package var outline: DocumentOutline { DocumentOutline(hasContent: hasContent, text: text.form) }
}

enum DocumentFiles: Sendable, Equatable {
    case nowhere
    case file(FileReference)
    case images([FileReference])

    var references: [FileReference] {
        switch self {
        case .nowhere: []
        case .file(let reference): [reference]
        case .images(let references): references
        }
    }
}

enum SidecarText: Sendable, Equatable {
    case none
    /// A file with the text's name contains no text.
    case lost(FileReference)
    /// Without page borders.
    case unpaged(String)
    case file(FileReference, SidecarTextForm)
    case files([FileReference?], SidecarTextForm)
    /// The files that may have each page's text, best first; the format is the first one's.
    case candidates([[FileReference]], SidecarTextForm)
    /// The text of all pages, and a file with the range of each (Internet Archive). Either may be gzipped.
    case searchText(FileReference, index: FileReference)
    indirect case labelled(SidecarText, [String?])

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

    var form: SidecarTextForm? {
        switch self {
        case .none, .lost: nil
        case .unpaged: .metadata
        case .file(_, let format), .files(_, let format), .candidates(_, let format): format
        case .searchText: .searchText
        case .labelled(let text, _): text.form
        }
    }
}
