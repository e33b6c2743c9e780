internal import CSandbox
import Foundation

/// From `lstat` or `fstat`. Size, time in nanoseconds and inode identify the version that was read.
struct FileStatus: Sendable, Hashable {
    enum Kind: Sendable { case file, directory, symbolicLink, other }

    var kind: Kind
    var byteCount: Int64
    /// Nanoseconds since 1970-01-01T00:00:00Z.
    var modified: Int64
    var inode: Int64
}

extension FileStatus {
    /// Nil, with `errno`, when `path` does not exist or is inaccessible.
    init?(path: String) {
        var status = stat()
        guard DiskName.bytes(of: path).withCPath({ lstat($0, &status) }) == 0 else { return nil }
        self.init(status)
    }

    static func found(path: String) -> Result<FileStatus, SystemFailure> {
        FileStatus(path: path).map { .success($0) } ?? .failure(SystemFailure())
    }

    /// When the file was made, in seconds since 1970. Nil where the file system does not keep it.
    static func birth(path: String) -> Int64? {
        let time = DiskName.bytes(of: path).withCPath { csandbox_birth($0) }
        return time > 0 ? time : nil
    }

    /// The number of the file system. Inodes tell files apart only within one.
    static func device(path: String) -> UInt64? {
        var status = stat()
        guard DiskName.bytes(of: path).withCPath({ lstat($0, &status) }) == 0 else { return nil }
        return UInt64(status.st_dev)
    }

    init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    init(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: kind = .file
        case S_IFDIR: kind = .directory
        case S_IFLNK: kind = .symbolicLink
        default: kind = .other
        }
        byteCount = Int64(status.st_size)
        modified = Self.nanoseconds(status.st_mtim)
        inode = Int64(bitPattern: UInt64(status.st_ino))
    }

    /// Since 1970. Times before 1677 and after 2262, which file systems can have but 64 bits cannot, become the first
    /// and the last.
    private static func nanoseconds(_ time: timespec) -> Int64 {
        let (whole, isTooMuch) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isTooMuchNow) = whole.addingReportingOverflow(Int64(time.tv_nsec))
        return isTooMuch || isTooMuchNow ? (time.tv_sec < 0 ? .min : .max) : sum
    }
}
