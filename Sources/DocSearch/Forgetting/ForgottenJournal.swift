import GRDB

/// The part of the journal that is about some subjects.
struct ForgottenJournal {
    private var subjects: Set<Int64>
    private var steps: [Int64] = []
    private var changes: Set<Int64> = []

    struct Step {
        /// `change_step.id`.
        var id: Int64
        var change: Int64
        /// Of the annotation before and after.
        var subjects: [Int64]
        var annotation: String
    }

    init(_ db: Database, subjects: Set<Int64>) throws {
        self.subjects = subjects
        // What has been given to another document since is that one's.
        let others = Set(
            try Row.fetchAll(db, sql: "SELECT uuid, subject_id FROM decision")
                .filter { try !subjects.contains($0.value(at: 1)) }.map { try $0.value(at: 0) as String })
        var waiting = try Self.steps(db).filter { !others.contains($0.annotation) }
        var annotations: Set<String> = []
        // An annotation may have been of another subject before, and what else was said of that one belongs to it as well.
        while true {
            let found = waiting.filter {
                annotations.contains($0.annotation) || !self.subjects.isDisjoint(with: $0.subjects)
            }
            guard !found.isEmpty else { break }
            let ids = Set(found.map(\.id))
            waiting.removeAll { ids.contains($0.id) }
            steps += ids
            changes.formUnion(found.map(\.change))
            annotations.formUnion(found.map(\.annotation))
        }
    }

    static func steps(_ db: Database) throws -> [Step] {
        let rows = try db.rows(
            """
            SELECT id, change_id, json_extract(before, '$.subject'), json_extract(after, '$.subject'),
                coalesce(json_extract(before, '$.decision.id'), json_extract(after, '$.decision.id'), '')
            FROM change_step
            """)
        return try Array(
            rows.map { row in
                let named: [Int64?] = [try row.value(at: 2), try row.value(at: 3)]
                return Step(
                    id: try row.value(at: 0), change: try row.value(at: 1), subjects: named.compactMap { $0 },
                    annotation: try row.value(at: 4))
            })
    }

    /// Returns how many annotations there were.
    func forget(_ db: Database) throws -> Int {
        var count = 0
        for subject in subjects where subject != 0 {
            try db.execute("DELETE FROM decision WHERE subject_id = ?", [subject])
            count += db.changesCount
        }
        try Self.forget(db, steps: steps, of: changes)
        for subject in subjects where subject != 0 {
            try db.execute("DELETE FROM subject WHERE id = ?", [subject])
        }
        return count
    }

    /// Takes steps out of the journal, and those of their changes that have no others.
    static func forget(_ db: Database, steps: [Int64], of changes: Set<Int64>) throws {
        for step in steps { try db.execute("DELETE FROM change_step WHERE id = ?", [step]) }
        for change in changes {
            try db.execute(
                "DELETE FROM change WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM change_step WHERE change_id = ?1)",
                [change])
        }
    }
}

/// Which subjects had annotations before others had them, by the journal, which is read once for however many subjects.
struct SubjectHistory {
    /// The subject that an annotation is of now.
    private var owners: [String: Int64] = [:]
    /// Subjects of which something is said now.
    private var owning: Set<Int64> = []
    /// The subjects that the journal names with an annotation.
    private var subjects: [String: Set<Int64>] = [:]
    /// The annotations that it names with a subject.
    private var annotations: [Int64: Set<String>] = [:]

    init(_ db: Database) throws {
        let owned = try db.rows("SELECT uuid, subject_id FROM decision")
        while let row = try owned.next() { owners[try row.value(at: 0)] = try row.value(at: 1) as Int64 }
        owning = Set(owners.values)
        for step in try ForgottenJournal.steps(db) {
            subjects[step.annotation, default: []].formUnion(step.subjects)
            for subject in step.subjects { annotations[subject, default: []].insert(step.annotation) }
        }
    }

    /// Subjects whose annotations were given to these, and of which nothing is said any more; in ascending order. Takes
    /// as long as what the journal has of them.
    func former(of given: Set<Int64>) -> [Int64] {
        var found = given
        var waiting = Array(given)
        while let subject = waiting.popLast() {
            for annotation in annotations[subject] ?? [] where owners[annotation].map(given.contains) ?? true {
                for other in subjects[annotation] ?? [] where other != 0 && !owning.contains(other) {
                    if found.insert(other).inserted { waiting.append(other) }
                }
            }
        }
        return found.subtracting(given).filter { subject in
            // The journal of another document may name it, too.
            (annotations[subject] ?? []).allSatisfy { owners[$0].map(found.contains) ?? true }
        }.sorted()
    }
}

/// Names of what is forgotten, which the journal has in its sentences: behind a blank, and before a colon or the end.
struct ForgottenNames {
    private var names: Set<ArraySlice<UInt8>> = []
    /// Bytes that names have, the longest first: of two that fit, the longer one is meant.
    private let lengths: [Int]

    init(_ texts: some Sequence<String>) {
        for text in texts where !text.isEmpty { names.insert(Array(text.utf8)[...]) }
        lengths = Set(names.map(\.count)).sorted(by: >)
    }

    /// A sentence with `…` for each of the names; nil without any. The number of names costs no time.
    func removed(from sentence: String) -> String? {
        let bytes = Array(sentence.utf8)
        var rest: [UInt8] = []
        var (offset, count) = (0, 0)
        while offset < bytes.count {
            rest.append(bytes[offset])
            offset += 1
            guard rest.last == UInt8(ascii: " "), let length = length(at: offset, of: bytes) else { continue }
            rest += "…".utf8
            offset += length
            count += 1
        }
        return count > 0 ? String(decoding: rest, as: UTF8.self) : nil
    }

    private func length(at offset: Int, of bytes: [UInt8]) -> Int? {
        lengths.first { length in
            let end = offset + length
            guard end == bytes.count || end < bytes.count && bytes[end] == UInt8(ascii: ":") else { return false }
            return names.contains(bytes[offset..<end])
        }
    }
}
