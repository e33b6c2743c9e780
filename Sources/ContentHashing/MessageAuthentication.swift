internal import CNettle

/// HMAC with SHA-256 (RFC 2104): says that a text was made with the key.
package enum MessageAuthentication {
    /// 64 hexadecimal digits, the letters small. The key may have any length; 32 bytes are as good as more.
    package static func sha256(_ message: [UInt8], key: [UInt8]) -> String {
        var context = hmac_sha256_ctx()
        nettle_hmac_sha256_set_key(&context, key.count, key)
        nettle_hmac_sha256_update(&context, message.count, message)
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
        nettle_hmac_sha256_digest(&context, digest.count, &digest)
        return Hexadecimal.text(of: digest)
    }
}
