internal import CZlib
internal import ExtractionProtocol

final class Gzip {
    private let limit: ByteLimit
    private let ratio: Int
    /// zlib refuses a stream that was moved in memory.
    private let stream: UnsafeMutablePointer<z_stream>
    private let chunk = ReadBuffer()
    private var taken: Int64 = 0
    private var given: Int64 = 0
    private var state = State.between
    private var hasMember = false

    private enum State {
        /// A file may have several members.
        case between
        case inside
        /// The bytes after the last member, often zeros, are ignored.
        case after
    }

    static let mark: [UInt8] = [0x1F, 0x8B]
    /// The ratio of the first bytes means nothing.
    private static let ratioThreshold: Int64 = 1 << 20
    /// 15 for the largest window, 16 for gzip with its checksums.
    private static let windowBits: Int32 = 15 + 16

    init(limit: ByteLimit, ratio: Int) throws {
        self.limit = limit
        self.ratio = ratio
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let status = inflateInit2_(stream, Self.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else {
            stream.deallocate()
            throw BundleError.memory("to unpack it")
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    func feed(_ bytes: UnsafeRawBufferPointer, _ consume: ByteConsumer) throws {
        // zlib counts with 32 bits.
        for start in stride(from: 0, to: bytes.count, by: 1 << 20) {
            let piece = UnsafeRawBufferPointer(rebasing: bytes[start..<min(bytes.count, start + 1 << 20)])
            taken += Int64(piece.count)
            try unpack(piece, consume)
        }
    }

    /// To be called after the last bytes.
    func finish() throws {
        if state == .inside || taken == 0 { throw BundleError(.damaged, "it is cut off") }
    }

    private func unpack(_ piece: UnsafeRawBufferPointer, _ consume: ByteConsumer) throws {
        // zlib only reads there.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: piece.baseAddress?.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = UInt32(piece.count)
        var isBufferFull = false
        while state != .after, stream.pointee.avail_in > 0 || isBufferFull {
            if state == .between {
                // Whatever follows a member and is no gzip is no member.
                guard given == 0 && !hasMember || stream.pointee.next_in?.pointee == Self.mark[0] else {
                    state = .after
                    break
                }
                state = .inside
            }
            stream.pointee.next_out = chunk.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
            stream.pointee.avail_out = UInt32(chunk.bytes.count)
            let status = inflate(stream, Z_NO_FLUSH)
            let count = chunk.bytes.count - Int(stream.pointee.avail_out)
            isBufferFull = stream.pointee.avail_out == 0
            if count > 0 { try pass(count, consume) }
            switch status {
            case Z_OK: break
            case Z_STREAM_END:
                hasMember = true
                isBufferFull = false
                state = .between
                inflateReset(stream)
            // No progress without more bytes.
            case Z_BUF_ERROR: return
            case Z_MEM_ERROR: throw BundleError.memory("to unpack it")
            default: throw BundleError(.damaged, "it is not gzip, or damaged")
            }
        }
    }

    private func pass(_ count: Int, _ consume: ByteConsumer) throws {
        given += Int64(count)
        try limit.check(given)
        if given > Self.ratioThreshold { try UnpackingRatio.check(given: given, taken: taken, maximum: ratio) }
        try consume(UnsafeRawBufferPointer(rebasing: chunk.bytes[..<count]))
    }
}

/// Decompresses gzip for a caller that requests pieces. It compares the checksums, which libarchive 3.6 does not do.
final class GzipStream {
    private let gzip: Gzip
    private var unpacked = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    private var count = 0
    private var failure: (any Error)?
    private var isAtEnd = false
    /// Only this much is taken at a time, because a bomb expands it a thousand times.
    private let packed = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)

    init() throws { gzip = try Gzip(limit: ByteLimit(name: "entryBytes", count: .max), ratio: .max) }

    deinit {
        packed.deallocate()
        unpacked.deallocate()
    }

    /// The next bytes, valid until the next call; empty at the end. Errors come after everything that could be
    /// decompressed.
    func next(
        _ read: (UnsafeMutableRawBufferPointer) throws -> UnsafeRawBufferPointer
    ) throws -> UnsafeRawBufferPointer {
        count = 0
        if let failure { throw failure }
        do {
            while count == 0, !isAtEnd {
                let piece = try read(packed)
                if piece.isEmpty {
                    isAtEnd = true
                    try gzip.finish()
                } else {
                    try gzip.feed(piece) { append($0) }
                }
            }
        } catch {
            guard count > 0 else { throw error }
            failure = error
        }
        return UnsafeRawBufferPointer(rebasing: unpacked[..<count])
    }

    private func append(_ piece: UnsafeRawBufferPointer) {
        if count + piece.count > unpacked.count {
            let larger = UnsafeMutableRawBufferPointer.allocate(
                byteCount: max(count + piece.count, unpacked.count * 2), alignment: 16)
            larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: unpacked[..<count]))
            unpacked.deallocate()
            unpacked = larger
        }
        UnsafeMutableRawBufferPointer(rebasing: unpacked[count...]).copyMemory(from: piece)
        count += piece.count
    }
}
