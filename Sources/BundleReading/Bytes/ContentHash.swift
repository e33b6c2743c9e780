internal import CNettle

/// SHA-256 as 64 lower-case hexadecimal digits.
package enum ContentHash {
    /// The hash of a whole file, read from its first byte. The descriptor's offset is neither used nor moved.
    ///
    /// Throws ``BundleError`` when the file cannot be read.
    package static func sha256(descriptor: Int32) throws -> String {
        var checksum = RunningHash()
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
            var checksum = RunningHash()
            checksum.update(bytes.buffer)
            return checksum.digest()
        }
    }

    package static func sha256(_ bytes: UnsafeRawBufferPointer) -> String {
        var checksum = RunningHash()
        checksum.update(bytes)
        return checksum.digest()
    }
}

/// A SHA-256 that grows.
struct RunningHash {
    private var context = sha256_ctx()

    init() { nettle_sha256_init(&context) }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
        nettle_sha256_update(&context, bytes.count, start)
    }

    mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

    /// Ends the sum.
    mutating func digest() -> String {
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
        nettle_sha256_digest(&context, digest.count, &digest)
        return Hexadecimal.text(of: digest)
    }
}

enum Hexadecimal {
    /// Two small letters or digits a byte.
    static func text(of bytes: [UInt8]) -> String {
        bytes.map { byte in
            let digits = String(byte, radix: 16)
            return byte < 16 ? "0" + digits : digits
        }.joined()
    }
}
