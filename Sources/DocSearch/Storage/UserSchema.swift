import GRDB

/// The tables of `user.sqlite`: what people decided. Never rebuilt.
enum UserSchema {
    static func migrator() -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("v1") { db in
            try db.execute(
                sql: """
                    -- A folder, or a single file, that an index run without paths goes through again.
                    CREATE TABLE root (
                        id INTEGER PRIMARY KEY,
                        path TEXT NOT NULL UNIQUE,
                        is_file INTEGER NOT NULL,
                        languages TEXT NOT NULL
                    );
                    """)
        }
        migrator.registerMigration("v2") { db in
            try db.execute(
                sql: """
                    -- With AUTOINCREMENT no id is used again: bundles of a root that is gone must not become another's.
                    CREATE TABLE root_of_v2 (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        path TEXT NOT NULL UNIQUE,
                        is_file INTEGER NOT NULL,
                        languages TEXT NOT NULL,
                        -- 1: it was removed, and its bundles are about to follow.
                        is_removed INTEGER NOT NULL DEFAULT 0
                    );
                    INSERT INTO root_of_v2 (id, path, is_file, languages) SELECT id, path, is_file, languages FROM root;
                    DROP TABLE root;
                    ALTER TABLE root_of_v2 RENAME TO root;
                    CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
                    """)
        }
        migrator.registerMigration("v3") { db in
            try TableChecksums.create(db)
            try TableChecksums.watch(db, ["root", "setting"])
        }
        return migrator
    }
}
