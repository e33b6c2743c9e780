import ExtractionProtocol
import Foundation
import GRDB

/// Takes over texts that another machine has read into a `pages.sqlite` of its own.
extension PageStore {
    /// What became of a file.
    enum Merged: Sendable, Equatable {
        /// So many rows that were there, and so many that were not.
        case taken(known: Int, new: Int)
        /// Its rows are here since an earlier call.
        case before
        /// Nothing of it was taken; a sentence.
        case refused(String)
    }

    func hasMerged(_ mark: FarmMark) throws -> Bool {
        try read { db in try db.meta(mark.key) == mark.value }
    }

    func note(_ mark: FarmMark) throws { try write { db in try db.setMeta(mark.key, to: mark.value) } }

    /// Copies the file into a new one that needs no log beside it.
    func copy(to file: String) throws {
        try DatabaseOpening.translating(self.file) {
            guard let queue = database as? DatabaseQueue else { return }
            try queue.inDatabase { db in
                DatabaseOpening.allowOtherFiles(true, db)
                defer { DatabaseOpening.allowOtherFiles(false, db) }
                try db.execute(sql: "VACUUM INTO ?", arguments: [file])
            }
        }
    }

    /// Takes the rows that are not here, all of them in one transaction or none. Each is held against what a reader's
    /// answer is held against; one that is not possible has the whole file refused.
    func merge(_ folder: FarmFolder, _ attempt: FarmAttempt, _ plan: FarmPlan) throws -> Merged {
        guard let mark = FarmMark(attempt, folder, plan) else { return .refused("it is missing") }
        if try hasMerged(mark) { return .before }
        let file = folder.file(attempt, .texts)
        do {
            let foreign = try ForeignPages(file, attempt, plan)
            let result = try write { db in
                let counts = try foreign.read { rows in try insert(rows, db) }
                try db.setMeta(mark.key, to: mark.value)
                return counts
            }
            return .taken(known: result.known, new: result.new)
        } catch let refusal as ForeignPages.Refusal {
            return .refused(refusal.reason)
        }
    }

    private func insert(_ rows: [ForeignPages.Page], _ db: Database) throws -> (known: Int, new: Int) {
        var counts = (known: 0, new: 0)
        let statement = try db.cachedStatement(sql: Self.insertion)
        for row in rows {
            let content = try Self.contentID(db, hash: row.contentHash, witness: row.witness)
            let source = try Self.sourceID(db, row.source)
            let id = try numbers.next(db)
            let frame = row.frame
            try statement.execute(arguments: [
                content, frame.page, source, frame.label, frame.width, frame.height, frame.verdict.rawValue,
                frame.layer?.rawValue, row.reasons, frame.confidence, row.text, row.words, frame.imageHash, id,
            ])
            if db.changesCount > 0 {
                numbers.pass(id)
                counts.new += 1
            } else {
                counts.known += 1
            }
        }
        return counts
    }
}
