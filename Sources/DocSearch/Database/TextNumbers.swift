import GRDB
import Synchronization

/// Gives numbers to the rows of `page_text`, none of them twice: the index refers to texts by number, and after a power
/// failure it may refer to texts that `pages.sqlite` has lost. Under such a number another page's text would be shown.
/// Used by the thread that writes.
final class TextNumbers: Sendable {
    private let last = Mutex<Int64>(0)

    /// Gives none of the numbers up to this one any more.
    func pass(_ number: Int64) { last.withLock { $0 = max($0, number) } }

    /// The next number, which counts as given only when it is passed: most texts that are kept again are there already.
    func next(_ db: Database) throws -> Int64 {
        let greatest = try Int64.fetchOne(db.cachedStatement(sql: "SELECT max(id) FROM page_text")) ?? 0
        return max(greatest, last.withLock { $0 }) + 1
    }
}

/// The last text that the index has ever referred to, in its table `meta`.
enum LastText {
    private static let key = "last-text"

    /// Call inside the transaction that lets pages refer to these texts.
    static func note(_ db: Database, _ texts: [Int64]) throws {
        guard let greatest = texts.max() else { return }
        let known: Int64? = try db.meta(key)
        guard known ?? -1 < greatest else { return }
        try db.setMeta(key, to: String(greatest))
    }

    /// The greatest number that a page refers to, if it is greater than `known`; else `known`.
    static func after(_ db: Database, _ known: Int64) throws -> Int64 {
        let noted: Int64? = try db.meta(key)
        // The note is not believed alone: a bit of it may have flipped.
        guard let noted, noted > known else { return known }
        return try max(known, referred(db))
    }

    private static func referred(_ db: Database) throws -> Int64 {
        // No file has so many rows that a greater number is more than damage.
        let columns = ["text_id", "read_text_id"]
        return try columns.map { column in
            try Int64.fetchOne(db, sql: "SELECT max(\(column)) FROM page WHERE \(column) < 1 << 48") ?? 0
        }.max() ?? 0
    }
}

extension PageStore {
    func lastText() throws -> Int64 { try fetchOne("SELECT max(id) FROM page_text") ?? 0 }
}

extension IndexStores {
    /// The last text that the index refers to, or the last that is there if that is the greater number.
    func lastText() throws -> Int64 {
        let known = try pages.lastText()
        return try index.read { db in try LastText.after(db, known) }
    }

    /// Takes texts that `pages.sqlite` has lost in a power failure out of the documents, so that the run that follows
    /// reads their pages again. Returns how many there were.
    func dropLostTexts() throws -> Int {
        guard try lastText() > pages.lastText() else { return 0 }
        let lost = try missingTexts()
        try discard(lost)
        // The run that follows reads them again and has nothing to tell of them.
        _ = pages.losses.take()
        return lost.ids.count
    }
}
