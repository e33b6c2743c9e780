import Foundation

/// A folder of exported documents. A record in it says what docsearch wrote there: what is there already is not made again,
/// and only a file, or a folder of files, that is as docsearch wrote it is ever replaced.
final class ExportFolder {
    /// An error of the folder itself, such as a full disk, after which no other document can be written.
    struct Failure: Error { var error: DocSearchError }

    private struct Entry: Codable {
        var name = ""
        /// The document by its place, and the form.
        var document: String
        /// All that the file depends on; nil when something could not be read for it, so that it is made again.
        var state: String?
        var file: ExportedVersion
        /// The file that this one takes the place of. It is still there when the program was killed in between.
        var former: ExportedVersion?
    }

    private static let record = ".docsearch-export.jsonl"
    private static let mostRecordBytes = 256 << 20
    private static let newline = UInt8(ascii: "\n")

    private let path: String
    private var file: Int32
    /// Bytes of the record.
    private var length = 0
    private var entries: [String: Entry] = [:]
    private var names: [String: String] = [:]
    /// By name without number: thousands of documents may be called alike.
    private var lastNumbers: [String: Int] = [:]

    /// Throws `locked` while another export writes to it.
    init(_ path: String) throws {
        self.path = path
        try SafeFile.makeFolder(path, mode: 0o777)
        let record = PathText.joined(path, Self.record)
        file = try SafeFile.open(record)
        // Another export may just have rewritten the record.
        guard flock(file, LOCK_EX | LOCK_NB) == 0, let own = FileStatus(descriptor: file),
            own.inode == FileStatus(path: record)?.inode
        else {
            throw DocSearchError(.locked, "Another export is writing to \"\(path)\". Nothing was done.", item: path)
        }
        guard own.byteCount <= Self.mostRecordBytes else {
            throw DocSearchError(.failed, "\"\(record)\" is too large. Name another folder.", item: record)
        }
        try SafeFile.removeLeftovers(in: path, olderThan: 86_400, withFolders: true)
        let bytes: [UInt8]
        do { bytes = try WholeRead.bytes(of: file, count: Int(own.byteCount)) } catch {
            throw DocSearchError.system("Reading", record, errno: error.number)
        }
        // A full disk or a power failure may have cut the last line.
        length = bytes.lastIndex(of: Self.newline).map { $0 + 1 } ?? 0
        if bytes.count > length, ftruncate(file, off_t(length)) != 0 { throw DocSearchError.system("Writing", record) }
        let lines = bytes.prefix(length).split(separator: Self.newline)
        for line in lines {
            // The file of a damaged line counts as someone else's.
            guard let entry = try? JSONDecoder().decode(Entry.self, from: Data(line)), Self.isPlain(entry.name) else {
                continue
            }
            remember(entry)
        }
        if lines.count > 2 * entries.count { try rewrite(record) }
    }

    deinit {
        flock(file, LOCK_UN)
        close(file)
    }

    /// The whole file of this document in this state, if it is there.
    func known(_ document: String, in state: String) -> String? {
        guard let entry = entry(of: document), entry.state == state else { return nil }
        let path = PathText.joined(path, entry.name)
        let version = ExportedVersion(path: path)
        // The program may have been killed before the new file took the place of the former one, which may be as long.
        return version?.size == entry.file.size && version != entry.former ? path : nil
    }

    /// How many files with this ending are of other documents.
    func count(ending: String, notOf documents: Set<String>) -> Int {
        entries.values.count { entry in
            !documents.contains(entry.document) && entry.name.hasSuffix(".\(ending)")
                && ExportedVersion(path: PathText.joined(path, entry.name))?.size == entry.file.size
        }
    }

    /// Writes a file under a name of its own, or the one that it had. `fill` writes to a descriptor, and says whether the
    /// file has all that there is. Nothing is left of it when that throws.
    ///
    /// Throws ``Failure``, and what `fill` throws.
    func write<Value>(
        _ document: String, in state: String, named name: String, ending: String,
        fill: (Int32) async throws -> (value: Value, isWhole: Bool)
    ) async throws -> (path: String, value: Value) {
        let new = PathText.joined(path, SafeFile.temporaryName())
        let output = open(new, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
        guard output >= 0 else { throw failure(path) }
        defer { close(output) }
        do {
            let (value, isWhole) = try await fill(output)
            guard fsync(output) == 0, let version = ExportedVersion(path: new) else { throw failure(path) }
            let entry = Entry(document: document, state: isWhole ? state : nil, file: version)
            return (try place(new, entry, named: name, ending), value)
        } catch {
            unlink(new)
            throw error
        }
    }

    /// The same for a folder with several files, which is there with all of them or not at all.
    func writePackage<Value>(
        _ document: String, in state: String, named name: String, ending: String,
        fill: (ExportPackage) async throws -> (value: Value, isWhole: Bool)
    ) async throws -> (path: String, value: Value) {
        let new = PathText.joined(path, SafeFile.temporaryName())
        guard mkdir(new, 0o777) == 0 else { throw failure(path) }
        do {
            let package = ExportPackage(path: new)
            let (value, isWhole) = try await fill(package)
            package.sync()
            guard let version = ExportedVersion(path: new) else { throw failure(path) }
            let entry = Entry(document: document, state: isWhole ? state : nil, file: version)
            return (try place(new, entry, named: name, ending), value)
        } catch {
            Self.remove(new)
            throw error
        }
    }

    /// A later export removes the rest of it.
    private static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

    /// Gives a finished file its name. The record has it first, so that a file that is there is known.
    private func place(_ new: String, _ entry: Entry, named name: String, _ ending: String) throws -> String {
        var entry = entry
        let old = self.entry(of: entry.document)
        let found = old.flatMap { FileStatus(path: PathText.joined(path, $0.name)) }
        let version = old.flatMap { ExportedVersion(path: PathText.joined(path, $0.name)) }
        if let old, let version, [old.file, old.former].contains(version) {
            (entry.name, entry.former) = (old.name, version)
            try add(entry)
            let path = PathText.joined(path, entry.name)
            try replace(path, by: new, isFolder: found?.kind == .directory)
            return path
        }
        entry.name = found == nil ? old?.name ?? freeName(name, ending) : freeName(name, ending)
        while true {
            try add(entry)
            let path = PathText.joined(path, entry.name)
            if try move(new, to: path) { return path }
            entry.name = freeName(name, ending)
        }
    }

    /// No folder can be renamed over another: the old one makes room first. When the program is killed in between, the next
    /// export gives the name again.
    private func replace(_ path: String, by new: String, isFolder: Bool) throws {
        let old = PathText.joined(self.path, SafeFile.temporaryName())
        if isFolder, rename(path, old) != 0 { throw failure(path) }
        guard rename(new, path) == 0 else {
            let failure = failure(path)
            if isFolder { rename(old, path) }
            throw failure
        }
        if isFolder { Self.remove(old) }
    }

    /// False when there is something of that name.
    private func move(_ new: String, to path: String) throws -> Bool {
        if FileStatus(path: new)?.kind == .directory {
            // Only an empty folder gives way.
            if rename(new, path) == 0 { return true }
            guard [EEXIST, ENOTEMPTY, ENOTDIR].contains(errno) else { throw failure(path) }
            return false
        }
        if link(new, path) == 0 {
            unlink(new)
            return true
        }
        // Some disks have no hard links. There an empty file takes the name first.
        let empty = errno == EEXIST ? -1 : open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard empty >= 0 else {
            guard errno == EEXIST else { throw failure(path) }
            return false
        }
        close(empty)
        guard rename(new, path) == 0 else {
            let failure = failure(path)
            unlink(path)
            throw failure
        }
        return true
    }

    private func failure(_ path: String) -> Failure { Failure(error: .system("Writing", path)) }

    // MARK: - Record

    private func entry(of document: String) -> Entry? { names[document].flatMap { entries[$0] } }

    private func remember(_ entry: Entry) {
        if let old = names[entry.document], old != entry.name { entries[old] = nil }
        entries[entry.name] = entry
        names[entry.document] = entry.name
    }

    private func add(_ entry: Entry) throws {
        let line = try Self.line(entry)
        if let number = line.withUnsafeBytes({ WholeWrite.failure(of: $0, to: file, at: length) }) {
            // Should that fail too, the next export cuts the line.
            ftruncate(file, off_t(length))
            throw Failure(error: .system("Writing", PathText.joined(path, Self.record), errno: number))
        }
        length += line.count
        remember(entry)
    }

    /// With one line for each file.
    private func rewrite(_ record: String) throws {
        let lines = try entries.values.sorted { $0.name < $1.name }.flatMap(Self.line)
        let new = PathText.joined(path, SafeFile.temporaryName())
        let copy = open(new, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard copy >= 0 else { throw DocSearchError.system("Writing", record) }
        do {
            if let number = lines.withUnsafeBytes({ WholeWrite.failure(of: $0, to: copy) }) {
                throw DocSearchError.system("Writing", record, errno: number)
            }
            guard flock(copy, LOCK_EX | LOCK_NB) == 0, fsync(copy) == 0, rename(new, record) == 0 else {
                throw DocSearchError.system("Writing", record)
            }
        } catch {
            close(copy)
            unlink(new)
            throw error
        }
        close(file)
        (file, length) = (copy, lines.count)
    }

    private static func line(_ entry: Entry) throws -> [UInt8] { Array(try JSONText.encode(entry).utf8) + [newline] }

    // MARK: - Names

    /// With a number when the name is taken, by a file of any kind.
    private func freeName(_ name: String, _ ending: String) -> String {
        let base = Self.safe(name)
        let whole = "\(base).\(ending)"
        while true {
            let number = lastNumbers[whole, default: 0] + 1
            lastNumbers[whole] = number
            let candidate = number == 1 ? whole : "\(base)-\(number).\(ending)"
            if entries[candidate] == nil, FileStatus(path: PathText.joined(path, candidate)) == nil {
                return candidate
            }
        }
    }

    /// A name that no shell, spreadsheet or other system takes for anything else.
    static func safe(_ name: String) -> String {
        var result = ""
        for character in name.precomposedStringWithCanonicalMapping.drop(while: { " .-+=@".contains($0) }) {
            let isSafe = character.isLetter || character.isNumber || " ._,()+-".contains(character)
            let next = isSafe ? String(character) : "_"
            guard result.utf8.count + next.utf8.count <= 150 else { break }
            result += next
        }
        let trimmed = result.reversed().drop { " .".contains($0) }.reversed()
        return trimmed.isEmpty ? "document" : String(trimmed)
    }

    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && !name.contains("/") && !name.hasPrefix(".") && !name.utf8.contains(0)
    }
}
