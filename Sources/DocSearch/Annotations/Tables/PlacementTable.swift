import ExtractionProtocol
import GRDB

/// Finds the documents of annotations. Runs keep them in the table `placement`; readers find newer ones.
struct PlacementTable {
    let db: Database
    /// A view may have taken the table's name.
    var documents = "document"
    /// Absolute paths, by number.
    let roots: [Int64: String]

    struct Subject {
        var id: Int64
        var anchor: DocumentAnchor
        /// Milliseconds since 1970.
        var changed: Int64

        init(_ row: Row) throws {
            id = try row.value("id")
            changed = try row.value("changed")
            anchor = try DocumentAnchor(row)
        }
    }

    /// By the first bytes; else as a run last saw the document, or by its number, which mails keep that move up in
    /// their mailbox; else, when no run has, as it was known at the time of the annotation. Once it has moved on,
    /// another document in its first place is not taken for it. While only known copies have its bytes, a document with
    /// new bytes in its place is still the same: it has not moved there. Other documents that were there before are
    /// never taken for it, whatever their place and identifier are now.
    func document(of subject: Subject) throws -> DocumentAnchor.Candidate? {
        let candidates = try candidates(subject.anchor)
        let placement = try placement(of: subject.id)
        if let placement, !placement.copies.isEmpty,
            let found = placement.anchor.inItsPlace(among: try self.candidates(placement.anchor))
        {
            let isSettled = found.anchor.contentHash == placement.anchor.contentHash
            let others = try isSettled ? [] : copies(of: placement.firstHash, but: found.id)
            if isSettled || !others.isEmpty && Set(others).isSubset(of: placement.copies) { return found }
        }
        // It has moved to where no copy was before.
        let others = candidates.filter { placement?.copies.contains($0.id) != true }
        if let found = subject.anchor.withTheSameBytes(among: others) { return found }
        if let found = subject.anchor.withTheSameBytes(among: candidates) { return found }
        guard let placement else { return subject.anchor.placed(among: candidates) }
        let seen = placement.anchor
        let known = try self.candidates(seen, number: placement.document)
        if let found = seen.withTheSameBytes(among: known) { return found }
        let newest = try newestDocument()
        func mayBe(_ candidate: DocumentAnchor.Candidate) -> Bool {
            candidate.id == placement.document || candidate.id > newest
        }
        let numbered = known.first { $0.id == placement.document && $0.anchor.identifier == seen.identifier }
        if let found = numbered ?? seen.placed(among: known.filter(mayBe)) { return found }
        var first = subject.anchor
        if first.path != seen.path { first.path = nil }
        return first.placed(among: candidates.filter(mayBe))
    }

    private func candidates(_ anchor: DocumentAnchor, number: Int64? = nil) throws -> [DocumentAnchor.Candidate] {
        let rows = try db.rows(
            """
            SELECT document.id, root_id, document.content_hash, path, identifier, has_content, document.format
            FROM \(documents) AS document JOIN bundle ON bundle.id = bundle_id
            WHERE document.id IN (
                SELECT id FROM \(documents) WHERE path = ?1
                UNION SELECT id FROM \(documents) WHERE content_hash = ?2 AND ?2 <> ''
                UNION SELECT id FROM \(documents) WHERE identifier = ?3
                UNION SELECT id FROM \(documents) WHERE id = ?4)
            """, [anchor.path, anchor.contentHash, anchor.identifier, number])
        return try Array(
            rows.map { row in
                let found = DocumentAnchor(
                    contentHash: try row.value(at: 2), rootPath: roots[try row.value(at: 1)] ?? "",
                    path: try row.value(at: 3), identifier: try row.value(at: 4))
                let isRecord = try !(row.value(at: 5) as Bool)
                let format: String? = try row.value(at: 6)
                return DocumentAnchor.Candidate(
                    id: try row.value(at: 0), anchor: found,
                    isOtherRecord: isRecord && !found.isSameRecord(as: anchor),
                    isNumbered: format == BundleFormat.mailbox.rawValue)
            })
    }

    // MARK: - What runs keep

    private static let placedKey = "placed-until"
    private static let newestKey = "placed-newest"

    /// See `subject.changed`.
    func placedUntil() throws -> Int64 { try number(Self.placedKey) }

    /// The greatest number of a document when a run last placed subjects.
    private func newestDocument() throws -> Int64 { try number(Self.newestKey) }

    private func number(_ key: String) throws -> Int64 { try (db.meta(key) as String?).flatMap(Int64.init) ?? 0 }

    func hasNotedNewest() throws -> Bool { try newestDocument() == lastDocument() }

    func noteNewest() throws { try db.setMeta(Self.newestKey, to: String(lastDocument())) }

    private func lastDocument() throws -> Int64 { try db.fetchOne("SELECT max(id) FROM document") ?? 0 }

    func toPlaceAgain() throws -> [Int64] {
        let paths = Dictionary(uniqueKeysWithValues: roots.map { (String($0.key), $0.value) })
        return try db.fetchAll(
            """
            SELECT subject_id FROM placement LEFT JOIN document ON document.id = document_id
            LEFT JOIN bundle ON bundle.id = bundle_id
            WHERE document.id IS NULL OR document.content_hash <> placement.content_hash
                OR document.path <> placement.path OR placement.first_hash <> placement.content_hash
                OR document.identifier IS NOT placement.identifier
                OR (document.content_hash <> '' AND document.content_hash = first_hash AND EXISTS (
                    SELECT 1 FROM document AS copy WHERE copy.content_hash = document.content_hash
                        AND copy.id <> document.id AND copy.has_content
                        AND instr(' ' || copies || ' ', ' ' || copy.id || ' ') = 0))
                OR placement.root_path <> json_extract(?, '$."' || root_id || '"')
            """, [JSONText.encode(paths)])
    }

    func hasLostSubjects() throws -> Bool { try db.exists("SELECT 1 FROM placement WHERE document_id IS NULL LIMIT 1") }

    func toBeFound() throws -> [Int64] {
        let isKnown = [
            "content_hash = lost.content_hash AND lost.content_hash <> ''",
            "content_hash = lost.first_hash AND lost.first_hash <> ''", "path = lost.path",
            "identifier = lost.identifier",
        ].map { "EXISTS (SELECT 1 FROM \(documents) WHERE \($0))" }
        return try db.fetchAll(
            "SELECT subject_id FROM placement AS lost WHERE document_id IS NULL AND (\(isKnown.joined(separator: " OR ")))"
        )
    }

    struct Placement: Hashable {
        var subject: Int64
        var document: Int64?
        var anchor: DocumentAnchor
        var firstHash: String
        var copies: [Int64]
    }

    private func placement(of subject: Int64) throws -> Placement? {
        try db.fetchOne("SELECT * FROM placement WHERE subject_id = ?", [subject]) { row in
            Placement(
                subject: subject, document: try row.value("document_id"), anchor: try DocumentAnchor(row),
                firstHash: try row.value("first_hash"), copies: Self.numbers(try row.value("copies")))
        }
    }

    func change(of subject: Subject) throws -> Placement? {
        let known = try placement(of: subject.id)
        let found = try document(of: subject)
        let isKnown = known?.firstHash == subject.anchor.contentHash
        let placement = Placement(
            subject: subject.id, document: found?.id, anchor: found?.anchor ?? known?.anchor ?? subject.anchor,
            firstHash: subject.anchor.contentHash,
            copies: try found.map { found in
                let hasFirst = found.anchor.contentHash == subject.anchor.contentHash
                return hasFirst || !isKnown
                    ? try copies(of: found.anchor.contentHash, but: found.id) : known?.copies ?? []
            } ?? known?.copies ?? [])
        return placement == known ? nil : placement
    }

    /// No document has so many copies that each would have to be known.
    private static let mostCopies = 100

    private func copies(of hash: String, but id: Int64) throws -> [Int64] {
        guard !hash.isEmpty else { return [] }
        return try db.fetchAll(
            "SELECT id FROM \(documents) WHERE content_hash = ? AND has_content AND id <> ? ORDER BY id LIMIT \(Self.mostCopies)",
            [hash, id])
    }

    private static func numbers(_ text: String) -> [Int64] { text.split(separator: " ").compactMap { Int64($0) } }

    func keep(_ placement: Placement) throws {
        let anchor = placement.anchor
        try db.execute(
            """
            INSERT OR REPLACE INTO placement
                (subject_id, document_id, content_hash, root_path, path, identifier, first_hash, copies)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                placement.subject, placement.document, anchor.contentHash, anchor.rootPath, anchor.path ?? "",
                anchor.identifier, placement.firstHash, placement.copies.map { String($0) }.joined(separator: " "),
            ])
    }

    /// Call before the document gets bytes of this hash. Where they are those of another document that was there
    /// before, it moves there, and what people said does not stay in the place: rights may ask for it. Bytes that are
    /// new, and those of a known copy, are another version of the same. Returns false where nothing changes.
    func leavePlace(document id: Int64, to hash: String, besides renewed: Set<Int64>) throws -> Bool {
        let isSame = try db.exists("SELECT 1 FROM document WHERE id = ? AND content_hash = ?", [id, hash])
        guard !isSame else { return false }
        let known = try copies(of: hash, but: id).filter { try $0 <= newestDocument() && !renewed.contains($0) }
        guard !known.isEmpty else { return true }
        try db.execute(
            """
            UPDATE placement SET document_id = NULL, path = '', identifier = NULL
            WHERE document_id = ? AND EXISTS (
                SELECT 1 FROM json_each(?) WHERE instr(' ' || copies || ' ', ' ' || value || ' ') = 0)
            """, [id, JSONText.encode(known)])
        return true
    }

    func setPlacedUntil(_ moment: Int64) throws { try db.setMeta(Self.placedKey, to: String(moment)) }
}

extension DocumentAnchor {
    init(_ row: Row) throws {
        self.init(
            contentHash: try row.value("content_hash"), rootPath: try row.value("root_path"),
            path: try row.value("path"), identifier: try row.value("identifier"))
    }
}
