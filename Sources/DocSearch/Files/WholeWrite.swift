import Foundation

enum WholeWrite {
    /// The error number; nil when all is written. Without an `offset` at the file's position.
    static func failure(of bytes: UnsafeRawBufferPointer, to file: Int32, at offset: Int? = nil) -> Int32? {
        var done = 0
        while done < bytes.count {
            let (start, left) = (bytes.baseAddress.map { $0 + done }, bytes.count - done)
            let count = offset.map { pwrite(file, start, left, off_t($0 + done)) } ?? write(file, start, left)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count < 0 ? errno : ENOSPC }
            done += count
        }
        return nil
    }
}
