import GRDB

/// The tables of `vectors.sqlite`: what texts mean, by what the texts say. A row of `vector` is written once and never
/// changed. Other texts have other rows, wherever they stand.
enum VectorsSchema {
    /// The columns in the checksum of a row of `vector`.
    static let vectorColumns = ["text_hash", "maker_id", "omission", "chunk_count", "chunks"]

    /// Rows are some kilobytes.
    static let pageSize = 8192

    static func migrator() -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("v1") { db in
            try TableChecksums.create(db)
            try db.execute(
                sql: """
                    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

                    -- A model with the way in which pages were cut. Vectors of two of them are never compared.
                    CREATE TABLE maker (
                        id INTEGER PRIMARY KEY,
                        model TEXT NOT NULL,
                        chunking INTEGER NOT NULL,
                        dimensions INTEGER NOT NULL,
                        UNIQUE (model, chunking, dimensions)
                    );

                    CREATE TABLE vector (
                        id INTEGER PRIMARY KEY,
                        -- SHA-256 of the text in UTF-8.
                        text_hash BLOB NOT NULL,
                        maker_id INTEGER NOT NULL REFERENCES maker(id),
                        -- Why the text has no vectors, though it has characters.
                        omission TEXT,
                        chunk_count INTEGER NOT NULL,
                        chunks BLOB NOT NULL,
                        checksum INTEGER NOT NULL,
                        UNIQUE (text_hash, maker_id)
                    );

                    -- Which row is that of which text in pages.sqlite. Follows from the texts.
                    CREATE TABLE text_vector (
                        maker_id INTEGER NOT NULL REFERENCES maker(id),
                        text_id INTEGER NOT NULL,
                        vector_id INTEGER NOT NULL REFERENCES vector(id),
                        PRIMARY KEY (maker_id, text_id)
                    ) WITHOUT ROWID;
                    CREATE INDEX text_vector_vector ON text_vector(vector_id);
                    """)
            try TableChecksums.watch(db, ["maker", "text_vector"])
        }
        return migrator
    }

    /// Whether a row of `vector` is as it was written.
    static let isWhole = "(vector.checksum IS \(RowChecksum.expression(vectorColumns.map { "vector.\($0)" })))"
}
