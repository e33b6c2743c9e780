import Foundation

/// Files under names that others can foresee. In a folder where another user may make files, a symbolic link at such a
/// path would lead the write to any file of this user.
package enum SafeFile {
    private static let beginning = ".docsearch-"

    static func makeFolder(_ path: String, mode: mode_t = 0o700) throws {
        if mkdir(path, mode) == 0 { return }
        let number = errno
        // Disks in a network may refuse it first for another reason than that it is there.
        func isThere() -> Bool {
            var status = stat()
            return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        }
        guard !isThere() else { return }
        let parent = PathText.parent(path)
        guard number == ENOENT, !parent.isEmpty, parent != path else {
            throw DocSearchError.system("Making the folder", path, errno: number)
        }
        try makeFolder(parent, mode: mode)
        guard mkdir(path, mode) != 0 else { return }
        let second = errno
        guard isThere() else { throw DocSearchError.system("Making the folder", path, errno: second) }
    }

    static func makeTemporaryFolder(in folder: String, _ beginning: String) throws -> String {
        var pattern = Array("\(folder)/\(beginning)XXXXXX".utf8CString)
        guard mkdtemp(&pattern) != nil else { throw DocSearchError.system("Making a folder in", folder) }
        return String(decoding: pattern.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// At any moment, also after a power failure, there is the old file or the new one, whole.
    ///
    /// The new file has this mode, whatever the umask. `fill` writes the named file, which is there and empty; if it
    /// throws, the old file stays.
    package static func replace(_ path: String, mode: mode_t, _ fill: (String) throws -> Void) throws {
        try requirePlain(path)
        let folder = PathText.parent(path)
        // A name that cannot be foreseen, and that is this file's alone.
        let new = PathText.joined(folder.isEmpty ? "." : folder, temporaryName())
        let descriptor = Glibc.open(new, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw DocSearchError.system("Writing", path) }
        defer { close(descriptor) }
        do {
            guard fchmod(descriptor, mode) == 0 else { throw DocSearchError.system("Writing", path) }
            try fill(new)
            guard fsync(descriptor) == 0, rename(new, path) == 0 else { throw DocSearchError.system("Writing", path) }
        } catch {
            unlink(new)
            throw error
        }
        syncFolder(folder.isEmpty ? "." : folder)
    }

    static func temporaryName() -> String { beginning + UUID().uuidString }

    package static func write(_ bytes: Data, to path: String, mode: mode_t) throws {
        try replace(path, mode: mode) { new in
            do {
                let file = try FileHandle(forWritingTo: URL(fileURLWithPath: new))
                defer { try? file.close() }
                try file.write(contentsOf: bytes)
            } catch let error as CocoaError where error.code == .fileWriteOutOfSpace {
                throw DocSearchError.system("Writing", path, errno: ENOSPC)
            } catch {
                throw DocSearchError(.failed, "Writing \"\(path)\" failed: \(error.localizedDescription).")
            }
        }
    }

    /// From killed processes of this user, with what SQLite had put beside them. Files written to within so many
    /// seconds may be another process's that is still writing. Folders, where they are leftovers, are removed with all in them.
    static func removeLeftovers(in folder: String, olderThan seconds: Double, withFolders: Bool = false) throws {
        let moment = Int64(Date(timeIntervalSinceNow: -seconds).timeIntervalSince1970)
        for name in try IndexFolder.names(in: folder) where isLeftover(name) {
            let path = PathText.joined(folder, name)
            var status = stat()
            guard lstat(path, &status) == 0, status.st_uid == geteuid(), Int64(status.st_mtim.tv_sec) < moment
            else { continue }
            // One that cannot be removed harms nothing but the room it takes.
            switch status.st_mode & S_IFMT {
            case S_IFREG: unlink(path)
            case S_IFDIR where withFolders: try? FileManager.default.removeItem(atPath: path)
            default: break
            }
        }
    }

    static func isLeftover(_ name: String) -> Bool {
        guard name.hasPrefix(beginning) else { return false }
        let ending = ["-journal", "-wal", "-shm"].first(where: name.hasSuffix) ?? ""
        let rest = String(name.dropFirst(beginning.count).dropLast(ending.count))
        return UUID(uuidString: rest)?.uuidString == rest
    }

    /// Writing to anything but a plain file would lead elsewhere, wait for ever, or take a device's place.
    package static func requirePlain(_ path: String) throws {
        guard let status = FileStatus(path: path), status.kind != .file else { return }
        throw refusal(path, status.kind)
    }

    /// Follows no link.
    static func open(_ path: String) throws -> Int32 {
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let descriptor = Glibc.open(path, flags, 0o600)
        guard descriptor >= 0 else {
            let number = errno
            try requirePlain(path)
            throw DocSearchError.system("Opening", path, errno: number)
        }
        guard let status = FileStatus(descriptor: descriptor), status.kind == .file else {
            close(descriptor)
            throw refusal(path, .other)
        }
        return descriptor
    }

    private static func refusal(_ path: String, _ kind: FileStatus.Kind) -> DocSearchError {
        let name =
            switch kind {
            case .symbolicLink: "a symbolic link, which docsearch does not follow"
            case .directory: "a folder"
            case .file, .other: "not a regular file"
            }
        return DocSearchError(
            .failed, "\"\(path)\" is \(name). Nothing was written to it. Remove it, or name another file.")
    }

    /// After a power failure the new name is in the folder only when the folder itself was written. Some file systems
    /// cannot do that for folders; the file itself is safe there too.
    static func syncFolder(_ path: String) {
        let folder = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }
}
