import Foundation
import GRDB

/// Reads and writes `vectors.sqlite`: the vectors of texts, which took long to compute. The same text has one row for
/// each maker, wherever it stands. Rows outlive a rebuild of the index, moves and renames.
struct VectorStore: DatabaseFile, Sendable {
    /// A model with the way in which it was given the pages.
    struct Maker: Sendable, Hashable, Codable {
        var model: String
        /// Version of the cutting of pages into chunks.
        var chunking: Int
        /// Numbers a vector.
        var dimensions: Int
    }

    /// The state and the vectors of a text.
    struct Entry: Sendable, Equatable {
        /// `page_text.id` of a text that says it.
        var text: Int64
        /// SHA-256 of the text, 32 bytes.
        var hash: Data
        /// Why it has no vectors, though it has characters.
        var omission: String?
        var chunkCount: Int
        /// As ``ChunkCoding`` has them.
        var chunks: Data
    }

    let file: String
    let database: any DatabaseReader
    let writer: DatabasePool?

    /// Opens for writing, and makes the file when it is not there.
    init(writing folder: IndexFolder) throws {
        file = folder.vectors
        try SafeFile.requirePlain(file)
        let pool = try DatabaseOpening.writer(
            file, migrator: VectorsSchema.migrator(), pageSize: VectorsSchema.pageSize)
        (writer, database) = (pool, pool)
    }

    /// Nil when there is no file.
    init?(reading folder: IndexFolder) throws {
        file = folder.vectors
        guard FileStatus(path: file)?.byteCount ?? 0 > 0 else { return nil }
        writer = nil
        database = try DatabaseOpening.reader(file, migrator: VectorsSchema.migrator())
    }

    /// The number of a maker, given if it has none.
    func makerID(_ maker: Maker) throws -> Int64 {
        if let known = try knownMakerID(maker) { return known }
        return try write { db in
            try db.execute(
                "INSERT INTO maker (model, chunking, dimensions) VALUES (?, ?, ?)",
                [maker.model, maker.chunking, maker.dimensions])
            return db.lastInsertedRowID
        }
    }

    /// Nil for one that has no vectors here.
    func knownMakerID(_ maker: Maker) throws -> Int64? {
        try fetchOne(
            "SELECT id FROM maker WHERE model = ? AND chunking = ? AND dimensions = ?",
            [maker.model, maker.chunking, maker.dimensions])
    }

    func makerIDs() throws -> [Int64] { try fetchAll("SELECT id FROM maker") }

    func value(_ key: Key) throws -> String? { try read { db in try db.meta(key.rawValue) } }

    /// Writes nothing when that is the value already.
    func set(_ key: Key, to value: String) throws {
        guard try self.value(key) != value else { return }
        try write { db in try db.setMeta(key.rawValue, to: value) }
    }

    /// The keys of what the file remembers of itself.
    enum Key: String {
        /// The `pages.sqlite` whose texts are numbered in `text_vector`.
        case pagesStore = "pages-store"
        /// The state of the index in which no page waited.
        case complete
        /// The maker of the vectors that are searched, as JSON.
        case maker
        /// The name of the model that a person chose for the index.
        case chosenModel = "chosen-model"
        /// Pages a second in the last run that computed some.
        case rate
    }

    /// Keeps what texts have come to. A text that is known already stays as it is.
    func insert(_ entries: [Entry], maker: Int64) throws {
        guard !entries.isEmpty else { return }
        let columns = VectorsSchema.vectorColumns
        let marks = columns.indices.map { "?\($0 + 1)" }
        try write { db in
            for entry in entries {
                try db.execute(
                    """
                    INSERT INTO vector (\(columns.joined(separator: ", ")), checksum)
                    VALUES (\(marks.joined(separator: ", ")), \(RowChecksum.expression(marks)))
                    ON CONFLICT DO NOTHING
                    """, [entry.hash, maker, entry.omission, entry.chunkCount, entry.chunks])
                try Self.link(db, text: entry.text, hash: entry.hash, maker: maker)
            }
        }
    }

    /// Notes that texts (`page_text.id`, hash) say what others have said before. Returns those that were known.
    func link(_ texts: [(id: Int64, hash: Data)], maker: Int64) throws -> Set<Int64> {
        let isKnown = "SELECT 1 FROM vector WHERE text_hash = ? AND maker_id = ? AND \(VectorsSchema.isWhole)"
        let known = try read { db in try texts.filter { try db.exists(isKnown, [$0.hash, maker]) } }
        guard !known.isEmpty else { return [] }
        try write { db in
            for text in known { try Self.link(db, text: text.id, hash: text.hash, maker: maker) }
        }
        return Set(known.map(\.id))
    }

    private static func link(_ db: Database, text: Int64, hash: Data, maker: Int64) throws {
        try db.execute(
            """
            INSERT OR REPLACE INTO text_vector (maker_id, text_id, vector_id)
            SELECT maker_id, ?1, id FROM vector WHERE text_hash = ?2 AND maker_id = ?3
            """, [text, hash, maker])
    }
}

extension IndexFolder {
    /// The vectors as they were computed: ``VectorStore``.
    var vectors: String { path + "/vectors.sqlite" }
}
