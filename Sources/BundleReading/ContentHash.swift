internal import CGLib

/// SHA-256 as 64 lower-case hexadecimal digits.
package enum ContentHash {
    /// The hash of a whole file, read from its first byte. The descriptor's offset is neither used nor moved.
    ///
    /// Throws ``BundleError`` when the file cannot be read.
    package static func sha256(descriptor: Int32) throws -> String {
        let checksum = Checksum()
        let chunk = ReadBuffer()
        var offset: Int64 = 0
        while true {
            let count = try PositionedReading.read(descriptor, at: offset, into: chunk.bytes)
            checksum.update(UnsafeRawBufferPointer(rebasing: chunk.bytes[..<count]))
            offset += Int64(count)
            if count < chunk.bytes.count { return checksum.digest() }
        }
    }

    /// Throws ``BundleError`` when the content is in a file that cannot be read.
    package static func sha256(_ content: DocumentContent) throws -> String {
        switch content {
        case .file(let descriptor, _):
            return try sha256(descriptor: descriptor.rawValue)
        case .bytes(let bytes):
            let checksum = Checksum()
            checksum.update(bytes.buffer)
            return checksum.digest()
        }
    }

    package static func sha256(_ bytes: UnsafeRawBufferPointer) -> String {
        let checksum = Checksum()
        checksum.update(bytes)
        return checksum.digest()
    }
}

/// Owns a `GChecksum`.
private final class Checksum {
    private let handle = g_checksum_new(G_CHECKSUM_SHA256)

    deinit {
        if let handle { g_checksum_free(handle) }
    }

    func update(_ bytes: UnsafeRawBufferPointer) {
        guard let handle, !bytes.isEmpty else { return }
        g_checksum_update(handle, bytes.bindMemory(to: UInt8.self).baseAddress, gssize(bytes.count))
    }

    func digest() -> String {
        // GLib knows SHA-256 since 2.16, so there is a handle; only an unknown algorithm gives none.
        guard let handle, let text = g_checksum_get_string(handle) else { return "" }
        return String(cString: text)
    }
}
