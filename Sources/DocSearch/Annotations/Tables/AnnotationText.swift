import GRDB

/// The full-text tables of annotations in `user.sqlite`, made again when damaged.
enum AnnotationText {
    private static let tables = [("said_fts", Stemmer.porter), ("said_word_fts", Stemmer.none)]

    private static let columns = "note, title, author, tag, label"

    static func create(_ db: Database) throws {
        for (name, stemmer) in tables {
            try db.execute(sql: "CREATE VIRTUAL TABLE \(name) USING fts5(\(columns), tokenize='\(stemmer.tokenizer)')")
        }
    }

    /// Enter many in the order of subjects: FTS5 writes what it has gathered whenever a row comes before the one
    /// before.
    static func enter(_ db: Database, _ subject: Int64, isNew: Bool = false) throws {
        var columns = ["", "", "", "", ""]
        let said = try db.rows("SELECT kind, value FROM decision WHERE subject_id = ? ORDER BY id", [subject])
        func add(_ text: String, _ column: Int) { columns[column] += (columns[column].isEmpty ? "" : "\n") + text }
        while let row = try said.next() {
            let value: String = try row.value(at: 1)
            switch Annotation.Kind(rawValue: try row.value(at: 0)) {
            case .note: add(value, 0)
            case .title: add(value, 1)
            case .authors: add(value, 2)
            case .tag: add(value, 3)
            case .highlight:
                let highlight: StoredHighlight = try JSONText.decode(value)
                for text in highlight.texts { add(text, 0) }
                if let label = highlight.label { add(label, 4) }
            default: continue
            }
        }
        for (name, _) in tables {
            if !isNew { try db.execute("DELETE FROM \(name) WHERE rowid = ?", [subject]) }
            guard columns.contains(where: { !$0.isEmpty }) else { continue }
            try db.execute(
                "INSERT INTO \(name)(rowid, \(Self.columns)) VALUES (?, ?, ?, ?, ?, ?)",
                StatementArguments([subject] + columns as [any DatabaseValueConvertible]))
        }
    }

    static func makeAgain(_ db: Database) throws {
        for (name, _) in tables { try db.execute(sql: "DROP TABLE \(name)") }
        try create(db)
        let subjects: [Int64] = try db.fetchAll(
            "SELECT DISTINCT subject_id FROM decision WHERE subject_id <> 0 ORDER BY subject_id")
        for subject in subjects { try enter(db, subject) }
    }

    /// FTS5, section 6.4. Tables of a docsearch that divided words differently are made again, too.
    static func rebuild(_ pool: DatabasePool) throws {
        guard try !pool.read(isOfThisMake) || !isSound(pool.path) else { return }
        try pool.write(makeAgain)
    }

    private static func isOfThisMake(_ db: Database) throws -> Bool {
        try tables.allSatisfy { name, stemmer in
            let made = try String.fetchOne(db, sql: "SELECT sql FROM sqlite_master WHERE name = ?", arguments: [name])
            return made?.contains("'\(stemmer.tokenizer)'") ?? false
        }
    }

    /// On a connection of its own, which writes nothing: the check has the form of a change.
    private static func isSound(_ file: String) throws -> Bool {
        let queue = try DatabaseOpening.queue(file, waiting: 10)
        do {
            try queue.writeWithoutTransaction { db in
                for (name, _) in tables {
                    try db.execute(sql: "INSERT INTO \(name)(\(name)) VALUES('integrity-check')")
                }
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            return false
        }
        try queue.close()
        return true
    }
}
