internal import CLibarchive

final class ArchiveSource {
    private let file: BundleFile
    private let start: Int64
    private var position: Int64
    private let chunk = ReadBuffer()
    private let gzip: GzipStream?
    private(set) var bytesRead: Int64 = 0
    /// The read error, because libarchive only learns that reading failed.
    private(set) var error: (any Error)?

    init(_ file: BundleFile, from start: Int64, mayBeGzip: Bool) throws {
        let isGzip = try mayBeGzip && file.bytes(at: start, count: Gzip.mark.count) == Gzip.mark
        gzip = isGzip ? try GzipStream() : nil
        self.file = file
        self.start = start
        position = start
    }

    /// The handle borrows this object, which must outlive it.
    func attach(to handle: OpaquePointer) {
        archive_read_set_callback_data(handle, Unmanaged.passUnretained(self).toOpaque())
        archive_read_set_read_callback(handle) { _, client, buffer in
            guard let source = ArchiveSource.of(client), let buffer else { return Int(ARCHIVE_FATAL) }
            return source.read(&buffer.pointee)
        }
        // Compressed data can only be skipped by decompressing it.
        guard gzip == nil else { return }
        archive_read_set_skip_callback(handle) { _, client, count in ArchiveSource.of(client)?.skip(count) ?? 0 }
        archive_read_set_seek_callback(handle) { _, client, offset, whence in
            ArchiveSource.of(client)?.seek(offset, whence) ?? Int64(ARCHIVE_FATAL)
        }
    }

    private static func of(_ client: UnsafeMutableRawPointer?) -> ArchiveSource? {
        client.map { Unmanaged<ArchiveSource>.fromOpaque($0).takeUnretainedValue() }
    }

    private func read(_ buffer: inout UnsafeRawPointer?) -> Int {
        do {
            let piece = try gzip.map { try $0.next(readPiece) } ?? readPiece(chunk.bytes)
            buffer = piece.baseAddress
            return piece.count
        } catch {
            self.error = error
            return Int(ARCHIVE_FATAL)
        }
    }

    private func readPiece(_ buffer: UnsafeMutableRawBufferPointer) throws -> UnsafeRawBufferPointer {
        let count = try file.read(at: position, into: buffer)
        position += Int64(count)
        bytesRead += Int64(count)
        return UnsafeRawBufferPointer(rebasing: buffer[..<count])
    }

    /// Returns the number of bytes skipped; libarchive reads the rest.
    private func skip(_ count: Int64) -> Int64 {
        let skipped = max(0, min(count, file.byteCount - position))
        position += skipped
        return skipped
    }

    private func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
        let base: Int64 =
            switch whence {
            case SEEK_SET: start
            case SEEK_CUR: position
            default: file.byteCount
            }
        let (target, isHuge) = base.addingReportingOverflow(offset)
        guard !isHuge, target >= start, target <= file.byteCount else { return Int64(ARCHIVE_FATAL) }
        position = target
        return position - start
    }
}
