import Foundation
import GRDB

/// The check that the first run of a day makes: one table, and a thirtieth of the texts in `pages.sqlite`.
/// So damage that neither a query nor a run happens to meet is found within a month.
/// ``ArchiveIndex/verify()`` looks through all of it at once, and closer.
struct DailyCheck {
    /// Days in which everything is looked through.
    static let cycle = 30

    let stores: IndexStores
    let stop: StopFlag
    let begun: Date
    /// Days since 1970 whose parts are due: today's, and those of days without a check.
    let days: Range<Int>

    struct Finding {
        /// Texts that were taken out, whose pages are to be read again.
        var damaged = DamagedTexts()
        /// Further warnings of the run.
        var warnings: [IndexingWarning] = []
    }

    init(_ stores: IndexStores, stop: StopFlag, now: Date = Date()) throws {
        self.stores = stores
        self.stop = stop
        begun = now
        let last = stores.folder.lastCheck
        // An index has been checked when it is made.
        if last == nil { try stores.folder.noteCheck(begun: now) }
        days = Self.days(since: last.map(Self.day), until: Self.day(Int64(now.timeIntervalSince1970)))
    }

    private static func day(_ seconds: Int64) -> Int { Int((Double(seconds) / 86_400).rounded(.down)) }

    /// Which of so many parts is due on a day. Clocks have been seen to tell days before 1970.
    static func part(_ day: Int, of count: Int) -> Int { (day % count + count) % count }

    /// The days that are due after `last`, the day of the last check; none after no check.
    static func days(since last: Int?, until today: Int) -> Range<Int> {
        guard let last, last != today else { return today..<today }
        // A clock that was set back is no reason to look at nothing.
        guard last < today else { return today..<today + 1 }
        return max(last + 1, today + 1 - cycle)..<today + 1
    }

    /// Throws ``DocSearchError`` with the damaged file. Other errors are warnings: they must keep nothing new out.
    func run() throws -> Finding {
        guard !days.isEmpty else { return Finding() }
        var finding = Finding()
        let parts = parts()
        for number in Set(days.map { Self.part($0, of: parts.count) }).sorted() where !stop.isSet {
            finding.warnings += try harmless(parts[number])
        }
        if !stop.isSet {
            var texts = Finding()
            let failure = try harmless {
                let found = try self.texts()
                try stores.discard(found.damaged)
                texts = found
            }
            finding.damaged = texts.damaged
            finding.warnings += texts.warnings + failure
        }
        // A check that takes longer than it may each night would keep what is new out for ever.
        if stop.reason == .timeIsUp {
            finding.warnings.append(
                IndexingWarning("The time for the daily check of the index was up before its end.", remedy: .verify))
        }
        if stop.reason == nil || stop.reason == .timeIsUp { try stores.folder.noteCheck(begun: begun) }
        return finding
    }

    /// An error that is no damage, as a warning.
    private func harmless(_ body: () throws -> Void) throws -> [IndexingWarning] {
        do {
            try body()
            return []
        } catch let error as DocSearchError where error.damagedFile == nil {
            return [IndexingWarning("A part of the index could not be checked. \(error.message)", remedy: error.remedy)]
        }
    }

    private func parts() -> [() throws -> Void] {
        // No answer depends on the reports of runs; making the index again for them would be too much.
        let rows = IndexSchema.watchedTables.filter { $0 != "run" }
        let ofIndex: [() throws -> Void] = (rows + FullTextTables.current.tables).map { table in
            { try stores.index.check(table, stop) }
        }
        let ofPages: [() throws -> Void] = PagesSchema.Table.allCases.filter { $0 != .text }.map { table in
            {
                try stores.pages.read { db in try db.checkTree(of: table.rawValue, stores.pages.file) }
                try stores.pages.check(table)
            }
        }
        return ofIndex + ofPages + [{ try stores.vectorDamage(stop) }]
    }

    /// A damaged text may still be readable, and where its bundle is away it may be the last one there is: it stays
    /// until the bundle is back. One that no page is shown with stays, too; whatever wants it notices the damage.
    private func texts() throws -> Finding {
        let last = try stores.pages.lastText()
        let due = Set(days.map { Self.part($0, of: Self.cycle) })
        let found = try stores.damagedTexts(
            in: due.count < Self.cycle ? due.compactMap { Self.texts($0, upTo: last) } : IndexStores.allTexts, stop)
        guard !found.isEmpty else { return Finding() }
        let (there, away) = try stores.byPresence(found)
        var finding = Finding(damaged: DamagedTexts(ids: there))
        if !away.isEmpty {
            finding.warnings.append(
                IndexingWarning(
                    "\(away.count) damaged \(away.count == 1 ? "text is" : "texts are") kept because the files are not there "
                        + "to be read again: \(away.sorted().prefix(3).joined(separator: ", "))"
                        + (away.count > 3 ? " and others" : "")))
        }
        return finding
    }

    /// The numbers of texts in a part, of which `last` is the greatest; nil for none.
    static func texts(_ part: Int, upTo last: Int64) -> ClosedRange<Int64>? {
        let (count, number) = (Int64(cycle), Int64(part))
        func bound(_ part: Int64) -> Int64 { last / count * part + last % count * part / count }
        let first = part == 0 ? Int64.min : bound(number) + 1
        let end = part == cycle - 1 ? Int64.max : bound(number + 1)
        return first <= end ? first...end : nil
    }
}

extension IndexStore {
    /// Throws damage when a table's tree, its indexes or its rows are not as they were written, or a full-text table
    /// does not hold together (FTS5, section 6.4). That a word became another one is found by ``FullTextCheck`` alone.
    ///
    /// On a connection of its own, which writes nothing: FTS5's check has the form of a change, and a writer that has
    /// changed something writes once more when it is closed. Ends early when `stop` is set.
    func check(_ table: String, _ stop: StopFlag?) throws {
        try DatabaseOpening.translating(file) {
            let queue = try DatabaseOpening.queue(file, waiting: 10)
            try queue.writeWithoutTransaction { db in
                // FTS5's check takes few steps: with 1,000 it is asked 13 times a second, with 100,000 never.
                try db.ending(when: { stop?.isSet == true }, askedAfter: 1_000) {
                    if FullTextTables.current.tables.contains(table) {
                        try db.execute(sql: "INSERT INTO \(table)(\(table)) VALUES('integrity-check')")
                    } else {
                        try db.checkTree(of: table, file)
                        try TableChecksums.check(db, file, only: table)
                    }
                }
            }
            try queue.close()
        }
    }
}

extension Database {
    fileprivate func checkTree(of table: String, _ file: String) throws {
        let found = try String.fetchOne(self, sql: "PRAGMA integrity_check('\(table)')")
        guard found == "ok" else { throw DatabaseOpening.damaged(file, found ?? "no answer") }
    }
}
