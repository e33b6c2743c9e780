import Foundation

/// The bytes of a document (a PDF, or its only image) or of a page image. Parts are read on request, from any thread.
public final class DocumentBytes: Sendable {
    /// The number of bytes.
    public let byteCount: Int64
    /// `application/pdf`, `image/jpeg`, `image/png`, `image/tiff`, `image/jp2`, or `application/octet-stream`; by the
    /// first bytes, not the name.
    public let mediaType: String
    /// Equal for equal bytes and different for others, for HTTP's `ETag`.
    public let tag: String
    /// Owned: closed in `deinit`.
    private let descriptor: Int32
    private let start: Int64
    /// Only for a file that others may write to.
    private let status: FileStatus?

    /// Takes ownership of `descriptor`.
    init(descriptor: Int32, start: Int64 = 0, byteCount: Int64, tag: String, status: FileStatus? = nil) {
        (self.descriptor, self.start, self.byteCount, self.tag) = (descriptor, start, byteCount, tag)
        self.status = status
        var first = [UInt8](repeating: 0, count: 12)
        let count = pread(descriptor, &first, first.count, off_t(start))
        mediaType = Self.mediaType(of: Array(first.prefix(max(0, count))))
    }

    var isOfOthers: Bool { status != nil }

    /// True while the file has its initial size and time, so that all parts are of the same version.
    public var isUnchanged: Bool { status == nil || FileStatus(descriptor: descriptor) == status }

    deinit { close(descriptor) }

    /// Reads a part of at most `limit` bytes, which bounds memory; less at the end.
    ///
    /// - Throws: ``DocSearchError`` with code ``DocSearchError/Code/changedFile`` when the file has become shorter, and
    ///   ``DocSearchError/Code/failed`` when the disk cannot be read.
    public func read(from offset: Int64, count: Int, limit: Int = 1 << 20) throws -> [UInt8] {
        let count = Int(min(Int64(max(0, min(count, limit))), max(0, byteCount - max(0, offset))))
        guard count > 0, offset >= 0 else { return [] }
        let bytes: [UInt8]
        do {
            bytes = try WholeRead.bytes(of: descriptor, from: start + offset, count: count)
        } catch {
            throw DocSearchError.system("Reading", "the document", errno: error.number)
        }
        guard bytes.count == count else {
            throw DocSearchError(.changedFile, "The file became shorter while it was read.", remedy: .update)
        }
        return bytes
    }

    private static func mediaType(of start: [UInt8]) -> String {
        func begins(_ bytes: [UInt8]) -> Bool { start.starts(with: bytes) }
        if begins(Array("%PDF-".utf8)) { return "application/pdf" }
        if begins([0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if begins([0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
        if begins([0x49, 0x49, 0x2A, 0]) || begins([0x4D, 0x4D, 0, 0x2A]) { return "image/tiff" }
        if begins([0, 0, 0, 12, 0x6A, 0x50]) { return "image/jp2" }
        return "application/octet-stream"
    }
}
