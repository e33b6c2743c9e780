internal import ExtractionProtocol
import Glibc

/// A bundle's file. Read by position only, because the caller's descriptor shares the file offset.
final class BundleFile: Sendable {
    let descriptor: OwnedDescriptor
    /// As it was when the file was opened.
    let byteCount: Int64

    /// Throws ``BundleError`` when the descriptor is not that of a regular file.
    init(duplicating borrowed: Int32) throws {
        descriptor = try OwnedDescriptor(duplicating: borrowed)
        byteCount = try descriptor.byteCountOfRegularFile()
    }

    /// Up to `count` bytes; fewer at the end of the file.
    func bytes(at offset: Int64, count: Int) throws -> [UInt8] {
        let count = Int(max(0, min(Int64(count), byteCount - offset)))
        return try [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = try PositionedReading.read(
                descriptor.rawValue, at: offset, into: UnsafeMutableRawBufferPointer(buffer))
        }
    }

    /// The whole file: in memory when small, else behind another duplicate of its descriptor, which costs nothing.
    func content(memoryBytes: Int64) throws -> DocumentContent {
        guard byteCount > memoryBytes else {
            let collector = ContentCollector(memoryBytes: memoryBytes)
            try copy(from: 0, to: collector)
            return collector.finish()
        }
        return .file(try OwnedDescriptor(duplicating: descriptor.rawValue), byteCount: byteCount)
    }

    /// What follows `offset`, as a content of its own.
    func content(from offset: Int64, limits: ExtractionLimits) throws -> DocumentContent {
        for (name, maximum) in [("entryBytes", limits.entryBytes), ("bundleBytes", limits.bundleBytes)]
        where byteCount - offset > maximum {
            throw BundleError.limit(name, of: maximum, "it has \(byteCount - offset) bytes")
        }
        let collector = ContentCollector(memoryBytes: limits.memoryBytes)
        try copy(from: offset, to: collector)
        return collector.finish()
    }

    private func copy(from start: Int64, to collector: ContentCollector) throws {
        let chunk = ReadBuffer()
        var offset = start
        while offset < byteCount {
            let count = try PositionedReading.read(descriptor.rawValue, at: offset, into: chunk.bytes)
            guard count > 0 else {
                throw BundleError(.changed, "the file became shorter while it was read")
            }
            let wanted = min(Int64(count), byteCount - offset)
            try collector.append(UnsafeRawBufferPointer(rebasing: chunk.bytes[..<Int(wanted)]))
            offset += wanted
        }
    }
}

/// `pread` until the buffer is full or the file ends.
enum PositionedReading {
    /// The number of bytes read. Throws ``BundleError`` when the file system reports an error.
    static func read(
        _ descriptor: Int32, at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws -> Int {
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

/// 64 KiB to read into, freed with its owner.
final class ReadBuffer {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

    deinit { bytes.deallocate() }
}

func systemMessage(_ number: Int32) -> String {
    guard let text = strerror(number) else { return "error \(number)" }
    return String(cString: text)
}
