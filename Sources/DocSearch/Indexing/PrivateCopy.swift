import Foundation

/// A folder of this user's own in the temporary folder, with the copy of one document in it.
enum PrivateCopy {
    private static let prefix = "docsearch-"

    /// What a copy is of, and what its name ends in.
    enum Kind: String, CaseIterable {
        case document = ".pdf"
        case text = ".txt"
    }

    /// `$TMPDIR`, else `/tmp`.
    static var base: String { ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp" }

    /// A path in a new folder. Only letters, digits and blanks of the title are used.
    static func make(named title: String, _ kind: Kind) throws -> String {
        var pattern = Array("\(base)/\(prefix)XXXXXX".utf8CString)
        guard mkdtemp(&pattern) != nil else { throw DocSearchError.system("Making a folder in", base) }
        let folder = String(decoding: pattern.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let safe = String(title.map { $0.isLetter || $0.isNumber ? $0 : " " }.prefix(60))
            .split(separator: " ").joined(separator: " ")
        return "\(folder)/\(safe.isEmpty ? "document" : safe)\(kind.rawValue)"
    }

    /// Removes a copy that could not be finished, with its folder.
    static func discard(_ path: String) {
        unlink(path)
        rmdir(PathText.parent(path))
    }

    /// Removes copies that were made before a moment. What cannot be removed stays: it may be in other hands.
    static func removeAll(madeBefore moment: Date) {
        removeAll { status, _, _ in Double(status.st_mtim.tv_sec) < moment.timeIntervalSince1970 }
    }

    /// Removes copies of these bytes, and those of texts: of which document each is, is not known. Returns their paths.
    static func removeAll(withContent hashes: Set<String>) -> [String] {
        removeAll { _, name, file in
            name.hasSuffix(Kind.text.rawValue) || file.flatMap(FileHash.sha256).map(hashes.contains) ?? false
        }
    }

    /// `isOld` is given the status of a copy's folder, the name of the copy, and it open; an empty name where there is none.
    /// Returns paths of copies.
    @discardableResult
    private static func removeAll(where isOld: (stat, String, Int32?) -> Bool) -> [String] {
        let top = open(base, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard top >= 0 else { return [] }
        defer { close(top) }
        return names(in: top).filter(isName).compactMap { name in
            remove(name, in: top, where: isOld).map { "\(base)/\(name)/\($0)" }
        }
    }

    /// What `mkdtemp` makes of the pattern.
    private static func isName(_ name: String) -> Bool {
        let rest = name.dropFirst(prefix.count)
        return name.hasPrefix(prefix) && rest.utf8.count == 6
            && rest.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    /// Goes by descriptors and follows no link. The folder must be this user's, closed to others, and hold nothing but
    /// one file as ``make(named:_:)`` names it, or nothing at all.
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
        // Fails, and does no harm, when something has come into the folder or another stands in its place.
        unlinkat(top, name, AT_REMOVEDIR)
        return files.first
    }

    /// The names in an open folder. One that is not UTF-8 counts, although nothing has the name that is made of it.
    private static func names(in folder: Int32) -> [String] {
        let own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard own >= 0, let listing = fdopendir(own) else {
            if own >= 0 { close(own) }
            return []
        }
        defer { closedir(listing) }
        var names: [String] = []
        while let entry = readdir(listing) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }
}

extension ArchiveIndex {
    /// Removes the copies that ``file(of:page:usesSandbox:passwords:limits:)`` made for this user in the temporary folder
    /// before a moment, except for those that hold more than their copy by now.
    public static func removeCopies(madeBefore moment: Date) { PrivateCopy.removeAll(madeBefore: moment) }
}
