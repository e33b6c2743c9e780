import ContentHashing
import Foundation

extension PageCache {
    /// It stays readable after it has left the cache.
    func file(_ key: Key, tag: String) -> DocumentBytes? {
        guard let (file, byteCount) = opened(key) else { return nil }
        return DocumentBytes(descriptor: file, start: Int64(Self.headBytes), byteCount: byteCount, tag: tag)
    }

    /// The caller closes the file, which was verified. `take` gets the bytes after its head.
    func opened(_ key: Key, _ take: ([UInt8]) -> Void = { _ in }) -> (file: Int32, byteCount: Int64)? {
        let file = open(path(key), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        guard let byteCount = payloadCount(of: file, key, take) else {
            close(file)
            remove(key)
            return nil
        }
        touch(key, file)
        return (file, byteCount)
    }

    private func payloadCount(of file: Int32, _ key: Key, _ take: ([UInt8]) -> Void) -> Int64? {
        guard let status = FileStatus(descriptor: file), status.kind == .file, status.byteCount <= maximum,
            let head = Self.part(of: file, from: 0, count: Self.headBytes), head.starts(with: Self.beginning.utf8)
        else { return nil }
        var sum = SHA256()
        sum.update(Array(key.name.utf8))
        var position = Int64(Self.headBytes)
        while position < status.byteCount {
            let count = Int(min(256 << 10, status.byteCount - position))
            guard let bytes = Self.part(of: file, from: position, count: count) else { return nil }
            sum.update(bytes)
            take(bytes)
            position += Int64(count)
        }
        let isSound = head[Self.beginning.utf8.count..<Self.headBytes - 1].elementsEqual(sum.digest().utf8)
        return isSound ? status.byteCount - Int64(Self.headBytes) : nil
    }

    private static func part(of file: Int32, from start: Int64, count: Int) -> [UInt8]? {
        // An unreadable file counts as missing, whatever the reason.
        guard let bytes = try? WholeRead.bytes(of: file, from: start, count: count) else { return nil }
        return bytes.count == count ? bytes : nil
    }

    func write(_ parts: [[UInt8]], _ key: Key) -> Bool {
        let documentFolder = folder + "/" + key.document
        // May fail if it exists; opening the file shows that.
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
}
