import Foundation
import GRDB

/// How SQLite's errors become ``DocSearchError``.
extension DatabaseOpening {
    /// Runs `body` and turns SQLite errors into sentences that name the file.
    static func translating<Value>(_ file: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw translated(error, file)
        } catch let error as RowDecodingError {
            throw damaged(file, "\(error)")
        }
    }

    /// Only SQLite's own codes for damage, and checks that fail, count as damage: words of a message say nothing.
    static func translated(_ sqlite: DatabaseError, _ file: String) -> DocSearchError {
        let detail = "SQLite \(sqlite.extendedResultCode.rawValue): \(sqlite.message ?? "no message")"
        func error(_ code: DocSearchError.Code, _ message: String, remedy: Remedy? = nil) -> DocSearchError {
            DocSearchError(code, message, item: file, cause: detail, remedy: remedy)
        }
        let folder = IndexFolder(path: PathText.parent(file))
        let other = error(.failed, "\"\(file)\": \(detail)")
        // The statements of people are laid over the index by a connection that has both files; SQLite does not say which.
        func damageOfAnnotations() -> DocSearchError? {
            guard file == folder.index, FileStatus(path: folder.user) != nil else { return nil }
            return damageFound(in: folder.user, after: detail)
        }
        switch sqlite.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: return damageOfAnnotations() ?? damaged(file, detail)
        // SQLite has no code for a log, or memory that processes share, that could not be made for want of room.
        case .SQLITE_FULL,
            .SQLITE_IOERR where folder.isDiskFull, .SQLITE_CANTOPEN where folder.isDiskFull:
            return error(
                .failed, "The disk of \"\(file)\" is full (\(detail)). Make room and run again; nothing is lost.")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            return error(.locked, "\"\(file)\" is held by another process (\(detail)). Try again later.")
        case .SQLITE_INTERRUPT: return error(.limit, "Reading \"\(file)\" took too long and was stopped.")
        // A process was killed while it made the file or exchanged its journal; who may write takes that back.
        case .SQLITE_READONLY where sqlite.extendedResultCode == .SQLITE_READONLY_ROLLBACK:
            return error(.noIndex, "\"\(file)\" is not complete (\(detail)).", remedy: .update)
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH:
            return error(
                .failed, "\"\(file)\" cannot be opened or written (\(detail)). Check its owner and rights.")
        // All SQL is ours and fits the schema, and all rows fit their constraints, as long as the file is sound.
        case .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_INTERNAL:
            return damageFound(in: file, after: detail) ?? damageOfAnnotations() ?? other
        default: return other
        }
    }

    /// Looks for the damage that an error may come from, on a connection of its own.
    private static func damageFound(in file: String, after detail: String) -> DocSearchError? {
        let folder = IndexFolder(path: PathText.parent(file))
        guard [folder.user, folder.pages, folder.index, folder.vectors].contains(file) else { return nil }
        do {
            try DatabaseHeader.check(file)
            try queue(file, readonly: true).read { db in try checkAll(db, file) }
            return nil
        } catch let error as DocSearchError where error.damagedFile != nil {
            return error
        } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) {
            return damaged(file, detail)
        } catch {
            // The obstacle to looking into the file is not the one that the caller has met.
            return nil
        }
    }

    /// Throws damage of any kind that a file as such can have. Takes about as long as reading it.
    static func checkAll(_ db: Database, _ file: String) throws {
        try checkStructure(db, file)
        try TableChecksums.check(db, file)
        guard file == IndexFolder(path: PathText.parent(file)).index else { return }
        // The tables behind a full-text table are its own, and it fails without saying which one is missing.
        let current = FullTextTables.current
        let tables = try String.fetchSet(db, sql: "SELECT name FROM sqlite_schema")
        let needed = current.shadows + current.tables + [current.vocabulary]
        if let missing = needed.first(where: { !tables.contains($0) }) {
            throw damaged(file, "\(missing) is missing")
        }
    }

    /// Throws damage when SQLite finds any.
    static func checkStructure(_ db: Database, _ file: String) throws {
        let result = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") ?? "no answer"
        // The lines before say in which database of the connection, and there is one.
        if result != "ok" { throw damaged(file, result.split(separator: "\n").last.map(String.init) ?? result) }
    }

    static func damaged(_ file: String, _ detail: String) -> DocSearchError {
        let (advice, remedy) = advice(file)
        return DocSearchError(
            .damagedIndex, "\"\(file)\" is damaged (\(detail)). \(advice)", item: file, cause: detail, remedy: remedy)
    }

    private static func advice(_ file: String) -> (String, Remedy) {
        let folder = IndexFolder(path: PathText.parent(file))
        switch PathText.name(file) {
        case PathText.name(folder.pages):
            let advice =
                "When it is repaired, texts that can be read are saved, and only pages whose texts are lost are "
            return (advice + "read and recognised again.", .repair)
        case PathText.name(folder.vectors):
            return ("Documents are found by their words without it. The next run computes the vectors again.", .update)
        case IndexFolder.userName:
            let content = "It has the list of folders, and tags, notes and other decisions"
            // The obstacle to reading the back-ups is no part of this error; the advice is then that for none.
            if let backup = (try? UserBackups(folder).newestWhole()) ?? nil {
                let name = PathText.name(backup)
                return ("\(content). When it is repaired, its back-up \"\(name)\" takes its place.", .repair)
            }
            return (
                "\(content), and there is no undamaged back-up. Replace it with a copy of your own; or move user.sqlite "
                    + "and index.sqlite out of \"\(folder.path)\" and index each folder again. Nothing is recognised "
                    + "again.",
                .indexFolder
            )
        default: return ("When it is repaired, it is made again without recognising pages again.", .repair)
        }
    }

    /// For a file that others refer to.
    static func missing(_ file: String) -> DocSearchError {
        let state = FileStatus(path: file) == nil ? "missing" : "empty"
        let name = PathText.name(file)
        let (advice, remedy) =
            FileStatus(path: IndexRecovery.salvaged(file)) != nil
            ? ("Its repair was interrupted; the next run finishes it.", .update)
            : name == PathText.name(IndexFolder(path: "").pages)
                ? (
                    "If there is a back-up of it, move \(name)-wal and \(name)-shm away, and put it in its place. Without one "
                        + "\(rereading).", .repair
                ) : advice(file)
        return DocSearchError(.damagedIndex, "\"\(file)\" is \(state). \(advice)", item: file, remedy: remedy)
    }

    /// The price of a new `pages.sqlite`.
    static let rereading = "all pages are read again, and those of scans are recognised again"
}

/// The first 100 bytes of a database file (SQLite, "Database File Format", section 1.3), those of them that are the same in
/// every file of an index. SQLite takes a flipped bit there for a file that may not be written, or for one of another kind.
enum DatabaseHeader {
    private static let length = 100
    private static let magic = Array("SQLite format 3\0".utf8)

    /// Throws damage when the header is none that an index has. A file that is being made has none yet.
    static func check(_ file: String) throws {
        guard let bytes = FileHandle(forReadingAtPath: file)?.readData(ofLength: length), bytes.count == length else {
            return
        }
        let header = Array(bytes)
        if let wrong = wrongPart(header) { throw DatabaseOpening.damaged(file, "\(wrong) in its header is wrong") }
    }

    private static func wrongPart(_ header: [UInt8]) -> String? {
        func number(at offset: Int) -> UInt32 { header[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        if Array(header[..<16]) != magic { return "the name of the format" }
        if !header[18...19].allSatisfy({ (1...2).contains($0) }) { return "the version of the format" }
        if header[20] != 0 || Array(header[21...23]) != [64, 32, 32] { return "the layout of pages" }
        // Both are 0 until the first table is made.
        if !(0...4).contains(number(at: 44)) { return "the version of the schema's format" }
        if number(at: 52) != 0 || number(at: 64) != 0 { return "the kind of vacuum" }
        return number(at: 56) <= 1 ? nil : "the encoding of texts"
    }
}
