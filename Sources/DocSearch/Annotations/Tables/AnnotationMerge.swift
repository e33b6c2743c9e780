import GRDB

/// Merges annotations of another index: the newer wins, and what was taken back here later stays so.
final class AnnotationMerge {
    enum Outcome {
        case added, changed, same
        case removed
    }

    private let writer: AnnotationWriter
    private let db: Database
    private let removed: [String: Int64]
    /// Before the merge. Two annotations of the file on the same matter are both right where the file comes from, and
    /// are not compared.
    private let lastRow: Int64
    private let lastMoment: Int64
    private var subjects: [[ExactText?]: Int64] = [:]

    init(_ writer: AnnotationWriter) throws {
        self.writer = writer
        db = writer.db
        lastRow = try Int64.fetchOne(db, sql: "SELECT max(id) FROM decision") ?? 0
        lastMoment = try Int64.fetchOne(db, sql: "SELECT max(changed) FROM subject") ?? 0
        // A person who undoes an import may do it again.
        let rows = try db.rows(
            """
            SELECT json_extract(before, '$.decision.id'), max(time, json_extract(before, '$.decision.modified'))
            FROM change_step JOIN change ON change.id = change_id
            WHERE before IS NOT NULL AND (after IS NULL OR
                json_extract(after, '$.decision.modified') < json_extract(before, '$.decision.modified')) AND (
                undoes IS NULL OR undoes NOT IN (SELECT id FROM change WHERE action GLOB 'import *'))
            """)
        var removed: [String: Int64] = [:]
        while let row = try rows.next() {
            let (id, time): (String, Int64) = (try row.value(at: 0), try row.value(at: 1))
            removed[id] = max(time, removed[id] ?? 0)
        }
        self.removed = removed
    }

    func add(_ record: AnnotationRecord) throws -> Outcome {
        let annotation = record.annotation
        let moment: Int64? = try db.fetchOne("SELECT modified FROM decision WHERE uuid = ?", [annotation.id])
        if let moment {
            guard moment < annotation.modified, let known = try writer.annotation(annotation.id) else { return .same }
            if let time = removed[annotation.id], time >= annotation.modified { return .removed }
            guard known.annotation.kind == annotation.kind else {
                throw LineRefusal("\(annotation.id) is a \(known.annotation.kind.rawValue) in this index")
            }
            // The document may have been moved here: the annotation stays with it.
            try writer.replace(known, with: annotation)
            return .changed
        }
        if let time = removed[annotation.id], time >= annotation.modified { return .removed }
        let rivals = try rivals(of: record)
        guard rivals.allSatisfy({ $0.annotation.modified < annotation.modified }) else { return .same }
        for rival in rivals { try writer.remove(rival) }
        try writer.add(annotation, of: subject(record))
        return rivals.isEmpty ? .added : .changed
    }

    // MARK: - Subjects

    private static let sameSubject = "path = ?1 AND root_path = ?2 AND content_hash = ?3 AND identifier IS ?4"

    private func subject(_ record: AnnotationRecord) throws -> Int64 {
        guard let subject = record.subject else { return 0 }
        // Names that look alike may be of several files.
        let key = [subject.contentHash, subject.rootPath, subject.path, subject.identifier, subject.title]
            .map { $0.map(ExactText.init) }
        if let known = subjects[key] { return known }
        let known: Int64? = try db.fetchOne(
            """
            SELECT id FROM subject WHERE \(Self.sameSubject) AND (title = ?5 OR changed <= ?6)
            ORDER BY title <> ?5, changed LIMIT 1
            """, [subject.path, subject.rootPath, subject.contentHash, subject.identifier, subject.title, lastMoment])
        let row =
            try known
            ?? writer.add(
                DocumentAnchor(
                    contentHash: subject.contentHash, rootPath: subject.rootPath, path: subject.path,
                    identifier: subject.identifier), title: subject.title)
        if subjects.count >= Self.subjectsInMemory { subjects = [:] }
        subjects[key] = row
        return row
    }

    private static let subjectsInMemory = 2_000

    private func rivals(of record: AnnotationRecord) throws -> [StoredAnnotation] {
        let annotation = record.annotation
        guard lastRow > 0 else { return [] }
        switch annotation.kind {
        case .question:
            let name = try JSONText.decode(annotation.value, as: SavedQuestion.self).name
            return try ofArchive(annotation.kind, where: "json_extract(value, '$.name') = ?3", [name])
        case .exclusion:
            let exclusion = try JSONText.decode(annotation.value, as: Exclusion.Value.self)
            return try ofArchive(
                annotation.kind, where: "json_extract(value, '$.pattern') = ?3 AND json_extract(value, '$.root') = ?4",
                [exclusion.pattern, exclusion.root])
        case .tag, .withoutTag:
            return try sameKind(record).filter { $0.annotation.value.utf8.elementsEqual(annotation.value.utf8) }
        case let kind where Annotation.Kind.single.contains(kind): return try sameKind(record)
        default: return []
        }
    }

    private func sameKind(_ record: AnnotationRecord) throws -> [StoredAnnotation] {
        guard let subject = record.subject else { return [] }
        return try StoredAnnotation.fetch(
            db,
            where: """
                kind = ?6 AND id <= ?7 AND subject_id IN (
                    SELECT id FROM subject WHERE \(Self.sameSubject) AND changed <= ?5)
                """,
            [
                subject.path, subject.rootPath, subject.contentHash, subject.identifier, lastMoment,
                record.annotation.kind.rawValue, lastRow,
            ])
    }

    private func ofArchive(
        _ kind: Annotation.Kind, where condition: String, _ arguments: StatementArguments
    ) throws -> [StoredAnnotation] {
        try StoredAnnotation.fetch(
            db, where: "subject_id = 0 AND kind = ?1 AND id <= ?2 AND \(condition)",
            [kind.rawValue, lastRow] + arguments)
    }
}
