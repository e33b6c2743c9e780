import BundleReading
import ExtractionProtocol
import PageReading

final class EmbeddedPDFFiles: EmbeddedFiles {
    private let files: PDFEmbeddedFiles
    var names: [String] { files.names }
    var missing: Int { files.missing }

    init(_ content: DocumentContent, most: Int, passwords: PasswordSource) throws {
        files = try Self.naming { try PDFDocument.opened(content, passwords: passwords).embeddedFiles(most: most) }
    }

    func read(_ index: Int, _ consume: (UnsafeRawBufferPointer) throws -> Void) throws {
        try Self.naming { try files.read(index, consume) }
    }

    private static func naming<Value>(_ work: () throws -> Value) throws -> Value {
        do { return try work() } catch let error as PageReadingError { throw BundleError(error.code, error.reason) }
    }
}

extension Channel {
    var embeddedFiles: EmbeddedFilesOpener {
        { content, most in try EmbeddedPDFFiles(content, most: most, passwords: self.passwords) }
    }
}
