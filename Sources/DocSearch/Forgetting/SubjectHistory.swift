import GRDB

/// The subjects that had annotations before others got them, by the journal, which is read once for any number of
/// subjects.
struct SubjectHistory {
    /// The present subject of each annotation.
    private let owners: [String: Int64]
    /// The subjects that the journal names with an annotation, and the annotations that it names with a subject.
    private var subjects: [String: Set<Int64>] = [:]
    private var annotations: [Int64: Set<String>] = [:]

    init(_ db: Database) throws {
        owners = Dictionary(
            uniqueKeysWithValues: try db.fetchAll("SELECT uuid, subject_id FROM decision") { row in
                (try row.value(at: 0) as String, try row.value(at: 1) as Int64)
            })
        let steps = try db.rows(
            """
            SELECT coalesce(json_extract(before, '$.decision.id'), json_extract(after, '$.decision.id'), ''),
                json_extract(before, '$.subject'), json_extract(after, '$.subject')
            FROM change_step
            """)
        while let step = try steps.next() {
            let annotation: String = try step.value(at: 0)
            for subject in [try step.value(at: 1) as Int64?, try step.value(at: 2)].compactMap(\.self) {
                subjects[annotation, default: []].insert(subject)
                annotations[subject, default: []].insert(annotation)
            }
        }
    }

    /// Subjects that have no annotations any more because these were given theirs; in ascending order. Takes as long
    /// as the journal's entries about them.
    func former(of given: Set<Int64>) -> [Int64] {
        let owning = Set(owners.values)
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
