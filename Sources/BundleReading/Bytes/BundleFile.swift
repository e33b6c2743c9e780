internal import ExtractionProtocol
import Glibc

/// Read by position, because the caller's descriptor shares the file offset.
final class BundleFile: Sendable {
    private let whole: DocumentContent
    var byteCount: Int64 { whole.byteCount }

    init(duplicating borrowed: Int32) throws {
        let descriptor = try OwnedDescriptor(duplicating: borrowed)
        whole = .file(descriptor, byteCount: try descriptor.byteCountOfRegularFile())
    }

    init(_ content: DocumentContent) { whole = content }

    /// Fills the buffer up to the end of the file.
    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        switch whole {
        case .file(let descriptor, let byteCount):
            // Not beyond the initial length, should the file have grown since.
            let count = Int(max(0, min(Int64(buffer.count), byteCount - offset)))
            let available = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
            return try Self.read(descriptor.rawValue, at: offset, into: available)
        case .bytes(let bytes):
            guard offset >= 0, offset < Int64(bytes.count) else { return 0 }
            let part = bytes.buffer[Int(offset)..<min(bytes.count, Int(offset) + buffer.count)]
            UnsafeMutableRawBufferPointer(rebasing: buffer[..<part.count])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
            return part.count
        }
    }

    func bytes(at offset: Int64, count: Int) throws -> [UInt8] {
        let count = Int(max(0, min(Int64(count), byteCount - offset)))
        return try [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = try read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
        }
    }

    /// The whole file in memory when small, else as a descriptor, which costs nothing. A part is always a copy.
    func content(from offset: Int64 = 0, limits: ExtractionLimits) throws -> DocumentContent {
        if offset == 0 {
            guard case .file = whole, byteCount <= limits.memoryBytes else { return whole }
        } else {
            for (name, maximum) in [("entryBytes", limits.entryBytes), ("bundleBytes", limits.bundleBytes)]
            where byteCount - offset > maximum {
                throw BundleError.limit(name, of: maximum, "it has \(byteCount - offset) bytes")
            }
        }
        let collector = ContentCollector(memoryBytes: limits.memoryBytes)
        try forEachPiece(from: offset) { try collector.append($0) }
        return collector.finish()
    }

    func forEachPiece(from start: Int64, to end: Int64 = .max, _ consume: ByteConsumer) throws {
        let chunk = ReadBuffer()
        let end = min(end, byteCount)
        var offset = start
        while offset < end {
            let wanted = Int(min(Int64(chunk.bytes.count), end - offset))
            let count = try read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: chunk.bytes[..<wanted]))
            guard count > 0 else { throw BundleError(.changed, "the file became shorter while it was read") }
            try consume(UnsafeRawBufferPointer(rebasing: chunk.bytes[..<count]))
            offset += Int64(count)
        }
    }

    private static func read(_ descriptor: Int32, at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws
        -> Int
    {
        var filled = 0
        while filled < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let count = pread(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(filled))
            if count == 0 { break }
            if count < 0 {
                if errno == EINTR { continue }
                throw BundleError(.damaged, "it could not be read: \(systemMessage(errno))")
            }
            filled += count
        }
        return filled
    }
}

final class ReadBuffer {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

    deinit { bytes.deallocate() }
}

func systemMessage(_ number: Int32) -> String {
    guard let text = strerror(number) else { return "error \(number)" }
    return String(cString: text)
}
