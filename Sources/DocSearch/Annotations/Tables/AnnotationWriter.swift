import Foundation
import GRDB

/// Changes annotations in one transaction, with the journal and the full-text tables.
final class AnnotationWriter {
    let db: Database
    private var action: String
    private var undone: Int64?
    let author: String
    /// Milliseconds since 1970.
    let time = Int64(Date().timeIntervalSince1970 * 1000)
    private(set) var steps = 0
    /// Whether a correction of a text was made, changed or removed.
    private(set) var hasCorrected = false
    private var changeID: Int64?
    private var touched: Set<Int64> = []
    private var made: Set<Int64> = []
    private var lastMoment: Int64?
    private var waiting: [(before: String?, after: String?)] = []

    init(_ db: Database, action: String, author: String) { (self.db, self.action, self.author) = (db, action, author) }

    // MARK: - Subjects

    func subject(_ document: ArchiveDocument, _ anchor: DocumentAnchor) throws -> Int64 {
        let known: Int64? = try db.fetchOne(
            "SELECT id FROM subject WHERE path = ? AND root_path = ? AND content_hash = ? AND identifier IS ?",
            [anchor.path, anchor.rootPath, anchor.contentHash, anchor.identifier])
        guard let known else {
            // The text of a page stays in files that are made from the archive.
            return try add(anchor, title: document.hasGuessedTitle ? PathText.name(document.path) : document.title)
        }
        // It was not placed on the document, so it is to be placed anew.
        try db.execute("UPDATE subject SET changed = ? WHERE id = ?", [moment(), known])
        return known
    }

    func add(_ anchor: DocumentAnchor, title: String) throws -> Int64 {
        let id = Int64.random(in: 1...Int64.max)
        try db.execute(
            """
            INSERT INTO subject (id, content_hash, root_path, path, identifier, title, changed)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """, [id, anchor.contentHash, anchor.rootPath, anchor.path ?? "", anchor.identifier, title, try moment()])
        made.insert(id)
        return id
    }

    func renew(_ subject: Int64, _ anchor: DocumentAnchor) throws {
        try db.execute(
            """
            UPDATE subject SET content_hash = ?1, root_path = ?2, path = ?3, identifier = ?4, changed = ?5
            WHERE id = ?6 AND (content_hash, root_path, path, identifier) IS NOT (?1, ?2, ?3, ?4)
            """, [anchor.contentHash, anchor.rootPath, anchor.path ?? "", anchor.identifier, try moment(), subject])
    }

    func forgetShown(of question: String) throws { try db.execute("DELETE FROM shown WHERE question = ?", [question]) }

    private func moment() throws -> Int64 {
        let last = try lastMoment ?? Int64.fetchOne(db, sql: "SELECT max(changed) FROM subject") ?? 0
        let moment = max(time, last + 1)
        lastMoment = moment
        return moment
    }

    // MARK: - Annotations

    func annotations(of subjects: [Int64], kind: Annotation.Kind? = nil) throws -> [StoredAnnotation] {
        try StoredAnnotation.fetch(db, of: subjects).filter { kind == nil || $0.annotation.kind == kind }
    }

    func annotation(_ id: String) throws -> StoredAnnotation? { try StoredAnnotation.fetch(db, id: id) }

    func annotation(beginning id: String, kind: Annotation.Kind) throws -> StoredAnnotation {
        try StoredAnnotation.fetch(db, beginning: id, kind: kind)
    }

    func add(_ annotation: Annotation, of subject: Int64) throws {
        try write(before: nil, after: StoredAnnotation(subject: subject, annotation: annotation))
    }

    func set(_ stored: StoredAnnotation, value: String) throws {
        guard stored.annotation.value != value else { return }
        var after = stored
        after.annotation.value = value
        // Later than what it takes the place of, also where a clock was wrong: what is newer wins.
        after.annotation.modified = max(time, stored.annotation.modified + 1)
        after.annotation.author = author
        try write(before: stored, after: after)
    }

    /// A change that counts on an annotation that is there already is a later change to it.
    func confirm(_ stored: StoredAnnotation) throws {
        var after = stored
        after.annotation.modified = max(time, stored.annotation.modified + 1)
        try write(before: stored, after: after)
    }

    func replace(_ stored: StoredAnnotation, with annotation: Annotation) throws {
        try write(before: stored, after: StoredAnnotation(subject: stored.subject, annotation: annotation))
    }

    func remove(_ stored: StoredAnnotation) throws { try write(before: stored, after: nil) }

    func move(_ stored: StoredAnnotation, to subject: Int64) throws {
        guard stored.subject != subject else { return }
        try write(before: stored, after: StoredAnnotation(subject: subject, annotation: stored.annotation))
    }

    func changes() throws -> [AnnotationChange] { try UserStore.changes(db) }

    /// Throws when something that the change made has been changed since.
    func undo(_ change: Int64) throws {
        (action, undone) = ("undo \(change)", change)
        let steps = try db.fetchAll(
            "SELECT before, after FROM change_step WHERE change_id = ? ORDER BY id DESC", [change]
        ) { row in
            try (0...1).map { number -> StoredAnnotation? in
                try (row.value(at: number) as String?).map { try JSONText.decode($0) }
            }
        }
        for step in steps {
            let (before, after) = (step[0], step[1])
            let id = before?.annotation.id ?? after?.annotation.id ?? ""
            guard try annotation(id) == after else {
                throw DocSearchError(
                    .failed,
                    "Change \(change) cannot be undone: a later one changed the same decision. Undo that first.")
            }
            // An annotation cannot go back to a document that was forgotten since.
            if let before, try !db.exists("SELECT 1 FROM subject WHERE id = ?", [before.subject]) {
                throw DocSearchError(
                    .failed,
                    "Change \(change) cannot be undone: the document that it was about has been forgotten. Nothing was "
                        + "changed.")
            }
            try write(before: after, after: before)
        }
    }

    private func write(before: StoredAnnotation?, after: StoredAnnotation?) throws {
        hasCorrected = hasCorrected || [before, after].contains { $0?.annotation.kind == .correction }
        waiting.append((before?.json, after?.json))
        if waiting.count == Self.stepsAtOnce { try writeSteps() }
        steps += 1
        if let after { try after.save(db) } else if let before { try before.delete(db) }
        touched.formUnion([before, after].compactMap { $0?.subject })
    }

    /// SQLite keeps the pages that a statement changes until it is done: one for many rows keeps each of them once.
    private static let stepsAtOnce = 50

    private func writeSteps() throws {
        guard !waiting.isEmpty else { return }
        let change = try change()
        let rows = waiting.map { _ in "(?, ?, ?)" }.joined(separator: ", ")
        try db.execute(
            "INSERT INTO change_step (change_id, before, after) VALUES \(rows)",
            StatementArguments(waiting.flatMap { [change, $0.before, $0.after] as [(any DatabaseValueConvertible)?] }))
        waiting = []
    }

    private func change() throws -> Int64 {
        if let changeID { return changeID }
        try db.execute(
            "INSERT INTO change (time, author, action, undoes) VALUES (?, ?, ?, ?)", [time, author, action, undone])
        changeID = db.lastInsertedRowID
        return db.lastInsertedRowID
    }

    /// In the order of rows: FTS5 writes what it has gathered whenever a row comes before the one before.
    func finish() throws {
        try writeSteps()
        for subject in touched.sorted() where subject != 0 {
            try AnnotationText.enter(db, subject, isNew: made.contains(subject))
        }
    }
}
