import Foundation

struct IndexFolder: Sendable, Hashable {
    let path: String
    /// For changes of decisions.
    var lockPatience: Duration = .seconds(30)

    static let userName = "user.sqlite"

    var user: String { path + "/" + Self.userName }
    var pages: String { path + "/pages.sqlite" }
    var index: String { path + "/index.sqlite" }
    var lock: String { path + "/lock" }
    /// See ``AnnotationLock``.
    var annotationLock: String { path + "/user-lock" }

    /// An empty file; its time is that of the last run that found nothing to do. Such a run writes no byte.
    var look: String { path + "/last-look" }

    func noteLook() throws { try Self.touch(look, nil) }

    /// Seconds since 1970.
    var lastLook: Int64? { FileStatus(path: look).map { $0.modified / 1_000_000_000 } }

    /// An empty file; its time is the beginning of the last complete ``DailyCheck``.
    var check: String { path + "/last-check" }

    func noteCheck(begun: Date) throws {
        try Self.touch(check, timespec(tv_sec: Int(begun.timeIntervalSince1970), tv_nsec: 0))
    }

    private static func touch(_ file: String, _ time: timespec?) throws {
        let descriptor = try SafeFile.open(file)
        defer { close(descriptor) }
        let status = time.map { futimens(descriptor, [$0, $0]) } ?? futimens(descriptor, nil)
        guard status == 0 else { throw DocSearchError.system("Touching", file) }
    }

    /// Seconds since 1970.
    var lastCheck: Int64? { FileStatus(path: check).map { $0.modified / 1_000_000_000 } }

    var exists: Bool { access(index, F_OK) == 0 }

    /// True if the folder has no file of an index.
    var isNew: Bool { [user, pages, index].allSatisfy { FileStatus(path: $0) == nil } }

    /// The folder may belong to others.
    var noIndex: DocSearchError {
        guard access(index, F_OK) != 0, errno == EACCES else {
            return DocSearchError(.noIndex, "There is no index in \"\(path)\".", item: path, remedy: .indexFolder)
        }
        let cause = String(cString: strerror(EACCES))
        return DocSearchError(
            .failed, "\"\(path)\" cannot be opened (\(cause)). Check its owner and rights.", item: path, cause: cause)
    }

    /// `pages.sqlite` or `index.sqlite` where it is missing or empty beside the other; a new `pages.sqlite` would have
    /// the index made anew, and a new `index.sqlite` would find nothing.
    var lostFile: String? {
        switch (Self.isEmpty(pages), Self.isEmpty(index)) {
        case (true, false): pages
        case (false, true): index
        default: nil
        }
    }

    static func isEmpty(_ file: String) -> Bool { FileStatus(path: file)?.byteCount ?? 0 == 0 }

    /// Readable by its owner alone. An existing folder keeps its rights, as it may hold other things.
    func create() throws { try SafeFile.makeFolder(path) }

    static func temporary() throws -> IndexFolder {
        IndexFolder(path: try SafeFile.makeTemporaryFolder(in: NSTemporaryDirectory(), "docsearch-dry-run-"))
    }

    func byteCounts() -> [String: Int64] {
        var result: [String: Int64] = [:]
        let vectorFiles = [vectors, vectorFile].filter { FileStatus(path: $0) != nil }
        for file in [user, pages, index] + vectorFiles {
            let name = String(file.dropFirst(path.count + 1))
            result[name] = ["", "-wal"].reduce(0) { $0 + (FileStatus(path: file + $1)?.byteCount ?? 0) }
        }
        return result
    }

    var freeBytes: Int64? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        let (bytes, isTooMuch) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return isTooMuch ? .max : Int64(clamping: bytes)
    }

    var isDiskFull: Bool {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return false }
        return freeBytes ?? .max < 64 << 10 || status.f_files > 0 && status.f_favail == 0
    }

    /// The database first: without its log it would pass for an older one. ``IndexRecovery/resume()`` removes a log that a
    /// kill leaves behind, before SQLite could take it for that of the file that comes in its place.
    static func removeDatabase(_ file: String) throws {
        for suffix in ["", "-wal", "-shm"] where unlink(file + suffix) != 0 && errno != ENOENT {
            throw DocSearchError.system("Removing", file + suffix)
        }
    }
}
