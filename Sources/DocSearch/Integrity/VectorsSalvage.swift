import Foundation
import GRDB

/// Copies readable vectors of a damaged `vectors.sqlite` into a new file. Which text has which follows from the texts.
struct VectorsSalvage {
    let damaged: String

    private static let step: Int64 = 500
    /// No row takes fewer bytes: its hash and its checksum alone have more.
    private static let smallestRow: Int64 = 40

    /// Returns the vectors of how many texts were saved.
    func copy(into new: String) throws -> Int {
        for suffix in ["", "-journal"] { unlink(new + suffix) }
        try IndexFolder.make(new)
        // Without a log beside it, so that it is whole under any name as soon as it is closed.
        let target = try DatabaseOpening.queue(new) { db in
            try db.execute(sql: "PRAGMA page_size = \(VectorsSchema.pageSize)")
            try DatabaseOpening.prepare(db)
        }
        let migrator = VectorsSchema.migrator()
        try migrator.migrate(target)
        // Readers look there, and may come before a writer.
        try target.write { try $0.execute(sql: "PRAGMA user_version = \(migrator.migrations.count)") }
        var count = 0
        if let source = try SalvageReader.opened(damaged), try copyMakers(source, target) {
            for first in stride(from: 0, through: try lastKey(source), by: Int(Self.step)) {
                let range = first...first + Self.step - 1
                var found = try rows(source, range)
                if !found.isComplete { found.rows = try range.flatMap { try rows(source, $0...$0).rows } }
                count += try insert(found.rows, target)
            }
        }
        try target.close()
        return count
    }

    /// False when it cannot be told whose vectors there are.
    private func copyMakers(_ source: DatabaseQueue, _ target: DatabaseQueue) throws -> Bool {
        let makers = try reading(source) { db in try Row.fetchAll(db, sql: "SELECT * FROM maker") }
        guard let makers, !makers.isEmpty else { return false }
        try target.write { db in
            for maker in makers {
                try db.execute(
                    sql: "INSERT OR IGNORE INTO maker (id, model, chunking, dimensions) VALUES (?, ?, ?, ?)",
                    arguments: [maker["id"], maker["model"], maker["chunking"], maker["dimensions"]])
            }
        }
        return true
    }

    private func lastKey(_ source: DatabaseQueue) throws -> Int64 {
        let most = (FileStatus(path: damaged)?.byteCount ?? 0) / Self.smallestRow
        let last = try reading(source) { db in try Int64.fetchOne(db, sql: "SELECT max(id) FROM vector") ?? 0 }
        return max(0, min(most, last ?? most))
    }

    /// Those that are as they were written, up to what cannot be read.
    private func rows(_ source: DatabaseQueue, _ range: ClosedRange<Int64>) throws -> (rows: [Row], isComplete: Bool) {
        var found: [Row] = []
        let isComplete: Void? = try reading(source) { db in
            let rows = try Row.fetchCursor(
                db, sql: "SELECT * FROM vector WHERE id BETWEEN ? AND ? AND \(VectorsSchema.isWhole)",
                arguments: [range.lowerBound, range.upperBound])
            while let row = try rows.next() { found.append(row.copy()) }
        }
        return (found, isComplete != nil)
    }

    private func insert(_ rows: [Row], _ target: DatabaseQueue) throws -> Int {
        guard !rows.isEmpty else { return 0 }
        let columns = VectorsSchema.vectorColumns + ["checksum"]
        return try target.write { db in
            var count = 0
            for row in rows {
                // Its maker may be lost.
                try db.execute(
                    sql: """
                        INSERT OR IGNORE INTO vector (\(columns.joined(separator: ", ")))
                        SELECT \(columns.map { _ in "?" }.joined(separator: ", "))
                        WHERE EXISTS (SELECT 1 FROM maker WHERE id = ?)
                        """,
                    arguments: StatementArguments(
                        (columns + ["maker_id"]).map { (row[$0] as DatabaseValue?) ?? .null }))
                count += db.changesCount
            }
            return count
        }
    }

    private func reading<Value>(_ source: DatabaseQueue, _ body: (Database) throws -> Value) throws -> Value? {
        try SalvageReader.unlessDamaged(damaged) { try source.read(body) }
    }
}
