import Foundation
import GRDB

/// Which texts have vectors.
extension VectorStore {
    /// The progress of a text.
    enum State: UInt8, Sendable {
        case waiting, embedded, empty, noLetters, unknownScript, otherOmission

        init(omission: String?, chunkCount: Int) {
            self =
                switch omission {
                case nil: chunkCount > 0 ? .embedded : .empty
                case "no-letters": .noLetters
                case "unknown-script": .unknownScript
                default: .otherOmission
                }
        }
    }

    /// The states of all texts of a maker, by `page_text.id`.
    struct States: Sendable {
        /// Numbers of texts are dense, so a byte each is less than any table.
        private var states: [UInt8] = []
        private static let most = 1 << 31

        subscript(text: Int64) -> State {
            guard states.indices.contains(Int(clamping: text)) else { return .waiting }
            return State(rawValue: states[Int(text)]) ?? .waiting
        }

        mutating func set(_ state: State, of text: Int64) {
            guard (0..<Int64(Self.most)).contains(text) else { return }
            let index = Int(text)
            if index >= states.count {
                states += repeatElement(0, count: max(index + 1, states.count * 2) - states.count)
            }
            states[index] = state.rawValue
        }
    }

    /// The states of the texts of this `pages.sqlite`. Where the file knows those of another one, no text is known yet.
    func states(maker: Int64, pagesStore: String) throws -> States {
        var states = States()
        guard try value(.pagesStore) == pagesStore else { return states }
        try read { db in
            let rows = try db.rows(
                """
                SELECT text_id, omission, chunk_count FROM text_vector JOIN vector ON vector.id = vector_id
                WHERE text_vector.maker_id = ?
                """, [maker])
            while let row = try rows.next() {
                let state = State(omission: try row.value(at: 1), chunkCount: try row.value(at: 2))
                states.set(state, of: try row.value(at: 0))
            }
        }
        return states
    }

    /// Has the numbers of texts mean those of this `pages.sqlite`. Those of another one are forgotten; the vectors
    /// stay, and are found again by what the texts say.
    func useTexts(of pagesStore: String) throws {
        guard try value(.pagesStore) != pagesStore else { return }
        try write { db in
            try db.execute(sql: "DELETE FROM text_vector")
            try db.removeMeta(Key.complete.rawValue)
            try db.setMeta(Key.pagesStore.rawValue, to: pagesStore)
        }
    }

    /// Forgets which vectors the texts behind the last one of `pages.sqlite` had. After a power failure, or beside a
    /// copy that was restored, other texts get their numbers, and would get their vectors. To be called before that. An
    /// unreadable file keeps no documents from being read: it is repaired, or refused, where vectors are computed.
    static func dropTexts(after last: Int64, in folder: IndexFolder) throws {
        do {
            try SafeFile.requirePlain(folder.vectors)
            guard let store = try VectorStore(reading: folder), try store.hasTexts(after: last) else { return }
        } catch is DocSearchError {
            return
        }
        let writer = try VectorStore(writing: folder)
        defer { writer.close() }
        try writer.write { db in
            try db.execute("DELETE FROM text_vector WHERE text_id > ?", [last])
            try db.removeMeta(Key.complete.rawValue)
        }
    }

    private func hasTexts(after last: Int64) throws -> Bool {
        try exists(
            """
            SELECT 1 FROM maker WHERE EXISTS (
                SELECT 1 FROM text_vector WHERE maker_id = maker.id AND text_id > ?) LIMIT 1
            """, [last])
    }

    /// Whether vectors of a maker are those of no text that is known.
    func hasLooseVectors(maker: Int64) throws -> Bool {
        try exists(
            """
            SELECT 1 FROM vector WHERE maker_id = ?
                AND NOT EXISTS (SELECT 1 FROM text_vector WHERE vector_id = vector.id) LIMIT 1
            """, [maker])
    }

    /// The hashes that texts had when they got vectors, by `page_text.id`: at most `limit` behind `last`, in order.
    func linkedHashes(after last: Int64, limit: Int) throws -> [(text: Int64, hash: Data)] {
        try fetchAll(
            """
            SELECT DISTINCT text_id, text_hash FROM text_vector JOIN vector ON vector.id = vector_id
            WHERE text_id > ? ORDER BY text_id LIMIT ?
            """, [last, limit]
        ) { (try $0.value(at: 0), try $0.value(at: 1)) }
    }

    /// The chunks of a text that has some, and is as it was written.
    func chunks(ofText id: Int64, maker: Int64) throws -> Data? {
        try fetchOne(
            """
            SELECT chunks FROM text_vector JOIN vector ON vector.id = vector_id
            WHERE text_vector.maker_id = ? AND text_id = ? AND chunk_count > 0 AND \(VectorsSchema.isWhole)
            """, [maker, id])
    }

    /// A number that is another one whenever other texts have vectors, or a text has others.
    func version() throws -> Int64 { try fetchOne("SELECT value FROM checksum WHERE name = 'text_vector'") ?? 0 }

    /// Throws damage when a row of vectors, or of the table that says which text has which, is not as it was written.
    func checkRows() throws {
        try read { db in try TableChecksums.check(db, file, only: "text_vector") }
        let altered: Int = try fetchOne("SELECT count(*) FROM vector WHERE NOT \(VectorsSchema.isWhole)") ?? 0
        if altered > 0 { throw DatabaseOpening.damaged(file, "\(altered.counted("row")) altered") }
    }

    /// Throws damage when the file does not hold together, or its tables other than that of vectors are not as they were
    /// written.
    func check() throws { try read { db in try DatabaseOpening.checkAll(db, file) } }

    /// Takes out vectors of texts unless `isKept` by `page_text.id`. Returns how many texts had vectors and are gone.
    func forgetTexts(unless isKept: (Int64) -> Bool) throws -> Int {
        try write { db in
            var gone: Set<Int64> = []
            try Int64.fetchCursor(db, sql: "SELECT text_id FROM text_vector").forEach { text in
                if !isKept(text) { gone.insert(text) }
            }
            for text in gone {
                try db.execute(
                    "DELETE FROM text_vector WHERE maker_id IN (SELECT id FROM maker) AND text_id = ?", [text])
            }
            try db.execute(
                sql: "DELETE FROM vector WHERE NOT EXISTS (SELECT 1 FROM text_vector WHERE vector_id = vector.id)")
            return db.changesCount
        }
    }
}
