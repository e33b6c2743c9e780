internal import ExtractionProtocol
import Glibc

/// Gives what gzip packed to one who asks for a piece at a time. Its checksums are compared, which libarchive 3.6 does not do.
final class GzipStream {
    private let gzip: Gzip
    private let unpacked: Unpacked
    /// What was wrong behind the bytes that were given last.
    private var failure: (any Error)?
    private var isAtEnd = false
    /// So little is taken at a time, as a bomb makes a thousand times as much of it.
    private let packed = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)

    private final class Unpacked {
        var bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
        var count = 0

        deinit { bytes.deallocate() }

        func append(_ piece: UnsafeRawBufferPointer) {
            if count + piece.count > bytes.count {
                let larger = UnsafeMutableRawBufferPointer.allocate(
                    byteCount: max(count + piece.count, bytes.count * 2), alignment: 16)
                larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
                bytes.deallocate()
                bytes = larger
            }
            UnsafeMutableRawBufferPointer(rebasing: bytes[count...]).copyMemory(from: piece)
            count += piece.count
        }
    }

    /// Limits are the caller's. Throws ``BundleError`` when there is no memory.
    init() throws {
        let unpacked = Unpacked()
        self.unpacked = unpacked
        gzip = try Gzip(limit: ByteLimit(name: "entryBytes", count: .max), ratio: .max) { unpacked.append($0) }
    }

    deinit { packed.deallocate() }

    /// The next bytes, valid until the next call; none at the end. `read` fills a buffer with packed bytes.
    ///
    /// Throws ``BundleError`` when it is damaged or cut off, behind all that could be unpacked; what `read` throws.
    func next(
        _ read: (UnsafeMutableRawBufferPointer) throws -> UnsafeRawBufferPointer
    ) throws -> UnsafeRawBufferPointer {
        unpacked.count = 0
        if let failure { throw failure }
        do {
            while unpacked.count == 0, !isAtEnd {
                let piece = try read(packed)
                if piece.isEmpty {
                    isAtEnd = true
                    try gzip.finish()
                } else {
                    try gzip.feed(piece)
                }
            }
        } catch {
            guard unpacked.count > 0 else { throw error }
            failure = error
        }
        return UnsafeRawBufferPointer(rebasing: unpacked.bytes[..<unpacked.count])
    }
}
