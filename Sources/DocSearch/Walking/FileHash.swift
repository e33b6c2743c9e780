import ContentHashing
import Foundation

/// The bytes of an open file as a hash.
enum FileHash {
    /// SHA-256; nil when the file cannot be read to its end.
    static func sha256(_ descriptor: Int32) -> String? {
        var hash = SHA256()
        var buffer = newBuffer
        return add(descriptor, to: &hash, through: &buffer, between: {}) == nil ? hash.digest() : nil
    }

    static var newBuffer: [UInt8] { [UInt8](repeating: 0, count: 256 << 10) }

    /// Returns the number of the error that keeps the file from being read to its end; nil when it can. `between` is called
    /// before each part: a large file takes a while.
    static func add(
        _ file: Int32, to hash: inout SHA256, through buffer: inout [UInt8], between: () throws -> Void
    ) rethrows -> Int32? {
        var offset: off_t = 0
        while true {
            try between()
            let count = pread(file, &buffer, buffer.count, offset)
            if count < 0 && errno == EINTR { continue }
            if count < 0 { return errno }
            if count == 0 { return nil }
            buffer.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            offset += off_t(count)
        }
    }
}
