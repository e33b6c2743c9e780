import Foundation
import GRDB

/// Compares the schema of a file with the one that this release gives it.
struct SchemaCheck {
    let file: String
    let migrator: DatabaseMigrator
}

extension SchemaCheck {
    /// Nil for a file that is none of the index.
    init?(file: String) {
        let migrators = [
            IndexFolder.userName: UserSchema.migrator, "pages.sqlite": PagesSchema.migrator,
            "vectors.sqlite": VectorsSchema.migrator, "index.sqlite": IndexSchema.migrator,
        ]
        guard let migrator = migrators[(file as NSString).lastPathComponent] else { return nil }
        self.init(file: file, migrator: migrator())
    }

    /// Throws damage when the file's list of migrations has others than those of this release, or has gaps: migrating
    /// would fail, or make what is there already. Call after newer files were refused.
    func checkMigrations(_ db: Database) throws {
        let applied = try appliedMigrations(db)
        guard applied.elementsEqual(migrator.migrations.prefix(applied.count)) else {
            throw DatabaseOpening.damaged(file, "its list of migrations is \(applied.joined(separator: ", "))")
        }
        // Tables without a list of how they came about.
        let tables = "SELECT count(*) FROM sqlite_schema WHERE name IN ('meta', 'root')"
        if applied.isEmpty, try Int.fetchOne(db, sql: tables) != 0 {
            throw DatabaseOpening.damaged(file, "its list of migrations is gone")
        }
    }

    /// Throws damage when a table, an index or a trigger is missing or altered.
    func check(_ db: Database) throws {
        try checkMigrations(db)
        let applied = try appliedMigrations(db)
        guard let last = applied.last else { return }
        let expected = try Self.statements(of: migrator, upTo: last)
        let actual = try Self.statements(db)
        for (name, statement) in expected.sorted(by: { $0.key < $1.key }) where actual[name] != statement {
            throw DatabaseOpening.damaged(file, "\(name) is missing or altered")
        }
        try checkFullTextTables(db)
    }

    /// Throws damage of any kind that a file as such can have.
    static func checkAll(_ db: Database, of file: String, against migrator: DatabaseMigrator) throws {
        try DatabaseOpening.checkStructure(db, file)
        try SchemaCheck(file: file, migrator: migrator).check(db)
        try TableChecksums.check(db, file)
    }

    /// The tables behind a full-text table are its own, and it fails without saying which one is missing.
    private func checkFullTextTables(_ db: Database) throws {
        guard try db.tableExists("page"), try db.tableExists("meta") else { return }
        let current = FullTextTables.current
        let actual = Set(try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema"))
        let tables = current.shadows + current.tables + [current.vocabulary]
        if let missing = tables.first(where: { !actual.contains($0) }) {
            throw DatabaseOpening.damaged(file, "\(missing) is missing")
        }
    }

    private func appliedMigrations(_ db: Database) throws -> [String] {
        guard try db.tableExists("grdb_migrations") else { return [] }
        let applied = try String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations")
        return applied.sorted { $0.localizedStandardCompare($1) == .orderedAscending }
    }

    /// What makes each ordinary table, index and trigger, by name.
    private static func statements(of migrator: DatabaseMigrator, upTo last: String) throws -> [String: String] {
        var configuration = Configuration()
        configuration.prepareDatabase(DatabaseOpening.prepare)
        let model = try DatabaseQueue(configuration: configuration)
        try migrator.migrate(model, upTo: last)
        return try model.read(statements)
    }

    private static func statements(_ db: Database) throws -> [String: String] {
        let statements = try db.fetchAll(
            """
            SELECT name, sql FROM sqlite_schema
            WHERE sql IS NOT NULL AND tbl_name NOT GLOB '*_fts*' AND tbl_name NOT GLOB '*_vocabulary*'
            """
        ) { (try $0.value(at: 0) as String, bare(try $0.value(at: 1))) }
        return Dictionary(statements, uniquingKeysWith: { first, _ in first })
    }

    /// Without comments and layout, which may differ between releases.
    private static func bare(_ statement: String) -> String {
        statement.split(separator: "\n").map { line in
            line.firstRange(of: "--").map { line[..<$0.lowerBound] } ?? line
        }.joined(separator: " ").filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" }
    }
}
