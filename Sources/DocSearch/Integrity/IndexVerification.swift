import GRDB

/// Damage found in a file of the index.
public struct IndexDamage: Sendable, Hashable {
    /// The file's path.
    public var file: String
    /// What is wrong, as one or two sentences.
    public var reason: String
    /// Whether ``ArchiveIndex/repair(options:)`` can help.
    public var isRepairable: Bool
}

extension IndexStores {
    /// Looks through the files as files: their structure, their schemas, and whether all rows are as they were
    /// written. Takes about as long as reading them.
    func damage() -> [DocSearchError] {
        Self.errors(of: [user.check, pages.check, index.check, index.checkRowMap, { try self.vectorDamage() }])
    }

    fileprivate static func errors(of checks: [() throws -> Void]) -> [DocSearchError] {
        checks.compactMap { check in
            do {
                try check()
                return nil
            } catch {
                return DocSearchError(wrapping: error)
            }
        }
    }
}

extension IndexFolder {
    /// Where `pages.sqlite` or `index.sqlite` is lost, that and the damage to what is left; nothing is made in its place.
    /// Empty where both are there.
    func damageBesideLoss() -> [DocSearchError] {
        guard let lost = lostFile else { return [] }
        let checks: [() throws -> Void] = [
            { if try !UserStore.isMissing(in: self) { try Self.check(self.user) } },
            { try Self.check(lost == self.pages ? self.index : self.pages) },
        ]
        return IndexStores.errors(of: checks) + [DatabaseOpening.missing(lost)]
    }

    /// Alone: an index with what people said laid over it has other rows.
    private static func check(_ file: String) throws {
        guard let schema = SchemaCheck(file: file) else { return }
        let queue = try DatabaseOpening.reader(file, migrator: schema.migrator)
        try DatabaseOpening.translating(file) {
            try queue.read { try SchemaCheck.checkAll($0, of: file, against: schema.migrator) }
        }
    }
}

extension UserStore {
    func check() throws { try read { db in try SchemaCheck.checkAll(db, of: file, against: UserSchema.migrator()) } }
}

extension PageStore {
    /// Texts are not looked at: see ``damagedTexts()``.
    func check() throws {
        try read { db in try SchemaCheck.checkAll(db, of: file, against: PagesSchema.migrator()) }
        for table in PagesSchema.Table.allCases where table != .text { try check(table) }
    }
}

extension IndexStore {
    func check() throws {
        try read { db in try SchemaCheck.checkAll(db, of: file, against: IndexSchema.migrator()) }
        // FTS5's own check (section 6.4 of its documentation); nothing is written.
        try write { db in
            for table in FullTextTables.current.tables {
                try db.execute(sql: "INSERT INTO \(table)(\(table)) VALUES('integrity-check')")
            }
        }
    }

    /// Whether search finds every document's rows where they are, and no two documents have the same.
    func checkRowMap() throws {
        try read { db in
            let rowMap = try DocumentRowMap(db)
            let rows = try Row.fetchAll(db, sql: "SELECT id, first_row, row_count FROM document ORDER BY first_row")
            var end: Int64 = 1
            var agrees = rows.count == rowMap.count
            for (ordinal, row) in rows.enumerated() where agrees {
                let (id, first, count): (Int64, Int64?, Int64?) = try (
                    row.value(at: 0), row.value(at: 1), row.value(at: 2)
                )
                agrees = id == rowMap.ids[ordinal] && first == rowMap.firstRows[ordinal] && first ?? 0 >= end
                end = (first ?? 0).addingReportingOverflow(count ?? 0).partialValue
            }
            guard agrees else {
                throw DatabaseOpening.damaged(file, "the rows of the documents' words are wrong")
            }
        }
    }
}
