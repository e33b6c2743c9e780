import ExtractionProtocol
import Foundation
import GRDB

/// What is done about a damaged `index.sqlite` or `pages.sqlite`: the file is moved aside, never deleted, and what it held
/// is made again. Needs the writer's lock.
struct IndexRecovery {
    let folder: IndexFolder

    /// Moves the damaged file aside and saves what can be saved of it.
    ///
    /// - Parameter error: What the damage was noticed by.
    /// - Returns: What was done, for the report; nil when the error is no damage that can be helped.
    /// - Throws: ``DocSearchError`` when the file cannot be moved or written.
    func recover(from error: DocSearchError) throws -> String? {
        switch error.damagedFile {
        case folder.user: return try UserBackups(folder).exchange()
        case folder.index:
            let aside = try setAside(folder.index)
            return
                "\"\(folder.index)\" was damaged. It was moved to \"\(aside)\" and is made again from the bundles and "
                + "pages.sqlite; pages that were recognised are not recognised again."
        case folder.pages:
            // First what can be saved, then the exchange: whoever is killed or runs out of disk in between starts again
            // from the damaged file.
            let new = folder.pages + ".salvaged"
            let saved = try DatabaseOpening.translating(new) { try salvage(folder.pages, into: new) }
            let aside = try setAside(folder.pages)
            guard rename(new, folder.pages) == 0 else { throw DocSearchError.system("Renaming", new) }
            return "\"\(folder.pages)\" was damaged. It was moved to \"\(aside)\"; \(saved.read) of about "
                + "\(saved.all) page texts could be saved, and what is missing is read and recognised again."
        default: return nil
        }
    }

    /// Returns the new name, which no file had.
    private func setAside(_ file: String) throws -> String {
        var number = 1
        while FileStatus(path: "\(file).damaged-\(number)") != nil { number += 1 }
        let aside = "\(file).damaged-\(number)"
        for suffix in ["", "-wal", "-shm"] where rename(file + suffix, aside + suffix) != 0 && errno != ENOENT {
            throw DocSearchError.system("Moving", file + suffix)
        }
        return aside
    }

    /// Copies what can be read of a damaged `pages.sqlite` into a new file. That has another name for itself, so that
    /// `index.sqlite` is made again.
    private func salvage(_ damaged: String, into new: String) throws -> (read: Int, all: Int) {
        for suffix in ["", "-journal"] { unlink(new + suffix) }
        // Without a log beside it, so that it is whole under any name as soon as it is closed.
        let target = try DatabaseQueue(path: new)
        try PagesSchema.migrator().migrate(target)
        var configuration = Configuration()
        configuration.readonly = true
        // A file whose first page is gone has nothing that could be found in it.
        let source = try? DatabaseQueue(path: damaged, configuration: configuration)
        let writer = SalvageWriter(target: target, greatestKey: (FileStatus(path: damaged)?.byteCount ?? 0))
        var all = 0
        if let source {
            for table in ["content", "source", "page_text", "page_preference", "place", "place_content"] {
                let last = try writer.copy(table, from: source)
                if table == "page_text" { all = Int(last) }
            }
        }
        try target.close()
        return (writer.texts, all)
    }
}

/// Copies tables row by row, past what cannot be read.
private final class SalvageWriter {
    private let target: DatabaseQueue
    /// Rows are numbered without gaps and take bytes: a greater number is a part of the damage.
    private let greatestKey: Int64
    private(set) var texts = 0

    private static let step: Int64 = 500

    init(target: DatabaseQueue, greatestKey: Int64) {
        self.target = target
        self.greatestKey = greatestKey
    }

    /// Returns the greatest key; 0 for a table that is not there or cannot be entered.
    func copy(_ table: String, from source: DatabaseQueue) throws -> Int64 {
        let key = ["page_preference": "content_id", "place_content": "place_id"][table] ?? "id"
        let greatest = try? source.read { db in try Int64.fetchOne(db, sql: "SELECT max(\(key)) FROM \(table)") }
        let last = min(greatest ?? 0, greatestKey)
        for first in stride(from: 0, through: last, by: Int(Self.step)) {
            let range = first...min(last, first + Self.step - 1)
            if let rows = Self.rows(of: table, key, range, source) {
                try insert(rows, into: table)
            } else {
                for id in range { try insert(Self.rows(of: table, key, id...id, source) ?? [], into: table) }
            }
        }
        return last
    }

    /// Nil when some of them cannot be read.
    private static func rows(
        of table: String, _ key: String, _ range: ClosedRange<Int64>, _ source: DatabaseQueue
    ) -> [Row]? {
        try? source.read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM \(table) WHERE \(key) BETWEEN ? AND ?",
                arguments: [range.lowerBound, range.upperBound])
        }
    }

    private func insert(_ rows: [Row], into table: String) throws {
        guard !rows.isEmpty else { return }
        try target.write { db in
            for row in rows where table != "page_text" || Self.isWhole(row) {
                let names = row.columnNames.joined(separator: ", ")
                let marks = row.columnNames.map { _ in "?" }.joined(separator: ", ")
                // A row whose content or source is lost belongs to nothing any more.
                try db.execute(
                    sql: """
                        INSERT OR IGNORE INTO \(table) (\(names))
                        SELECT \(marks) WHERE \(Self.isReferred(table))
                        """, arguments: StatementArguments(row.databaseValues) + Self.references(row, table))
                if table == "page_text" { texts += db.changesCount }
            }
        }
    }

    private static func isReferred(_ table: String) -> String {
        ["page_text", "page_preference"].contains(table)
            ? "EXISTS (SELECT 1 FROM content WHERE id = ?) AND EXISTS (SELECT 1 FROM source WHERE id = ?)" : "1"
    }

    private static func references(_ row: Row, _ table: String) -> StatementArguments {
        ["page_text", "page_preference"].contains(table)
            ? [row["content_id"] as DatabaseValue, row["source_id"] as DatabaseValue] : []
    }

    /// Whether the text can be decompressed: a page of the file that was overwritten may read well and hold rubbish.
    private static func isWhole(_ row: Row) -> Bool {
        guard let text = row["text"] as Data?, let origin = row["verdict"] as String?,
            TextLayerVerdict(rawValue: origin) != nil
        else { return false }
        return (try? TextCompression.decompress(text)) != nil
    }
}
