import ContentHashing
import Foundation
import Synchronization

/// Drawn images in a folder of their own. The cache can be lost at any time: damaged files count as missing, and images
/// that cannot be stored are drawn again. Least recently used ones are removed when it is full.
///
/// A file is `DOCUMENT/NAME`, both hashes, so that all files of a document are together. It begins with the hash of its
/// key and its bytes.
final class PageCache: Sendable {
    struct Key: Sendable, Hashable {
        /// 64 hexadecimal digits.
        let document: String
        let name: String
    }

    private struct Entry {
        var byteCount: Int64
        /// Nanoseconds since 1970.
        var lastUse: Int64
    }

    let folder: String
    let maximum: Int64
    private let entries = Mutex<[Key: Entry]?>(nil)

    static let beginning = "docsearch page 1\n"
    static let unfinished = ".new-"
    /// Digits of the hash, and a line feed.
    static var headBytes: Int { beginning.utf8.count + 65 }
    /// In nanoseconds; the time of a file is updated afterwards.
    private static let timeStep: Int64 = 60_000_000_000

    /// Throws when the folder does not belong to this user.
    init(folder: String, maximumBytes: Int64) throws {
        (self.folder, maximum) = (folder, max(0, maximumBytes))
        try SafeFile.makeFolder(folder)
        var status = stat()
        guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
            status.st_mode & 0o022 == 0
        else {
            throw DocSearchError(
                .environment,
                "\"\(folder)\" cannot keep images of pages: it has to be a folder of this user's own that "
                    + "no other user can write to.", item: folder)
        }
    }

    func bytes(_ key: Key) -> [UInt8]? {
        var bytes: [UInt8] = []
        guard let (file, _) = opened(key, { bytes += $0 }) else { return nil }
        close(file)
        return bytes
    }

    func touch(_ key: Key, _ file: Int32) {
        let now = Self.now()
        let isOld = change { entries in
            let last = entries[key]?.lastUse ?? 0
            entries[key]?.lastUse = now
            return now - last > Self.timeStep
        }
        // For other processes.
        if isOld { futimens(file, nil) }
    }

    func insert(_ payload: [UInt8], _ key: Key) {
        var sum = SHA256()
        sum.update(Array(key.name.utf8))
        sum.update(payload)
        let head = Array((Self.beginning + sum.digest() + "\n").utf8)
        let byteCount = Int64(head.count + payload.count)
        guard byteCount <= maximum, write([head, payload], key) else { return }
        let leaving = change { entries in
            entries[key] = Entry(byteCount: byteCount, lastUse: Self.now())
            return Self.takeOut(of: &entries, maximum)
        }
        for key in leaving { unlink(path(key)) }
        for document in Set(leaving.map(\.document)) { rmdir(folder + "/" + document) }
    }

    func remove(document: String) {
        let keys = change { entries in entries.keys.filter { $0.document == document } }
        for key in keys { remove(key) }
        rmdir(folder + "/" + document)
    }

    /// Works whatever program uses the folder: that program notices when it looks for a file. True when no other is
    /// left.
    static func remove(from folder: String, besides documents: Set<String>) -> Bool {
        var status = stat()
        guard lstat(folder, &status) == 0 else { return errno == ENOENT }
        // The cause does not matter: images may be left, and the caller reports that.
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return false }
        var isDone = true
        for document in names where isHash(document) && !documents.contains(document) {
            let path = folder + "/" + document
            for name in Self.names(in: path) where isHash(name) || name.hasPrefix(unfinished) {
                unlink(path + "/" + name)
            }
            if rmdir(path) != 0, errno != ENOENT { isDone = false }
        }
        return isDone
    }

    func removeAll() {
        for document in Set(change { $0.keys.map(\.document) }) { remove(document: document) }
    }

    func remove(_ key: Key) {
        unlink(path(key))
        change { $0[key] = nil }
    }

    private static func takeOut(of entries: inout [Key: Entry], _ maximum: Int64) -> [Key] {
        var byteCount = entries.values.reduce(0) { $0 + $1.byteCount }
        guard byteCount > maximum else { return [] }
        var leaving: [Key] = []
        for (key, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
            guard byteCount > maximum - maximum / 10 else { break }
            byteCount -= entry.byteCount
            entries[key] = nil
            leaving.append(key)
        }
        return leaving
    }

    func path(_ key: Key) -> String { "\(folder)/\(key.document)/\(key.name)" }

    @discardableResult
    private func change<Value: Sendable>(_ body: @Sendable (inout [Key: Entry]) -> Value) -> Value {
        entries.withLock { known in
            var entries = known ?? found()
            // Not copied when it is changed.
            known = nil
            defer { known = entries }
            return body(&entries)
        }
    }

    /// Only names from the cache itself count.
    private func found() -> [Key: Entry] {
        var entries: [Key: Entry] = [:]
        for document in Self.names(in: folder) where Self.isHash(document) {
            for name in Self.names(in: folder + "/" + document) {
                let path = "\(folder)/\(document)/\(name)"
                guard let status = FileStatus(path: path), status.kind == .file else { continue }
                if Self.isHash(name) {
                    let key = Key(document: document, name: name)
                    entries[key] = Entry(byteCount: status.byteCount, lastUse: status.modified)
                } else if name.hasPrefix(Self.unfinished), Self.now() - status.modified > 3_600_000_000_000 {
                    // Left by a killed process.
                    unlink(path)
                }
            }
        }
        return entries
    }

    private static func names(in folder: String) -> [String] {
        // An unreadable folder counts as empty.
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    private static func isHash(_ name: String) -> Bool {
        name.utf8.count == 64 && name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    private static func now() -> Int64 { Int64(Date().timeIntervalSince1970 * 1e9) }
}

extension PageCache.Key {
    /// `document` is a ``ViewedDocument/key``; `description` must be unique in it.
    init(document: String, _ description: String) {
        self.init(document: document, name: FileHash.sha256(of: "\(document) \(description)"))
    }
}
