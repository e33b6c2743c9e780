import GRDB

struct StoredAnnotation: Codable, Hashable {
    var subject: Int64
    var annotation: Annotation

    /// As the journal has always had them.
    private enum CodingKeys: String, CodingKey {
        case subject
        case annotation = "decision"
    }
}

extension StoredAnnotation {
    /// As the journal has it. An import writes many thousands.
    var json: String {
        var line = Array("{\"decision\":{\"author\":".utf8)
        JSONString.append(annotation.author, to: &line)
        line += ",\"created\":\(annotation.created),\"id\":".utf8
        JSONString.append(annotation.id, to: &line)
        line += ",\"kind\":".utf8
        JSONString.append(annotation.kind.rawValue, to: &line)
        line += ",\"modified\":\(annotation.modified),\"page\":\(annotation.page),\"value\":".utf8
        JSONString.append(annotation.value, to: &line)
        line += "},\"subject\":\(subject)}".utf8
        return String(decoding: line, as: UTF8.self)
    }

    static func fetch(_ db: Database, where condition: String, _ arguments: StatementArguments) throws -> [Self] {
        try db.fetchAll("SELECT \(Annotation.columns), subject_id FROM decision WHERE \(condition)", arguments) { row in
            Self(subject: try row.value(at: 7), annotation: try Annotation(row))
        }
    }

    static func fetch(_ db: Database, of subjects: [Int64]) throws -> [Self] {
        try subjects.flatMap { try fetch(db, where: "subject_id = ? ORDER BY id", [$0]) }
    }

    static func fetch(_ db: Database, id: String) throws -> Self? { try fetch(db, where: "uuid = ?", [id]).first }

    static func fetch(_ db: Database, beginning id: String, kind: Annotation.Kind) throws -> Self {
        let all = try fetch(
            db, where: "kind = ?1 AND substr(uuid, 1, length(?2)) = ?2 LIMIT 2", [kind.rawValue, id.lowercased()])
        guard let found = all.first, !id.isEmpty else {
            throw DocSearchError(.notFound, "There is no \(kind.rawValue) \"\(id)\".", item: id)
        }
        guard all.count == 1 else {
            throw DocSearchError(.ambiguous, "More than one \(kind.rawValue) begins with \"\(id)\".", item: id)
        }
        return found
    }

    func save(_ db: Database) throws {
        try db.execute(
            """
            INSERT INTO decision (uuid, subject_id, kind, page, value, created, modified, author)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            ON CONFLICT (uuid) DO UPDATE SET
                subject_id = ?2, kind = ?3, page = ?4, value = ?5, created = ?6, modified = ?7, author = ?8
            """,
            [
                annotation.id, subject, annotation.kind.rawValue, annotation.page, annotation.value, annotation.created,
                annotation.modified, annotation.author,
            ])
    }

    func delete(_ db: Database) throws { try db.execute("DELETE FROM decision WHERE uuid = ?", [annotation.id]) }
}

extension Annotation {
    static let columns = "uuid, kind, page, value, created, modified, author"

    init(_ row: Row) throws {
        self.init(
            id: try row.value(at: 0), kind: Kind(rawValue: try row.value(at: 1)), page: try row.value(at: 2),
            value: try row.value(at: 3), created: try row.value(at: 4), modified: try row.value(at: 5),
            author: try row.value(at: 6))
    }
}
