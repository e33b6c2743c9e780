import GRDB

/// The tables of `pages.sqlite`: what was expensive to read, keyed by content and by how it was read. A row of
/// `page_text` is written once and never changed, so that the full-text tables can rely on it.
enum PagesSchema {
    /// The tables that are worth saving, those that others refer to first.
    enum Table: String, CaseIterable {
        case content
        case source
        case text = "page_text"
        case preference = "page_preference"
        case place
        case placeContent = "place_content"

        /// The columns in the checksum of a row; none for tables without. Ids, and the content of a text, are in the
        /// indexes as well, where SQLite compares them.
        var columns: [String] {
            switch self {
            case .content: ["content_hash", "witness"]
            case .source: ["origin", "settings"]
            case .text:
                [
                    "page", "source_id", "label", "width", "height", "verdict", "layer", "reasons",
                    "confidence", "text", "words", "image_hash",
                ]
            case .preference: ["content_id", "page", "source_id"]
            // They are a proof: a wrong one would give a document the text of another reader.
            case .place: ["id", "path"]
            case .placeContent: ["place_id", "content_id"]
            }
        }

        /// Which of its columns hold ids of another table.
        var references: [(column: String, table: Table)] {
            switch self {
            case .content, .source, .place: []
            case .text, .preference: [("content_id", .content), ("source_id", .source)]
            case .placeContent: [("place_id", .place), ("content_id", .content)]
            }
        }

        /// Whether a row is as it was written.
        var isWhole: String {
            let names = columns.map { "\(rawValue).\($0)" }
            return "(\(rawValue).checksum IS \(RowChecksum.expression(names)))"
        }
    }

    static func migrator() -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("v1") { db in
            try db.execute(sql: tables)
            try TableChecksums.create(db)
            try TableChecksums.noteSchema(db)
        }
        migrator.registerMigration("v2") { db in
            try db.execute(sql: languages)
            // Files that were made before schemas had sums have none.
            if try db.tableExists("checksum") { try TableChecksums.noteSchema(db) }
        }
        migrator.registerMigration("v3") { db in
            try db.execute(
                sql: """
                    -- When it was kept, in seconds since 1970; null for those that an earlier release kept. Not in the checksum,
                    -- because nothing is decided by it.
                    ALTER TABLE page_text ADD COLUMN kept_at INTEGER;
                    """)
            if try db.tableExists("checksum") { try TableChecksums.noteSchema(db) }
        }
        return migrator
    }

    private static let languages = """
        -- The language of most of the text, a code of IdentifiedLanguage; empty where that is not certain, and null where it has
        -- not been asked yet. It can be found out again, so it is not in the checksum.
        ALTER TABLE page_text ADD COLUMN language TEXT;
        CREATE INDEX page_text_unidentified ON page_text (id) WHERE language IS NULL;
        """

    private static let tables = """
        CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        INSERT INTO meta VALUES ('store', lower(hex(randomblob(16))));

        CREATE TABLE content (
            id INTEGER PRIMARY KEY,
            content_hash TEXT NOT NULL,
            -- Who vouches for the texts: see TextWitness.
            witness TEXT NOT NULL,
            checksum INTEGER,
            UNIQUE (content_hash, witness)
        );

        -- How a text was read: engine, version and settings, or which sidecar it came from.
        CREATE TABLE source (
            id INTEGER PRIMARY KEY,
            origin TEXT NOT NULL,
            settings TEXT NOT NULL,
            checksum INTEGER,
            UNIQUE (origin, settings)
        );

        CREATE TABLE page_text (
            id INTEGER PRIMARY KEY,
            content_id INTEGER NOT NULL REFERENCES content(id),
            page INTEGER NOT NULL,
            source_id INTEGER NOT NULL REFERENCES source(id),
            label TEXT,
            width REAL NOT NULL,
            height REAL NOT NULL,
            verdict TEXT NOT NULL,
            layer TEXT,
            -- Why the verdict is not good, a reason a line.
            reasons TEXT NOT NULL DEFAULT '',
            confidence REAL,
            text BLOB NOT NULL,
            words BLOB,
            -- Of the page image, for recognised text: the same image is recognised once.
            image_hash TEXT,
            checksum INTEGER,
            UNIQUE (content_id, page, source_id)
        );
        CREATE INDEX page_text_image ON page_text (image_hash) WHERE image_hash IS NOT NULL;

        -- Pages that somebody had read again: the source whose text is taken, whatever others there are.
        CREATE TABLE page_preference (
            content_id INTEGER NOT NULL REFERENCES content(id),
            page INTEGER NOT NULL,
            source_id INTEGER NOT NULL REFERENCES source(id),
            checksum INTEGER,
            PRIMARY KEY (content_id, page)
        ) WITHOUT ROWID;

        -- Bundles by their absolute paths, and which contents were there before what is there now.
        -- With AUTOINCREMENT no number is given again: texts may be vouched for by one that was forgotten.
        CREATE TABLE place (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            path TEXT NOT NULL UNIQUE,
            checksum INTEGER
        );
        CREATE TABLE place_content (
            place_id INTEGER NOT NULL,
            content_id INTEGER NOT NULL,
            checksum INTEGER,
            PRIMARY KEY (place_id, content_id)
        ) WITHOUT ROWID;
        """
}
