import Foundation
import GRDB

/// The documents of a search engine that is sent all files of a feed folder: for each a hash of each of its pages.
///
/// It is compared with the index, whatever made them differ: a run, a person, other rights, an index that was made again.
final class FeedState {
    private let file: String
    private let queue: DatabaseQueue

    /// The hash of a page that the engine does not have.
    static let absent: UInt64 = 0
    /// The hash of a page of which it is not known in what state the engine has it.
    static let doubtful: UInt64 = 1
    /// The hash of a page that the engine was told to delete. It is kept: a file with a tombstone may be lost.
    static let buried: UInt64 = 2

    static func hash(_ digest: [UInt8]) -> UInt64 { digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } | 4 }

    static func isFed(_ hash: UInt64) -> Bool { hash != absent && hash != buried }

    init(_ folder: FeedFolder, _ engine: FeedEngine, isFull: Bool) throws {
        file = PathText.joined(folder.path, "feed.sqlite")
        // It has the rights of the file, and follows no link.
        close(try SafeFile.open(file))
        queue = try Self.translating(file) { [file] in
            // Each commit is on the disk before a file gets its name.
            let queue = try DatabaseOpening.queue(file, waiting: 10) {
                try $0.execute(sql: "PRAGMA synchronous = FULL")
            }
            try queue.write { db in
                try db.execute(
                    sql: """
                        CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
                        CREATE TABLE IF NOT EXISTS document (id INTEGER PRIMARY KEY, pages BLOB NOT NULL);
                        """)
            }
            return queue
        }
        let known: String? = try value(.engine)
        guard known ?? engine.rawValue == engine.rawValue else {
            throw DocSearchError(
                .usage, "\"\(folder.path)\" is a feed for \(known ?? ""). Name another folder.", item: folder.path)
        }
        if known == nil {
            // An empty file in its place would leave everything in the engine that is closed by now.
            guard try isFull || !folder.wasFed() else { throw Self.unknown(file, "is missing or empty") }
            try set([.engine: engine.rawValue])
        }
    }

    // MARK: - What the engine has

    /// The hash of each page, from page 0, which is for text that belongs to no page.
    func pages(of document: Int64) throws -> [UInt64] {
        try read { db in
            let blob: Data? = try db.fetchOne("SELECT pages FROM document WHERE id = ?", [document])
            return blob.map(Self.decode) ?? []
        }
    }

    /// Numbers of documents behind one, in ascending order.
    func documents(after document: Int64, limit: Int) throws -> [Int64] {
        try read { db in
            try db.fetchAll("SELECT id FROM document WHERE id > ? ORDER BY id LIMIT ?", [document, limit])
        }
    }

    /// Has every page and every tombstone written again.
    func doubtAll() throws {
        try write { db in
            try db.setMeta(Key.complete.rawValue, to: "")
            var last = Int64.min
            while case let ids = try db.fetchAll(
                "SELECT id FROM document WHERE id > ? ORDER BY id LIMIT 500", [last]) as [Int64], let end = ids.last
            {
                for id in ids {
                    let blob: Data? = try db.fetchOne("SELECT pages FROM document WHERE id = ?", [id])
                    let pages = (blob.map(Self.decode) ?? []).map { $0 == Self.absent ? $0 : Self.doubtful }
                    try db.execute("UPDATE document SET pages = ? WHERE id = ?", [Self.encode(pages), id])
                }
                last = end
            }
        }
    }

    // MARK: - Files

    /// The number of the last file that counts. It may not have its name yet.
    func lastFile() throws -> Int64 { try value(.lastFile).flatMap(Int64.init) ?? 0 }

    /// The version of the last feed.
    func lastVersion() throws -> Int64 { try value(.lastVersion).flatMap(Int64.init) ?? 0 }

    /// From here on a file counts, with what it makes of the documents. A complete feed is incomplete again until the end of the
    /// feed: if the index goes back to that state, the engine has some of another.
    func count(file number: Int64, version: Int64, _ changes: [Int64: [UInt64]]) throws {
        try write { db in
            for (document, pages) in changes.sorted(by: { $0.key < $1.key }) {
                try db.execute("INSERT OR REPLACE INTO document VALUES (?, ?)", [document, Self.encode(pages)])
            }
            try db.setMeta(Key.lastFile.rawValue, to: String(number))
            try db.setMeta(Key.lastVersion.rawValue, to: String(version))
            try db.setMeta(Key.complete.rawValue, to: "")
        }
    }

    /// The state of the index that the engine has all of, with the options; empty when it has none whole.
    func complete() throws -> String { try value(.complete) ?? "" }

    func setComplete(_ state: String) throws { try set([.complete: state]) }

    // MARK: - SQLite

    private enum Key: String {
        case engine, complete
        case lastFile = "last-file"
        case lastVersion = "last-version"
    }

    private func value(_ key: Key) throws -> String? { try read { db in try db.meta(key.rawValue) } }

    private func set(_ values: [Key: String]) throws {
        try write { db in
            for (key, value) in values { try db.setMeta(key.rawValue, to: value) }
        }
    }

    private func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try Self.translating(file) { try queue.read(body) }
    }

    private func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try Self.translating(file) { try queue.write(body) }
    }

    private static func translating<Value>(_ file: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try DatabaseOpening.translating(file, body)
        } catch let error as DocSearchError where error.code == .damagedIndex {
            throw unknown(file, "is damaged (\(error.cause ?? ""))", cause: error.cause)
        }
    }

    private static func unknown(_ file: String, _ state: String, cause: String? = nil) -> DocSearchError {
        DocSearchError(
            .failed,
            "\"\(file)\" \(state), so it is not known what the search engine has. Remove it and feed with --full: all "
                + "documents are written anew. Then delete from the engine those whose \"feed\" is less than that of the "
                + "new ones.", item: file, cause: cause)
    }

    /// Eight bytes a page, the low one first.
    private static func encode(_ pages: [UInt64]) -> Data {
        pages.map(\.littleEndian).withUnsafeBytes { Data($0) }
    }

    private static func decode(_ blob: Data) -> [UInt64] {
        var pages = [UInt64](repeating: absent, count: blob.count / 8)
        _ = pages.withUnsafeMutableBytes { blob.copyBytes(to: $0, count: $0.count) }
        return pages.map(UInt64.init(littleEndian:))
    }
}
