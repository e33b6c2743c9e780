import DocSearchTestSupport
import PageReading

extension PDFDocument {
    convenience init(_ writer: PDFWriter) throws {
        let pinned = PinnedBytes(writer.bytes)
        try self.init(bytes: pinned.buffer, owner: pinned)
    }
}
