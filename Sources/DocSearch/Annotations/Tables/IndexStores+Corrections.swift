import GRDB

/// Which corrections the index has. Another state of `user.sqlite` has another.
struct CorrectionState: Codable, Equatable {
    /// The number of all corrections, and sums of their times and subjects. Of an index that is being brought up to date no
    /// number is right.
    var count = 0
    var modified: Double = 0
    var subjects: Double = 0
    var last: Int64 = 0
    /// The same of the documents that their subjects are.
    var placements: Double = 0
    /// The last change in the journal, and its time.
    var change: Int64 = 0
    var time: Int64 = 0

    static let key = "corrections"

    /// `schema` is the name of `user.sqlite` on this connection.
    init(_ db: Database, _ schema: String = "main") throws {
        let row = try db.row(
            """
            SELECT count(*), total(modified), total(subject_id * (id % 1000 + 1)), coalesce(max(id), 0)
            FROM \(schema).decision WHERE kind = ?
            """, [Annotation.Kind.correction.rawValue])
        if let row {
            (count, modified) = (try row.value(at: 0), try row.value(at: 1))
            (subjects, last) = (try row.value(at: 2), try row.value(at: 3))
        }
        if let row = try db.row("SELECT id, time FROM \(schema).change ORDER BY id DESC LIMIT 1") {
            (change, time) = (try row.value(at: 0), try row.value(at: 1))
        }
    }

    init() {}

    /// What the index has; as without corrections when nothing is noted, or when it cannot be read.
    init(noted db: Database) throws {
        let noted: String? = try db.meta(Self.key)
        self = noted.flatMap { try? JSONText.decode($0) } ?? Self()
    }

    /// Whether people said the same.
    func hasSame(_ other: Self) -> Bool {
        (count, modified, subjects, last) == (other.count, other.modified, other.subjects, other.last)
    }
}

extension IndexStores {
    /// Gives pages the texts that people have made of them since the index was last brought up to date with them: those of
    /// documents whose corrections have changed, by the journal. `all` is also for documents that have come, gone or moved.
    /// May be called beside the thread of a run: a few documents at a time are written.
    func applyCorrections(all: Bool = false) throws {
        let noted = try index.read { db in try CorrectionState(noted: db) }
        var state = try user.read { db in try CorrectionState(db) }
        let placed = all ? try documentsToCorrect() : nil
        state.placements = placed?.sum ?? noted.placements
        guard !state.hasSame(noted) || state.placements != noted.placements else { return }
        var documents = placed?.documents ?? []
        if !state.hasSame(noted) {
            let subjects = try user.subjects(correctedAfter: noted)
            for start in stride(from: 0, to: subjects.count, by: Self.subjectsAtOnce) {
                let some = subjects[start..<min(start + Self.subjectsAtOnce, subjects.count)]
                documents.formUnion(try place(some))
            }
        }
        let sorted = documents.sorted()
        if !sorted.isEmpty {
            // A kill in between must not leave the note of before, to which undoing could lead back.
            var unfinished = noted
            unfinished.count = -1
            try index.write { db in try db.setMeta(CorrectionState.key, to: JSONText.encode(unfinished)) }
        }
        for start in stride(from: 0, to: sorted.count, by: Self.documentsAtOnce) {
            try index.write { db in
                let writer = DocumentWriter(index, pages: pages)
                for document in sorted[start..<min(start + Self.documentsAtOnce, sorted.count)] {
                    let (pages, isSound) = try writer.indexedPages(db, document: document)
                    // What is damaged is read again, and corrected then.
                    guard isSound, !pages.isEmpty else { continue }
                    try writer.rewritePages(db, document: document, pages: pages, user: user)
                }
            }
        }
        try index.write { db in try db.setMeta(CorrectionState.key, to: JSONText.encode(state)) }
    }

    private static let subjectsAtOnce = 256
    private static let documentsAtOnce = 16

    /// The documents of subjects. Those that no run has placed are placed here, if they are in the index.
    private func place(_ subjects: ArraySlice<Int64>) throws -> [Int64] {
        let roots = try user.rootPaths()
        return try index.write { db in
            let table = PlacementTable(db: db, roots: roots)
            return try subjects.compactMap { id in
                let known: Int64? = try db.fetchOne("SELECT document_id FROM placement WHERE subject_id = ?", [id])
                if let known { return known }
                guard let subject = try user.subject(id), let placement = try table.change(of: subject),
                    let document = placement.document
                else { return nil }
                try table.keep(placement)
                return document
            }
        }
    }

    /// Those that have corrected pages or corrections, and the sum of where these are.
    private func documentsToCorrect() throws -> (documents: Set<Int64>, sum: Double) {
        let subjects: [Int64] = try user.fetchAll(
            "SELECT DISTINCT subject_id FROM decision WHERE kind = ?", [Annotation.Kind.correction.rawValue])
        return try index.read { db in
            let corrected: [Int64] = try db.fetchAll(
                "SELECT DISTINCT id >> \(IndexSchema.pageBits) FROM page WHERE read_text_id IS NOT NULL")
            let placed = try db.fetchAll(
                """
                SELECT subject_id, document_id FROM placement
                WHERE document_id IS NOT NULL AND subject_id IN (SELECT value FROM json_each(?))
                """, [JSONText.encode(subjects)]
            ) { row in (subject: try row.value(at: 0) as Int64, document: try row.value(at: 1) as Int64) }
            let sum = placed.reduce(0) { $0 + Double($1.subject % 1000 + 1) * Double($1.document) }
            return (Set(corrected + placed.map(\.document)), sum)
        }
    }
}

extension UserStore {
    /// Subjects whose corrections have changed; all that have some where the journal does not tell.
    fileprivate func subjects(correctedAfter state: CorrectionState) throws -> [Int64] {
        try read { db in
            try state.changed("subject_id", inJournal: "$.subject", db)
        }
    }
}

extension CorrectionState {
    /// A column of the corrections that have changed since, by the journal; of all where it does not tell. `schema` is the
    /// name of `user.sqlite` on this connection.
    fileprivate func changed<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ column: String, inJournal path: String, _ db: Database, _ schema: String = "main"
    ) throws -> [Value] {
        let kind = Annotation.Kind.correction.rawValue
        let isKnown =
            try change > 0 && db.exists("SELECT 1 FROM \(schema).change WHERE id = ? AND time = ?", [change, time])
        guard isKnown else {
            return try db.fetchAll("SELECT DISTINCT \(column) FROM \(schema).decision WHERE kind = ?", [kind])
        }
        return try db.fetchAll(
            """
            SELECT DISTINCT json_extract(said, '\(path)') FROM (
                SELECT before AS said FROM \(schema).change_step WHERE change_id > ?1
                UNION ALL SELECT after FROM \(schema).change_step WHERE change_id > ?1)
            WHERE said IS NOT NULL AND json_extract(said, '$.decision.kind') = ?2
            """, [change, kind])
    }
}

extension IndexStore {
    /// Whether all corrections are in the texts that are searched.
    func hasAllCorrections() throws -> Bool {
        try requireAnnotations()
        return try read { db in
            try CorrectionState(db, "person").hasSame(CorrectionState(noted: db))
        }
    }

    /// Documents that may have corrections which are adrift: a page's only one is not where the page has a corrected text.
    func documentsPerhapsAdrift() throws -> [Int64] {
        try saidIDs(
            """
            SELECT DISTINCT document_id FROM (
                SELECT document_id, decision.page AS number, count(*) AS corrections
                FROM person.decision JOIN placed USING (subject_id)
                WHERE kind = ? AND document_id IS NOT NULL GROUP BY document_id, number)
            WHERE corrections > 1 OR NOT EXISTS (
                SELECT 1 FROM page WHERE id = document_id << \(IndexSchema.pageBits) | number AND read_text_id IS NOT NULL)
            ORDER BY document_id
            """, [Annotation.Kind.correction.rawValue])
    }

    /// How many were made, changed or removed and are not in these texts.
    func waitingCorrections() throws -> Int {
        guard try !hasAllCorrections() else { return 0 }
        return try read { db in
            let noted = try CorrectionState(noted: db)
            let ids: [String] = try noted.changed("uuid", inJournal: "$.decision.id", db, "person")
            return ids.count
        }
    }
}
