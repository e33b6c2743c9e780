/// A form in which documents are exported, each into one file, or a folder for METS.
public enum ExportForm: String, Sendable, CaseIterable {
    /// The PDF with its recognised words as invisible text.
    case searchablePDF = "searchable-pdf"
    /// ALTO 4.4 with a `Page` for each page.
    case alto
    /// hOCR 1.2 with an `ocr_page` for each page.
    case hocr
    /// The text, with a form feed behind each page.
    case text
    /// A folder with METS 1.12.1 and PREMIS 3.0 (`mets.xml`), and ALTO 4.4 of each page.
    case mets

    var fileEnding: String {
        switch self {
        case .searchablePDF: "pdf"
        case .alto: "alto.xml"
        case .hocr: "hocr"
        case .text: "txt"
        case .mets: "mets"
        }
    }
}

/// The outcome of an export for one document.
public struct ExportedDocument: Sendable {
    /// The document.
    public var document: ArchiveDocument
    /// The path of its file or folder; empty when it could not be exported.
    public var path = ""
    /// False when the file was there already, whole and of the same document and texts.
    public var isWritten = false
    /// For a PDF that was written.
    public var pdf: SearchablePDF?
    /// Pages, from 1, that could not be read: their words have no places in the file, or their text is damaged in the index
    /// and is not in it. The next export makes the file again.
    public var unreadPages: [Int] = []
    /// Why there is no file; nil when there is one.
    public var error: DocSearchError?
}
