import GRDB

/// A decision with the subject that it is of.
struct StoredDecision: Codable, Hashable {
    var subject: Int64
    var decision: Decision

    init(subject: Int64, decision: Decision) {
        self.subject = subject
        self.decision = decision
    }

    init(_ row: Row) throws {
        subject = try row.value("subject_id")
        decision = Decision(
            id: try row.value("uuid"), kind: Decision.Kind(rawValue: try row.value("kind")),
            page: try row.value("page"), value: try row.value("value"), created: try row.value("created"),
            modified: try row.value("modified"), author: try row.value("author"))
    }

    /// As the journal has it. An import writes many thousands.
    var json: String {
        var line = Array("{\"decision\":{\"author\":".utf8)
        JSONString.append(decision.author, to: &line)
        line += ",\"created\":\(decision.created),\"id\":".utf8
        JSONString.append(decision.id, to: &line)
        line += ",\"kind\":".utf8
        JSONString.append(decision.kind.rawValue, to: &line)
        line += ",\"modified\":\(decision.modified),\"page\":\(decision.page),\"value\":".utf8
        JSONString.append(decision.value, to: &line)
        line += "},\"subject\":\(subject)}".utf8
        return String(decoding: line, as: UTF8.self)
    }

    /// From the oldest to the newest.
    static func fetch(_ db: Database, of subjects: [Int64]) throws -> [Self] {
        try subjects.flatMap { subject in
            try Row.fetchAll(
                db.cachedStatement(sql: "SELECT * FROM decision WHERE subject_id = ? ORDER BY id"),
                arguments: [subject]
            ).map(Self.init)
        }
    }

    static func fetch(_ db: Database, id: String) throws -> Self? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM decision WHERE uuid = ?"), arguments: [id]
        ).map(Self.init)
    }

    /// The one decision of a kind whose id begins so. Throws ``DocSearchError``: `notFound`, `ambiguous`.
    static func fetch(_ db: Database, beginning id: String, kind: Decision.Kind) throws -> Self {
        let ids = try String.fetchAll(
            db, sql: "SELECT uuid FROM decision WHERE kind = ?1 AND substr(uuid, 1, length(?2)) = ?2 LIMIT 2",
            arguments: [kind.rawValue, id.lowercased()])
        guard let first = ids.first, !id.isEmpty, let found = try fetch(db, id: first) else {
            throw DocSearchError(.notFound, "There is no \(kind.rawValue) \"\(id)\".", item: id)
        }
        guard ids.count == 1 else {
            throw DocSearchError(.ambiguous, "More than one \(kind.rawValue) begins with \"\(id)\".", item: id)
        }
        return found
    }

    func save(_ db: Database) throws {
        try db.executeCached(
            sql: """
                INSERT INTO decision (uuid, subject_id, kind, page, value, created, modified, author)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                ON CONFLICT (uuid) DO UPDATE SET
                    subject_id = ?2, kind = ?3, page = ?4, value = ?5, created = ?6, modified = ?7, author = ?8
                """,
            arguments: [
                decision.id, subject, decision.kind.rawValue, decision.page, decision.value, decision.created,
                decision.modified, decision.author,
            ])
    }

    func delete(_ db: Database) throws {
        try db.executeCached(sql: "DELETE FROM decision WHERE uuid = ?", arguments: [decision.id])
    }
}
