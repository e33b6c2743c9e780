import Foundation

/// A folder of this user's own in the temporary folder, with the copy of one document in it.
enum PrivateCopy {
    private static let prefix = "docsearch-"
    private static let nameEnding = ".pdf"

    /// `$TMPDIR`, else `/tmp`.
    static var base: String { ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp" }

    /// A path in a new folder. Only letters, digits and blanks of the title are used.
    static func make(named title: String) throws -> String {
        var pattern = Array("\(base)/\(prefix)XXXXXX".utf8CString)
        guard mkdtemp(&pattern) != nil else { throw DocSearchError.system("Making a folder in", base) }
        let folder = String(decoding: pattern.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let safe = String(title.map { $0.isLetter || $0.isNumber ? $0 : " " }.prefix(60))
            .split(separator: " ").joined(separator: " ")
        return "\(folder)/\(safe.isEmpty ? "document" : safe)\(nameEnding)"
    }

    /// Removes a copy that could not be finished, with its folder.
    static func discard(_ path: String) {
        unlink(path)
        rmdir(PathText.parent(path))
    }

    /// Removes copies that were made before a moment. What cannot be removed stays: it may be in other hands.
    static func removeAll(madeBefore moment: Date) {
        let top = open(base, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard top >= 0 else { return }
        defer { close(top) }
        for name in names(in: top) where isName(name) { remove(name, in: top, madeBefore: moment) }
    }

    /// What `mkdtemp` makes of the pattern.
    private static func isName(_ name: String) -> Bool {
        let rest = name.dropFirst(prefix.count)
        return name.hasPrefix(prefix) && rest.utf8.count == 6
            && rest.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    /// Goes by descriptors and follows no link. The folder must be this user's, closed to others, and hold nothing but
    /// one file as ``make(named:)`` names it, or nothing at all.
    private static func remove(_ name: String, in top: Int32, madeBefore moment: Date) {
        let folder = openat(top, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else { return }
        defer { close(folder) }
        var status = stat()
        guard fstat(folder, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o777 == 0o700,
            Double(status.st_mtim.tv_sec) < moment.timeIntervalSince1970
        else { return }
        let files = names(in: folder)
        guard files.count <= 1 else { return }
        if let file = files.first {
            guard file.hasSuffix(nameEnding), fstatat(folder, file, &status, AT_SYMLINK_NOFOLLOW) == 0,
                status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), status.st_nlink == 1,
                unlinkat(folder, file, 0) == 0
            else { return }
        }
        // Fails, and does no harm, when something has come into the folder or another stands in its place.
        unlinkat(top, name, AT_REMOVEDIR)
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
