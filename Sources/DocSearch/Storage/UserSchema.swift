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
        return migrator
    }
}
