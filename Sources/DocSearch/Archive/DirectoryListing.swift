import BundleConventions
import Foundation

/// The names in a directory, sorted by their bytes. A run that finds nothing to do spends most of its time here, so
/// names stay bytes as read.
final class DirectoryListing {
    private let directory: OpaquePointer
    private let names: Names
    let isBeingWritten: Bool

    struct Entry {
        fileprivate var start: Int
        fileprivate var count: Int
        /// Offset of the name on disk with a final 0; it differs if the name is not UTF-8 and was escaped.
        fileprivate var onDisk: Int
        fileprivate var type: UInt8
        fileprivate var kind: NameKind
    }

    private(set) var isCandidate = false
    var kinds: KindSet { names.kinds }
    var hasIgnoreFile: Bool { names.hasIgnoreFile }

    private static let packageFolder = Array(BundleNames.packageFolders[0].utf8)

    /// Follows links.
    convenience init(path: String) throws(DocSearchError) {
        guard let directory = DiskName.bytes(of: path).withCPath({ opendir($0) }) else {
            throw DocSearchError.system("Reading the folder", path)
        }
        try self.init(directory, path)
    }

    /// For an empty path, the root's own folder. Links are not followed.
    convenience init(_ path: String, in root: IndexRoot) throws(DocSearchError) {
        let shownPath = root.absolutePath(path)
        guard let directory = try FolderHandle(path: root.folder, isRoot: true).directory(DiskName.bytes(of: path))
        else {
            throw errno == ELOOP ? DocSearchError.opening(shownPath) : .system("Reading the folder", shownPath)
        }
        try self.init(directory, shownPath)
    }

    static func ifThere(_ path: String, in root: IndexRoot) throws(DocSearchError) -> DirectoryListing? {
        if let directory = try FolderHandle(path: root.folder, isRoot: true).directory(DiskName.bytes(of: path)) {
            return try DirectoryListing(directory, root.absolutePath(path))
        }
        let number = errno
        guard ![ENOENT, ENOTDIR, ELOOP, EXDEV].contains(number) else { return nil }
        throw DocSearchError.system("Reading the folder", root.absolutePath(path), errno: number)
    }

    /// Closes the directory. A disk or a server that fails amid the names has not returned all of them, which is an
    /// error.
    init(_ directory: OpaquePointer, _ path: String) throws(DocSearchError) {
        self.directory = directory
        isBeingWritten = MailFolder.isTemporary(path, directory)
        var names = Names(isMail: MailFolder.isPart(path, directory))
        let failure = FolderHandle.names(in: directory) { name, type in
            names.add(name, type: type)
            return true
        }
        names.showMailFolders()
        names.sort()
        self.names = names
        if let failure { throw DocSearchError.system("Reading the folder", path, errno: failure) }
        isCandidate = hasMarkers()
    }

    private struct Names {
        /// Messages of a Maildir have names that do not tell their type.
        let isMail: Bool
        /// Names in a row, each with a final 0. An escaped one is followed by its form on disk.
        var bytes: [UInt8] = []
        var entries: [Entry] = []
        var kinds: KindSet = []
        var hasIgnoreFile = false
        var hiddenFolders: [Entry] = []

        mutating func add(_ name: UnsafeRawBufferPointer, type: Int) {
            guard name.first != UInt8(ascii: ".") else { return addHidden(name, type: type) }
            var kind = NameKind(name)
            if isMail, kind == .other, type != DT_DIR { kind = .container }
            if type != DT_DIR {
                kinds.insert(KindSet(kind))
            } else if name.elementsEqual(DirectoryListing.packageFolder) {
                // A package that has lost its description may have no file at its top.
                kinds.insert(KindSet(.marker))
            }
            entries.append(entry(name, type: type, kind: kind))
        }

        private mutating func addHidden(_ name: UnsafeRawBufferPointer, type: Int) {
            if name.elementsEqual(IgnoreList.name.utf8) {
                hasIgnoreFile = true
            } else if type == DT_DIR {
                let folder = entry(name, type: type, kind: .other)
                // Those are left out like others of systems, and counted.
                if SystemFolders.contain(String(decoding: name, as: UTF8.self)) {
                    entries.append(folder)
                } else {
                    hiddenFolders.append(folder)
                }
            }
        }

        private mutating func entry(_ name: UnsafeRawBufferPointer, type: Int, kind: NameKind) -> Entry {
            let start = bytes.count
            let escaped = DiskName.escaped(name)
            if let escaped { bytes.append(contentsOf: escaped.utf8 + [0]) }
            let onDisk = bytes.count
            bytes.append(contentsOf: name)
            bytes.append(0)
            let count = escaped?.utf8.count ?? name.count
            return Entry(start: start, count: count, onDisk: onDisk, type: UInt8(type), kind: kind)
        }

        /// In Maildir++ the other folders of a mailbox are hidden in the first.
        mutating func showMailFolders() {
            let isMailbox =
                !hiddenFolders.isEmpty
                && MailFolder.has(entries.lazy.map { [bytes] in bytes[$0.start..<$0.start + $0.count] })
            if isMailbox { entries += hiddenFolders }
        }

        mutating func sort() {
            let bytes = bytes
            bytes.withUnsafeBufferPointer { bytes in
                entries.sort {
                    DirectoryListing.compare(DirectoryListing.name($0, bytes), DirectoryListing.name($1, bytes)) < 0
                }
            }
        }
    }

    private func hasMarkers() -> Bool {
        guard !kinds.isDisjoint(with: [KindSet(.companion), KindSet(.marker)]) else { return false }
        var markers = MarkerFiles()
        for entry in names.entries {
            let found: MarkerFiles.Entry =
                switch Int(entry.type) {
                case DT_REG: .file
                case DT_DIR: .folder
                case DT_LNK: .symbolicLink
                default: .unknown
                }
            markers.add(names.bytes[entry.start..<entry.start + entry.count], kind: entry.kind, entry: found)
        }
        if markers.areOfABundle { return true }
        guard markers.mayBeExport, let manifest = indices.first(where: { name($0) == BundleNames.exportManifest })
        else { return false }
        return FirstBytes.isDatabaseDump(firstBytes(manifest, count: FirstBytes.count))
    }

    deinit { closedir(directory) }

    var indices: Range<Int> { names.entries.indices }

    private static func name(_ entry: Entry, _ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[entry.start..<entry.start + entry.count])
    }

    /// Negative when `a` comes first, in SQLite's order of names.
    private static func compare(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Int {
        guard let first = a.baseAddress, let second = b.baseAddress else { return a.count - b.count }
        let order = memcmp(first, second, min(a.count, b.count))
        return order != 0 ? Int(order) : a.count - b.count
    }

    func compare(_ index: Int, with other: [UInt8]) -> Int {
        names.bytes.withUnsafeBufferPointer { bytes in
            other.withUnsafeBufferPointer { Self.compare(Self.name(names.entries[index], bytes), $0) }
        }
    }

    func name(_ index: Int) -> String { String(decoding: bytes(index), as: UTF8.self) }

    func isEscaped(_ index: Int) -> Bool { names.entries[index].onDisk != names.entries[index].start }

    func kind(_ index: Int) -> NameKind { names.entries[index].kind }

    func bytes(_ index: Int) -> ArraySlice<UInt8> {
        let entry = names.entries[index]
        return names.bytes[entry.start..<entry.start + entry.count]
    }

    /// On most file systems `readdir` tells at no cost.
    func mayBeOtherThanFile(_ index: Int) -> Bool { names.entries[index].type != UInt8(DT_REG) }

    func isFile(_ index: Int) -> Bool {
        let type = names.entries[index].type
        return type == UInt8(DT_REG) || type == UInt8(DT_UNKNOWN) && status(index)?.kind == .file
    }

    /// Empty when the file cannot be opened, or is something else by now. No link is followed.
    func firstBytes(_ index: Int, count: Int) -> [UInt8] {
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let file = withNameOnDisk(index) { openat(dirfd(directory), $0, flags) }
        guard file >= 0 else { return [] }
        defer { close(file) }
        guard FileStatus(descriptor: file)?.kind == .file else { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, pread(file, buffer.baseAddress, count, 0))
        }
    }

    func status(_ index: Int) -> FileStatus? {
        var status = stat()
        let result = withNameOnDisk(index) { fstatat(dirfd(directory), $0, &status, AT_SYMLINK_NOFOLLOW) }
        return result == 0 ? FileStatus(status) : nil
    }

    private func withNameOnDisk(_ index: Int, _ body: (UnsafePointer<CChar>) -> Int32) -> Int32 {
        names.bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return -1 }
            return body(UnsafeRawPointer(base + names.entries[index].onDisk).assumingMemoryBound(to: CChar.self))
        }
    }
}

struct KindSet: OptionSet, Sendable {
    let rawValue: UInt8

    init(rawValue: UInt8) { self.rawValue = rawValue }
    init(_ kind: NameKind) { rawValue = 1 << kind.rawValue }
}
