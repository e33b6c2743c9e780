import Foundation
import GRDB

@testable import DocSearch

extension TestArchive {
    /// One of the index's files, with the functions that its triggers call.
    func database(_ name: String, hasForeignKeys: Bool = true) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = hasForeignKeys
        configuration.prepareDatabase(DatabaseOpening.prepare)
        return try DatabaseQueue(path: indexPath + "/" + name, configuration: configuration)
    }

    /// Changes a file as a disk would: the sums that are kept of its tables are not told.
    func damage(_ name: String, _ sql: String) throws {
        let queue = try database(name, hasForeignKeys: false)
        try queue.write { db in
            let triggers = try Row.fetchAll(db, sql: "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
            for row in triggers { try db.execute(sql: "DROP TRIGGER \"\(row["name"] as String)\"") }
            try db.execute(sql: sql)
            for row in triggers { try db.execute(sql: row["sql"]) }
        }
        try queue.close()
    }

    /// Flips a bit in the middle of a blob.
    func flipBit(_ name: String, _ column: String, ofTable table: String, where condition: String) throws {
        let queue = try database(name)
        let blob = try queue.read { db in
            try Data.fetchOne(db, sql: "SELECT \(column) FROM \(table) WHERE \(condition)")
        }
        try queue.close()
        guard var blob else { throw DocSearchError(.failed, "There is nothing to damage.") }
        blob[blob.count / 2] ^= 0x10
        let hex = blob.map { String(format: "%02x", $0) }.joined()
        try damage(name, "UPDATE \(table) SET \(column) = x'\(hex)' WHERE \(condition)")
    }
}
