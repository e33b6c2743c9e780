internal import CNettle

/// Returned as 64 lower-case hexadecimal digits.
package struct SHA256 {
    private var context = sha256_ctx()

    package init() { nettle_sha256_init(&context) }

    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
        nettle_sha256_update(&context, bytes.count, start)
    }

    package mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

    package mutating func digest() -> String { Hexadecimal.text(of: digestBytes()) }

    package mutating func digestBytes() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
        nettle_sha256_digest(&context, digest.count, &digest)
        return digest
    }
}

package enum Hexadecimal {
    /// Lower case.
    package static func text(of bytes: [UInt8]) -> String {
        bytes.map { byte in
            let digits = String(byte, radix: 16)
            return byte < 16 ? "0" + digits : digits
        }.joined()
    }
}

/// HMAC with SHA-256 (RFC 2104): proves that a text was made with the key.
package enum MessageAuthentication {
    /// 64 lower-case hexadecimal digits. The key may have any length; more than 32 bytes add nothing.
    package static func sha256(_ message: [UInt8], key: [UInt8]) -> String {
        var context = hmac_sha256_ctx()
        nettle_hmac_sha256_set_key(&context, key.count, key)
        nettle_hmac_sha256_update(&context, message.count, message)
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
        nettle_hmac_sha256_digest(&context, digest.count, &digest)
        return Hexadecimal.text(of: digest)
    }
}
