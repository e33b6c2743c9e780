import GRDB

/// The tables of `user.sqlite`: what people decided. Never rebuilt.
enum UserSchema {
    static func migrator() -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("v1") { db in
            try db.execute(sql: tables + annotationTables + SearchHistory.table)
            try AnnotationText.create(db)
            try TableChecksums.create(db)
            try TableChecksums.watch(
                db, ["root", "setting", "subject", "decision", "change", "change_step", "shown"])
        }
        return migrator
    }

    private static let tables = """
        -- A folder, or a single file, that an index run without paths goes through again.
        -- With AUTOINCREMENT no id is used again: bundles of a root that is gone must not become another's.
        CREATE TABLE root (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            path TEXT NOT NULL UNIQUE,
            is_file INTEGER NOT NULL,
            languages TEXT NOT NULL,
            -- 1: it was removed, and its bundles are about to follow.
            is_removed INTEGER NOT NULL DEFAULT 0
        );
        CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

        """

    /// The statements of people on documents, and the journal of these.
    private static let annotationTables = """
        -- A document as it was when something was said of it: by its bytes, its place and its identifier.
        -- Its number is drawn by chance: one that a restored copy does not know is not given to another.
        CREATE TABLE subject (
            id INTEGER PRIMARY KEY,
            content_hash TEXT NOT NULL,
            -- Of the remembered folder, which has another number when it is named again.
            root_path TEXT NOT NULL,
            -- The path form below the root.
            path TEXT NOT NULL,
            identifier TEXT,
            title TEXT NOT NULL,
            -- Milliseconds since 1970, greater than those of all rows before. Runs place what has changed since they looked.
            changed INTEGER NOT NULL
        );
        CREATE INDEX subject_changed ON subject(changed);
        CREATE INDEX subject_content ON subject(content_hash);
        CREATE INDEX subject_place ON subject(path, content_hash);

        -- The archive as a whole, of which questions are.
        INSERT INTO subject VALUES (0, '', '', '', NULL, '', 0);

        CREATE TABLE decision (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            uuid TEXT NOT NULL UNIQUE,
            subject_id INTEGER NOT NULL REFERENCES subject(id),
            kind TEXT NOT NULL,
            -- 0: of the whole document.
            page INTEGER NOT NULL DEFAULT 0,
            value TEXT NOT NULL,
            -- Milliseconds since 1970.
            created INTEGER NOT NULL,
            modified INTEGER NOT NULL,
            author TEXT NOT NULL
        );
        CREATE INDEX decision_subject ON decision(subject_id, kind);
        CREATE INDEX decision_kind ON decision(kind, value);

        -- The journal: each command of a person that changed something.
        CREATE TABLE change (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            time INTEGER NOT NULL,
            author TEXT NOT NULL,
            action TEXT NOT NULL,
            -- The change that this one took back.
            undoes INTEGER
        );
        CREATE TABLE change_step (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            change_id INTEGER NOT NULL REFERENCES change(id),
            -- A decision before and after, as JSON; null where there was none.
            before TEXT,
            after TEXT
        );
        CREATE INDEX change_step_change ON change_step(change_id);

        -- What was shown of a question when it was last asked for what is new.
        CREATE TABLE shown (
            question TEXT NOT NULL,
            content_hash TEXT NOT NULL,
            PRIMARY KEY (question, content_hash)
        ) WITHOUT ROWID;

        """
}
