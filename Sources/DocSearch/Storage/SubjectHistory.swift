import GRDB

/// Which subjects had decisions before others had them, as the journal tells it. The journal is read once, for however many
/// subjects are asked about.
struct SubjectHistory {
    /// The subject that a decision is of now.
    private var owners: [String: Int64] = [:]
    /// Subjects of which something is said now.
    private var owning: Set<Int64> = []
    /// The subjects that the journal names with a decision.
    private var subjects: [String: Set<Int64>] = [:]
    /// The decisions that it names with a subject.
    private var decisions: [Int64: Set<String>] = [:]

    init(_ db: Database) throws {
        let owned = try Row.fetchCursor(db, sql: "SELECT uuid, subject_id FROM decision")
        while let row = try owned.next() { owners[try row.value(at: 0)] = try row.value(at: 1) as Int64 }
        owning = Set(owners.values)
        for step in try ForgottenJournal.steps(db) {
            subjects[step.decision, default: []].formUnion(step.subjects)
            for subject in step.subjects { decisions[subject, default: []].insert(step.decision) }
        }
    }

    /// Subjects whose decisions were given to these, and of which nothing is said any more; in ascending order. Takes as long
    /// as what the journal has of them.
    func former(of given: Set<Int64>) -> [Int64] {
        var found = given
        var waiting = Array(given)
        while let subject = waiting.popLast() {
            for decision in decisions[subject] ?? [] where owners[decision].map(given.contains) ?? true {
                for other in subjects[decision] ?? [] where other != 0 && !owning.contains(other) {
                    if found.insert(other).inserted { waiting.append(other) }
                }
            }
        }
        return found.subtracting(given).filter { subject in
            // The journal of another document may name it, too.
            (decisions[subject] ?? []).allSatisfy { owners[$0].map(found.contains) ?? true }
        }.sorted()
    }
}
