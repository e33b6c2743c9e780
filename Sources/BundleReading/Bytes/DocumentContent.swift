import Glibc

package enum DocumentContent: Sendable {
    case bytes(ContentBytes)
    /// A file with exactly the document's bytes. It has no name, unless it is the bundle itself.
    case file(OwnedDescriptor, byteCount: Int64)

    package var byteCount: Int64 {
        switch self {
        case .bytes(let bytes): Int64(bytes.count)
        case .file(_, let byteCount): byteCount
        }
    }
}

/// `@unchecked Sendable`: the bytes are never written after `init`, and are freed when the last owner releases them.
package final class ContentBytes: @unchecked Sendable {
    /// Valid as long as this object lives.
    package let buffer: UnsafeRawBufferPointer
    private let allocation: UnsafeMutableRawPointer?

    package var count: Int { buffer.count }

    /// Takes ownership of `allocation`, from `malloc`; its first `count` bytes are the content.
    init(adopting allocation: UnsafeMutableRawPointer?, count: Int) {
        self.allocation = allocation
        buffer = UnsafeRawBufferPointer(start: allocation, count: allocation == nil ? 0 : count)
    }

    deinit { free(allocation) }
}

/// For libraries that only accept bytes.
///
/// `@unchecked Sendable`: the bytes are never written.
package final class MappedContent: @unchecked Sendable {
    /// Valid as long as this object lives.
    package let buffer: UnsafeRawBufferPointer
    private let descriptor: OwnedDescriptor

    package init(_ descriptor: OwnedDescriptor, byteCount: Int64) throws {
        guard let count = Int(exactly: byteCount), count > 0,
            let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor.rawValue, 0), start != MAP_FAILED
        else { throw BundleError.memory("for its \(byteCount) bytes") }
        buffer = UnsafeRawBufferPointer(start: start, count: count)
        self.descriptor = descriptor
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: buffer.baseAddress), buffer.count) }
}

package final class OwnedDescriptor: Sendable {
    package let rawValue: Int32

    package init(adopting rawValue: Int32) { self.rawValue = rawValue }

    package init(duplicating borrowed: Int32) throws {
        rawValue = fcntl(borrowed, F_DUPFD_CLOEXEC, 0)
        if rawValue < 0 { throw BundleError(.environment, "the file could not be kept open: \(systemMessage(errno))") }
    }

    deinit {
        // A failed duplicate is -1.
        if rawValue >= 0 { close(rawValue) }
    }

    func byteCountOfRegularFile() throws -> Int64 {
        var status = stat()
        guard fstat(rawValue, &status) == 0
        else { throw BundleError(.damaged, "it could not be read: \(systemMessage(errno))") }
        guard status.st_mode & S_IFMT == S_IFREG else { throw BundleError(.unsupported, "this is not a regular file") }
        return Int64(status.st_size)
    }
}
