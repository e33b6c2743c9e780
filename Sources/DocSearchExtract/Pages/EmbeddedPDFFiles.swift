import BundleReading
import ExtractionProtocol
import PageReading

/// The files within a PDF, as bundles are read.
final class EmbeddedPDFFiles: EmbeddedFiles {
    private let files: PDFEmbeddedFiles
    var names: [String] { files.names }
    var missing: Int { files.missing }

    /// Throws ``BundleError`` when the PDF cannot be opened or has more than `most` files, and what `passwords` does.
    init(_ content: DocumentContent, most: Int, passwords: PasswordSource) throws {
        files = try Self.naming { try PDFDocument.opened(content, passwords: passwords).embeddedFiles(most: most) }
    }

    func read(_ index: Int, _ consume: (UnsafeRawBufferPointer) throws -> Void) throws {
        try Self.naming { try files.read(index, consume) }
    }

    /// Errors as those who read bundles know them.
    private static func naming<Value>(_ work: () throws -> Value) throws -> Value {
        do { return try work() } catch let error as PageReadingError { throw BundleError(error.code, error.reason) }
    }
}

extension Channel {
    /// Takes PDFs apart for ``BundleReader``.
    var embeddedFiles: EmbeddedFilesOpener {
        { content, most in try EmbeddedPDFFiles(content, most: most, passwords: self.passwords) }
    }
}
