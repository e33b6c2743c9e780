import ContentHashing
import Foundation

/// A file of the cache as bytes.
extension PageCache {
    /// Whether it is there now, whole.
    func write(_ parts: [[UInt8]], _ key: Key) -> Bool {
        let documentFolder = folder + "/" + key.document
        // It may be there already; whether it is shows when the file is opened.
        mkdir(documentFolder, 0o700)
        let new = documentFolder + "/" + Self.unfinished + UUID().uuidString
        let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        let isWritten = parts.allSatisfy { Self.write($0, to: file) }
        close(file)
        if isWritten, rename(new, path(key)) == 0 { return true }
        unlink(new)
        return false
    }

    static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(file, $0.baseAddress?.advanced(by: written), bytes.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }

    static func read(_ file: Int32, _ maximum: Int64) -> [UInt8]? {
        guard let status = FileStatus(descriptor: file), status.kind == .file, status.byteCount <= maximum else {
            return nil
        }
        return part(of: file, from: 0, count: Int(status.byteCount))
    }

    static func payload(of bytes: [UInt8], _ key: Key) -> [UInt8]? {
        guard bytes.count >= headBytes, bytes.starts(with: beginning.utf8) else { return nil }
        let payload = Array(bytes[headBytes...])
        let sum = bytes[beginning.utf8.count..<headBytes - 1]
        return sum.elementsEqual(Self.sum(of: payload, key).utf8) ? payload : nil
    }

    static func sum(of payload: [UInt8], _ key: Key) -> String {
        var sum = SHA256()
        sum.update(Array(key.name.utf8))
        sum.update(payload)
        return sum.digest()
    }
}
