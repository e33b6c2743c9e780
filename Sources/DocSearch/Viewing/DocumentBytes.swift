import Foundation

/// The bytes of a document (a PDF, or the one image that a document consists of) or of an image of a page. Parts of them are
/// read as they are wanted, from any thread.
public final class DocumentBytes: Sendable {
    /// How many there are.
    public let byteCount: Int64
    /// `application/pdf`, `image/jpeg`, `image/png`, `image/tiff`, `image/jp2`, or `application/octet-stream`; by the first
    /// bytes, whatever the name says.
    public let mediaType: String
    /// The same for the same bytes, and another one for any other: for `ETag` of HTTP.
    public let tag: String
    /// Owned: closed in `deinit`.
    private let descriptor: Int32
    /// Where they begin in the file.
    private let start: Int64
    /// Of a file that others may write to, as it was.
    private let status: FileStatus?

    /// Takes `descriptor` over. `status` is that of a file that others may write to, as it was when it was looked at.
    init(descriptor: Int32, start: Int64 = 0, byteCount: Int64, tag: String, status: FileStatus? = nil) {
        (self.descriptor, self.start, self.byteCount, self.tag) = (descriptor, start, byteCount, tag)
        self.status = status
        var first = [UInt8](repeating: 0, count: 12)
        let count = pread(descriptor, &first, first.count, off_t(start))
        mediaType = Self.mediaType(of: Array(first.prefix(max(0, count))))
    }

    /// Whether others may write to its file.
    var isOfOthers: Bool { status != nil }

    /// Whether the file still has the size and time that it had, so that all parts are of the same version.
    public var isUnchanged: Bool { status == nil || FileStatus(descriptor: descriptor) == status }

    deinit { close(descriptor) }

    /// Reads a part, at most `limit` bytes of it, so that memory stays bounded; less when the part goes beyond the end.
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
