import DocSearchTestSupport
import Foundation

@testable import PageReading

extension PDFDocument {
    convenience init(_ bytes: [UInt8]) throws {
        let pinned = PinnedBytes(bytes)
        try self.init(bytes: pinned.buffer, owner: pinned)
    }

    convenience init(_ writer: PDFWriter) throws { try self.init(writer.bytes) }
}

/// A picture of black bars on white, in 8-bit grey.
func bars(width: Int, height: Int) -> [UInt8] {
    (0..<width * height).map { $0 / width / 20 % 2 == 1 && $0 % width > width / 4 ? 0 : 255 }
}
