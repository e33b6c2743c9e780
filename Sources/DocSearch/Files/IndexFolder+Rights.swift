import Foundation

/// Only the owner may read the files, and a group when that was asked for. They have the content of the archive, so
/// neither a generous umask nor a folder that was there before may open them to others.
extension IndexFolder {
    private static let own: mode_t = 0o600
    private static let shared: mode_t = 0o640

    /// With the log, and the memory that processes share, without which a reader that may not write could not follow
    /// the log (SQLite, "Write-Ahead Logging", "Read-Only Databases").
    private var live: [String] {
        [user, pages, index, vectors].flatMap { file in ["", "-wal", "-shm"].map { file + $0 } } + [vectorFile]
    }

    /// Returns files of another user, whose rights cannot be changed.
    func protect(isGroupReadable: Bool) throws -> [String] {
        let names = try Self.names(in: path).filter(Self.isOfIndex)
        return try names.map { PathText.joined(path, $0) }.filter { file in
            let wanted = isGroupReadable && live.contains(file) ? Self.shared : Self.own
            return try !Self.setMode(of: file, wanted)
        }
    }

    func openToGroup(_ isOpen: Bool) throws {
        var status = stat()
        guard stat(path, &status) == 0 else { throw DocSearchError.system("Looking at", path) }
        let mode = status.st_mode & 0o7777
        // Files that are made in a folder with this bit get its group, not that of their maker. Where they are the
        // same it is not set: the unit of the nightly run forbids it.
        let group = status.st_gid == getegid() ? 0 : S_ISGID
        let wanted = isOpen ? mode | group | 0o050 : mode & 0o5707 == 0o700 ? 0o700 : mode
        guard wanted == mode || chmod(path, wanted) == 0 else { throw DocSearchError.system("Giving rights to", path) }
        guard isOpen else { return }
        for file in live {
            var own = stat()
            guard lstat(file, &own) == 0, own.st_gid != status.st_gid else { continue }
            guard lchown(file, uid_t.max, status.st_gid) == 0 else {
                throw DocSearchError.system("Giving the group of its folder to", file)
            }
        }
    }

    /// SQLite would follow a link, and leave traces before it fails.
    func requireWritable() throws {
        guard access(path, W_OK) == 0 else { throw DocSearchError.system("Writing in", path) }
        // Faults of vectors keep no document out: they are reported where vectors are made.
        let others = [vectors, vectorFile]
        for file in live + [look, check] where FileStatus(path: file) != nil && !others.contains(where: file.hasPrefix)
        {
            try SafeFile.requirePlain(file)
            guard access(file, W_OK) == 0 else { throw DocSearchError.system("Opening for writing", file) }
        }
    }

    /// A file made by SQLite could be read by others; files beside this one get its rights.
    static func make(_ file: String) throws {
        let descriptor = open(file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, own)
        guard descriptor >= 0 else {
            // One that is there must not be opened here: closing it would end this process's locks on it (fcntl(2)).
            if errno == EEXIST { return }
            throw DocSearchError.system("Making", file)
        }
        defer { close(descriptor) }
        guard fchmod(descriptor, own) == 0 else { throw DocSearchError.system("Making", file) }
    }

    private static func setMode(of file: String, _ wanted: mode_t) throws -> Bool {
        var status = stat()
        guard lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o7777 != wanted else {
            return true
        }
        if fchmodat(AT_FDCWD, file, wanted, AT_SYMLINK_NOFOLLOW) == 0 || errno == ENOENT { return true }
        if errno == EPERM { return false }
        throw DocSearchError.system("Giving rights to", file)
    }

    private static let databases = ["user.sqlite", "pages.sqlite", "index.sqlite", "vectors.sqlite"]
    private static let notes = [
        "lock", "user-lock", "last-look", "last-check", "forgetting", imageFoldersName, "share-key", "share-links",
        "vectors",
    ]

    private static func isOfIndex(_ name: String) -> Bool {
        notes.contains(name) || (databases + ["forgetting.damaged-"]).contains { name.hasPrefix($0) }
    }

    static func isOwn(_ name: String) -> Bool {
        notes.contains(name) || UserBackupName(name) != nil
            || databases.contains { file in ["", "-wal", "-shm"].contains { file + $0 == name } }
    }

    static func isSetAside(_ name: String) -> Bool {
        let base =
            ["-wal", "-shm", "-journal"].first(where: name.hasSuffix).map { String(name.dropLast($0.count)) } ?? name
        for start in (databases + ["forgetting"]).map({ $0 + ".damaged-" }) where base.hasPrefix(start) {
            return Int32(base.dropFirst(start.count)) != nil
        }
        if ["pages.sqlite.salvaging", "pages.sqlite.salvaged"].contains(base) { return true }
        return SafeFile.isLeftover(name)
    }

    static func names(in folder: String) throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw DocSearchError(.failed, "Reading the folder \"\(folder)\" failed: \(error.localizedDescription).")
        }
    }
}
