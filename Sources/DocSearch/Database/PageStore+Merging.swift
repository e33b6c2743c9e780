import ExtractionProtocol
import Foundation
import GRDB

/// Counts of texts that another machine has read.
package struct MergedTexts: Sendable, Equatable {
    package var known = 0
    package var new = 0
    /// Not wanted here.
    package var left = 0

    static func += (one: inout Self, other: Self) {
        one = Self(known: one.known + other.known, new: one.new + other.new, left: one.left + other.left)
    }
}

/// Takes over texts that another machine has read into a `pages.sqlite` of its own.
extension PageStore {
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

    /// Takes the rows that are wanted and not here, and notes the mark: all in one transaction or nothing. Throws
    /// ``ForeignPages/Refusal``.
    func merge(
        _ foreign: ForeignPages, _ mark: FarmMark, isWanted: (ForeignPages.Page) throws -> Bool = { _ in true }
    ) throws -> MergedTexts {
        try write { db in
            var counts = MergedTexts()
            var sources: [TextSource: Int64] = [:]
            var content: (hash: String, witness: String, id: Int64) = ("", "", 0)
            var id = try numbers.next(db)
            let statement = try db.cachedStatement(sql: Self.insertion)
            try foreign.read { page in
                guard try isWanted(page) else {
                    counts.left += 1
                    return
                }
                let source = try sources[page.source] ?? Self.sourceID(db, page.source)
                sources[page.source] = source
                // Pages of a document follow each other.
                if content.hash != page.contentHash || content.witness != page.witness {
                    let number = try Self.contentID(db, hash: page.contentHash, witness: page.witness)
                    content = (page.contentHash, page.witness, number)
                }
                let frame = page.frame
                try statement.execute(arguments: [
                    content.id, frame.page, source, frame.label, frame.width, frame.height, frame.verdict.rawValue,
                    frame.layer?.rawValue, page.reasons, frame.confidence, page.text, page.words, frame.imageHash, id,
                    // The next run has a reader of its own identify it.
                    nil as String?,
                ])
                if db.changesCount > 0 {
                    counts.new += 1
                    numbers.pass(id)
                    id += 1
                } else {
                    counts.known += 1
                }
            }
            try db.setMeta(mark.key, to: mark.value)
            return counts
        }
    }
}
