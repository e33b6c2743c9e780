import ContentHashing
import Foundation

enum FileHash {
    static func sha256(of text: String) -> String {
        var hash = SHA256()
        hash.update(Array(text.utf8))
        return hash.digest()
    }

    static func sha256(_ descriptor: Int32) -> String? {
        var hash = SHA256()
        var buffer = newBuffer
        return add(descriptor, to: &hash, through: &buffer, between: {}) == nil ? hash.digest() : nil
    }

    static var newBuffer: [UInt8] { [UInt8](repeating: 0, count: 256 << 10) }

    /// The error number when the file cannot be read to its end. `between` is called before each part, because a large
    /// file takes a while.
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

enum WholeRead {
    /// Fewer than `size` only at the end of the file.
    static func bytes(of file: Int32, from start: Int64 = 0, count size: Int) throws(SystemFailure) -> [UInt8] {
        var failure: SystemFailure?
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let offset = off_t(start) + off_t(count)
                let got = pread(file, buffer.baseAddress?.advanced(by: count), size - count, offset)
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = SystemFailure() }
                guard got > 0 else { break }
                count += got
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
