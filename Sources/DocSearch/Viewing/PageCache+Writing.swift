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
        let isWritten = parts.allSatisfy { part in
            part.withUnsafeBytes { WholeWrite.failure(of: $0, to: file) == nil }
        }
        close(file)
        if isWritten, rename(new, path(key)) == 0 { return true }
        unlink(new)
        return false
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
