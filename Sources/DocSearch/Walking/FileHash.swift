import ContentHashing
import Foundation

/// The bytes of an open file as a hash.
enum FileHash {
    /// SHA-256; nil when the file cannot be read to its end.
    static func sha256(_ descriptor: Int32) -> String? {
        var hash = SHA256()
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        var offset: off_t = 0
        while true {
            let count = pread(descriptor, &buffer, buffer.count, offset)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { return hash.digest() }
            buffer.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            offset += off_t(count)
        }
    }
}
