internal import ContentHashing

package enum ContentHash {
    package static func sha256(_ content: DocumentContent) throws -> String {
        var checksum = SHA256()
        try BundleFile(content).forEachPiece(from: 0) { checksum.update($0) }
        return checksum.digest()
    }

    package static func sha256(_ bytes: UnsafeRawBufferPointer) -> String {
        var checksum = SHA256()
        checksum.update(bytes)
        return checksum.digest()
    }
}
