import ExtractionProtocol
import Foundation

/// All files below a folder, including hidden ones. Symbolic links are not followed.
struct FolderFiles {
    /// The first ones, sorted by path.
    private(set) var files: [ListedFile] = []
    private(set) var count = 0
    private(set) var status: FileStatus
    private(set) var symbolicLinks = 0
    private(set) var unreadable: [(path: String, reason: String)] = []
    /// A disk or a server failed amid the names (errno(3)): missing files may exist.
    private(set) var failure: Int32?

    private(set) var unnamed = 0

    private static let reported = 20

    /// `maximum` is the number of files to list; the status covers all of them.
    init(_ folder: FolderHandle, maximum: Int) {
        status = CombinedStatus().status(.directory)
        var combined = CombinedStatus()
        var waiting: [[UInt8]] = [[]]
        while let path = waiting.popLast() {
            guard let directory = folder.directory(path) else {
                let why = SystemFailure()
                combined.add(unreadable: path)
                if ![EACCES, EPERM, ELOOP, ENOENT, ENOTDIR].contains(why.number) { failure = why.number }
                if unreadable.count < Self.reported {
                    unreadable.append((DiskName.text(of: path), why.reason))
                } else {
                    unnamed += 1
                }
                continue
            }
            defer { closedir(directory) }
            let end = FolderHandle.names(in: directory) { name, _ in
                let name = Array(name)
                var found = stat()
                let entryPath = path.isEmpty ? name : path + [UInt8(ascii: "/")] + name
                guard name.withCPath({ fstatat(dirfd(directory), $0, &found, AT_SYMLINK_NOFOLLOW) }) == 0 else {
                    if errno != ENOENT { failure = errno }
                    return true
                }
                let status = FileStatus(found)
                switch status.kind {
                case .directory: waiting.append(entryPath)
                case .symbolicLink: symbolicLinks += 1
                case .file:
                    combined.add(entryPath, status)
                    add(entryPath, status, upTo: maximum)
                case .other: break
                }
                return true
            }
            failure = end ?? failure
        }
        status = combined.status(.directory)
        files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    private mutating func add(_ path: [UInt8], _ status: FileStatus, upTo maximum: Int) {
        count += 1
        guard files.count < maximum else { return }
        files.append(ListedFile(path: DiskName.text(of: path), byteCount: status.byteCount))
    }
}
