import ContentHashing
import Foundation

extension PageCache {
    /// The file of what is kept, looked at from its beginning to its end; nil for what is not there, or is not what was written.
    /// It can be read when it has left the cache, too.
    func file(_ key: Key) -> DocumentBytes? {
        let file = open(path(key), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        guard let byteCount = Self.payloadCount(of: file, key, maximum) else {
            close(file)
            remove(key)
            return nil
        }
        touch(key, file)
        return DocumentBytes(
            descriptor: file, start: Int64(Self.headBytes), byteCount: byteCount, tag: PageImage.tag(of: key))
    }

    /// Bytes behind the head of a file that is what was written; nil for another one.
    private static func payloadCount(of file: Int32, _ key: Key, _ maximum: Int64) -> Int64? {
        guard let status = FileStatus(descriptor: file), status.kind == .file, status.byteCount <= maximum,
            let head = part(of: file, from: 0, count: headBytes), head.starts(with: beginning.utf8)
        else { return nil }
        var sum = SHA256()
        sum.update(Array(key.name.utf8))
        var position = Int64(headBytes)
        while position < status.byteCount {
            let count = Int(min(256 << 10, status.byteCount - position))
            guard let bytes = part(of: file, from: position, count: count) else { return nil }
            sum.update(bytes)
            position += Int64(count)
        }
        let isSound = head[beginning.utf8.count..<headBytes - 1].elementsEqual(sum.digest().utf8)
        return isSound ? status.byteCount - Int64(headBytes) : nil
    }

    /// Nil for fewer bytes than these.
    static func part(of file: Int32, from start: Int64, count size: Int) -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let got = pread(
                    file, buffer.baseAddress?.advanced(by: count), size - count, off_t(start) + off_t(count))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { break }
                count += got
            }
        }
        return bytes.count == size ? bytes : nil
    }
}
