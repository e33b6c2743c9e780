internal import CNettle
internal import ContentHashing

final class RunningDigest {
    private let hash: nettle_hash
    private let context: UnsafeMutableRawPointer

    init?(_ name: String) {
        guard let found = Self.algorithm(Self.key(name)) else { return nil }
        hash = found
        // Contexts hold 64-bit numbers.
        context = UnsafeMutableRawPointer.allocate(byteCount: Int(found.context_size), alignment: 16)
        found.`init`(context)
    }

    deinit { context.deallocate() }

    func update(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
        hash.update(context, bytes.count, start)
    }

    /// Restarts the checksum.
    func digest() -> String {
        var digest = [UInt8](repeating: 0, count: Int(hash.digest_size))
        hash.digest(context, digest.count, &digest)
        return Hexadecimal.text(of: digest)
    }

    /// Manifests write `sha256`, `SHA-256`, `sha3_256`.
    static func key(_ name: String) -> String { name.lowercased().filter { !"-_/".contains($0) } }

    private static func algorithm(_ key: String) -> nettle_hash? {
        guard var next = nettle_get_hashes() else { return nil }
        // The list ends with a null pointer; it and the names are constants of the library.
        while let hash = next.pointee {
            if Self.key(String(cString: hash.pointee.name)) == key { return hash.pointee }
            next += 1
        }
        return nil
    }
}
