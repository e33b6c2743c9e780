import Foundation

/// The copy of one document in a private folder of this user.
enum PrivateCopy {
    private static let prefix = "docsearch-"

    enum Kind: String, CaseIterable {
        case document = ".pdf"
        case text = ".txt"
    }

    static var base: String { ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp" }

    /// In a new folder. Only letters, digits and blanks of the title are used.
    static func make(named title: String, _ kind: Kind) throws -> String {
        let folder = try SafeFile.makeTemporaryFolder(in: base, prefix)
        let safe = String(title.map { $0.isLetter || $0.isNumber ? $0 : " " }.prefix(60))
            .split(separator: " ").joined(separator: " ")
        return "\(folder)/\(safe.isEmpty ? "document" : safe)\(kind.rawValue)"
    }

    static func discard(_ path: String) {
        unlink(path)
        rmdir(PathText.parent(path))
    }

    /// A copy that cannot be removed stays: it may belong to others by now.
    static func removeAll(madeBefore moment: Date) {
        removeAll { status, _, _ in Double(status.st_mtim.tv_sec) < moment.timeIntervalSince1970 }
    }

    /// Also all text copies, whose documents are unknown. Returns paths.
    static func removeAll(withContent hashes: Set<String>) -> [String] {
        removeAll { _, name, file in
            name.hasSuffix(Kind.text.rawValue) || file.flatMap(FileHash.sha256).map(hashes.contains) ?? false
        }
    }

    /// `isOld` receives the status of a copy's folder, the copy's name, and its open descriptor; an empty name where
    /// there is no copy.
    @discardableResult
    private static func removeAll(where isOld: (stat, String, Int32?) -> Bool) -> [String] {
        let top = open(base, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard top >= 0 else { return [] }
        defer { close(top) }
        return names(in: top).filter(isName).compactMap { name in
            remove(name, in: top, where: isOld).map { "\(base)/\(name)/\($0)" }
        }
    }

    private static func isName(_ name: String) -> Bool {
        let rest = name.dropFirst(prefix.count)
        return name.hasPrefix(prefix) && rest.utf8.count == 6
            && rest.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    /// Works on descriptors and follows no link. The folder must belong to this user, be closed to others, and contain
    /// only one file named by ``make(named:_:)``, or nothing.
    private static func remove(_ name: String, in top: Int32, where isOld: (stat, String, Int32?) -> Bool) -> String? {
        let folder = openat(top, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else { return nil }
        defer { close(folder) }
        var status = stat()
        guard fstat(folder, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o777 == 0o700 else {
            return nil
        }
        let files = names(in: folder)
        guard files.count <= 1 else { return nil }
        if let file = files.first {
            var own = stat()
            guard Kind.allCases.contains(where: { file.hasSuffix($0.rawValue) }),
                fstatat(folder, file, &own, AT_SYMLINK_NOFOLLOW) == 0,
                own.st_mode & S_IFMT == S_IFREG, own.st_uid == geteuid(), own.st_nlink == 1
            else { return nil }
            let copy = openat(folder, file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            defer { if copy >= 0 { close(copy) } }
            guard isOld(status, file, copy >= 0 ? copy : nil), unlinkat(folder, file, 0) == 0 else { return nil }
        } else if !isOld(status, "", nil) {
            return nil
        }
        // Fails without harm if the folder is no longer empty or was replaced.
        unlinkat(top, name, AT_REMOVEDIR)
        return files.first
    }

    /// An invalid UTF-8 name counts, although no file has its decoded name.
    private static func names(in folder: Int32) -> [String] {
        let own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard own >= 0, let listing = fdopendir(own) else {
            if own >= 0 { close(own) }
            return []
        }
        defer { closedir(listing) }
        var names: [String] = []
        _ = FolderHandle.names(in: listing) { name, _ in
            names.append(String(decoding: name, as: UTF8.self))
            return true
        }
        return names
    }
}

extension ArchiveIndex {
    /// Removes this user's copies from ``file(of:page:usesSandbox:passwords:limits:)`` in the temporary folder that
    /// were made before a moment, except those whose folders now contain more than the copy.
    public static func removeCopies(madeBefore moment: Date) { PrivateCopy.removeAll(madeBefore: moment) }
}
