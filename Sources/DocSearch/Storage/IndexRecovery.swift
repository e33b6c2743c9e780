import ExtractionProtocol
import Foundation
import GRDB

/// What is done about a damaged `index.sqlite` or `pages.sqlite` (design decision D1): the file is moved aside, never
/// deleted, and what it held is made again. Needs the writer's lock.
struct IndexRecovery {
    let folder: IndexFolder

    /// Moves the damaged file aside and saves what can be saved of it.
    ///
    /// - Parameter error: What the damage was noticed by.
    /// - Returns: What was done, for the report; nil when the error is no damage that can be helped.
    /// - Throws: ``DocSearchError`` when the file cannot be moved or written.
    func recover(from error: DocSearchError) throws -> String? {
        switch error.damagedFile {
        case folder.index:
            let aside = try setAside(folder.index)
            return
                "\"\(folder.index)\" was damaged. It was moved to \"\(aside)\" and is made again from the bundles and "
                + "pages.sqlite; pages that were recognised are not recognised again."
        case folder.pages:
            let aside = try setAside(folder.pages)
            let saved = try salvage(aside)
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

    /// Copies what can be read of a damaged `pages.sqlite` into a new one. The new file has another name for itself, so
    /// that `index.sqlite` is made again.
    private func salvage(_ damaged: String) throws -> (read: Int, all: Int) {
        let pool = try DatabaseOpening.writer(folder.pages, migrator: PagesSchema.migrator())
        defer { DatabaseOpening.close(pool) }
        var configuration = Configuration()
        configuration.readonly = true
        guard let source = try? DatabaseQueue(path: damaged, configuration: configuration),
            // A file whose first page is gone has nothing that could be found in it.
            let last = try? source.read({ db in try Int64.fetchOne(db, sql: "SELECT max(id) FROM page_text") })
        else { return (0, 0) }
        let writer = SalvageWriter(pool: pool)
        for table in ["content", "source", "page_text", "page_preference"] {
            try writer.copy(table, from: source)
        }
        return (writer.texts, Int(last))
    }
}

/// Copies tables row by row, past what cannot be read.
private final class SalvageWriter {
    private let pool: DatabasePool
    private(set) var texts = 0

    private static let step: Int64 = 500

    init(pool: DatabasePool) { self.pool = pool }

    func copy(_ table: String, from source: DatabaseQueue) throws {
        let key = table == "page_preference" ? "content_id" : "id"
        guard let last = try? source.read({ db in try Int64.fetchOne(db, sql: "SELECT max(\(key)) FROM \(table)") })
        else { return }
        var first: Int64 = 0
        while first <= last {
            let range = first...min(last, first + Self.step - 1)
            if let rows = Self.rows(of: table, key, range, source) {
                try insert(rows, into: table)
            } else {
                for id in range { try insert(Self.rows(of: table, key, id...id, source) ?? [], into: table) }
            }
            first += Self.step
        }
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
        try pool.write { db in
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
