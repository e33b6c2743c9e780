internal import ContentHashing

package enum ContentHash {
    /// Neither uses nor moves the descriptor's offset.
    package static func sha256(descriptor: Int32) throws -> String {
        var checksum = SHA256()
        let chunk = ReadBuffer()
        var offset: Int64 = 0
        while true {
            let count = try PositionedReading.read(descriptor, at: offset, into: chunk.bytes)
            checksum.update(UnsafeRawBufferPointer(rebasing: chunk.bytes[..<count]))
            offset += Int64(count)
            if count < chunk.bytes.count { return checksum.digest() }
        }
    }

    package static func sha256(_ content: DocumentContent) throws -> String {
        switch content {
        case .file(let descriptor, _): try sha256(descriptor: descriptor.rawValue)
        case .bytes(let bytes): sha256(bytes.buffer)
        }
    }

    package static func sha256(_ bytes: UnsafeRawBufferPointer) -> String {
        var checksum = SHA256()
        checksum.update(bytes)
        return checksum.digest()
    }
}
