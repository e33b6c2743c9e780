internal import BundleConventions
internal import ExtractionProtocol

/// A PDF on disk: a bundle of one document that is the file itself.
enum PDFOpener: BundleOpener {
    /// Readers accept a header anywhere in the first 1024 bytes (ISO 32000, annex H), so scanners write such files. If
    /// the header is damaged, an object at the start and a trailer at the end also identify a PDF.
    static func matches(_ opening: FileOpening) -> Bool {
        if FirstBytes.isPDF(opening.head) { return true }
        return ["%PDF-", " obj"].contains { opening.head.firstIndex(ofSequence: Array($0.utf8)) != nil }
            && opening.tail.firstIndex(ofSequence: Array("startxref".utf8)) != nil
    }

    static func open(_ opening: FileOpening, way: [BundleEntry], session: ReadingSession) throws -> OpenedFile {
        .document(BundledDocument(entry: "", files: .file(FileReference(endOf: way))), .pdf)
    }
}

enum ImageOpener: BundleOpener {
    static func matches(_ opening: FileOpening) -> Bool { ImageKind(of: opening.head) != nil }

    static func open(_ opening: FileOpening, way: [BundleEntry], session: ReadingSession) throws -> OpenedFile {
        .document(BundledDocument(entry: "", files: .images([FileReference(endOf: way)])), .images)
    }
}
