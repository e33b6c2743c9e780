import BundleConventions
import ExtractionProtocol
import GRDB

/// Decides whether what was read with complaints replaces what the index has: a damaged file takes no text along.
struct KeptTexts {
    let stores: IndexStores

    /// Why the index keeps what it has of a document; nil when the new reading replaces it. That is so when nothing of it
    /// complained, or when no page has fewer words than before. `problems` are those of its bundle, a `format`.
    func refusal(
        of frame: DocumentFrame, pages: [IndexedPage], at path: BundlePath, _ format: BundleFormat?,
        problems: [ProblemFrame]
    ) throws -> ProblemFrame? {
        guard let bundle = try stores.index.bundle(at: path),
            let known = try stores.index.document(bundle: bundle.id, entry: frame.entry)
        else { return nil }
        let isMail = format == .mail || format == .mailbox
        let id = frame.metadata.identifier
        guard
            let complaint = complaint(about: frame, pages: pages, problems)
                ?? (isMail && (id == nil || id == known.identifier) ? "a sent mail does not become shorter" : nil)
        else { return nil }
        let writer = DocumentWriter(pages: stores.pages, fullText: stores.index.fullText)
        let before = try words(of: stores.index.read { db in try writer.indexedPages(db, document: known.id).0 })
        let after = try words(of: pages)
        let fewer = before.filter { $0.value > after[$0.key] ?? 0 }.count
        guard fewer > 0 || known.pageCount > frame.pageCount else { return nil }
        let loss =
            known.pageCount > frame.pageCount
            ? "it has \(frame.pageCount.counted("page")), and had \(known.pageCount)"
            : "\(fewer) of \(known.pageCount.counted("page")) \(fewer == 1 ? "has" : "have") fewer words than before"
        return ProblemFrame(
            .damaged, at: .content, of: frame.entry,
            "\(DamagedPages(pages)?.sentence ?? "it may be incomplete"), and \(loss) (\(complaint)); the text that was "
                + "read before was kept. Use another copy of the file, or take it as it is with docsearch reread")
    }

    /// The first words that tell of damage.
    private func complaint(
        about frame: DocumentFrame, pages: [IndexedPage], _ problems: [ProblemFrame]
    ) -> String? {
        if let damage = DamagedPages(pages) { return damage.words }
        // What a document's text comes from may be any file of its bundle.
        let said = problems.first { $0.stage != .render && $0.stage != .recognition && $0.code != .limit }
        let repair = pages.lazy.flatMap(\.reasons).compactMap(DamageReason.complaint).first
        return said?.reason ?? repair ?? frame.warning
    }

    private func words(of pages: [IndexedPage]) throws -> [Int: Int] {
        let texts = try stores.pages.texts(pages.compactMap(\.textID))
        let counts = pages.map { page in (page.number, page.textID.flatMap { texts[$0] }.map(WordCount.of) ?? 0) }
        return Dictionary(counts, uniquingKeysWith: max)
    }
}

/// The pages of a document that were read with complaints.
struct DamagedPages {
    let numbers: [Int]
    /// Pages of the document.
    let count: Int
    /// What was said of the first.
    let words: String

    /// Nil when there are none.
    init?(_ pages: [IndexedPage]) {
        let damaged = pages.compactMap { page in
            page.reasons.lazy.compactMap(DamageReason.words).first.map { (page.number, $0) }
        }
        guard let first = damaged.first else { return nil }
        (numbers, words) = (damaged.map(\.0), first.1)
        count = pages.count { $0.number > 0 }
    }

    /// Without what was said.
    var sentence: String {
        "damaged: \(numbers.count) of \(count.counted("page")) may be incomplete"
    }

    /// What stands in the list of failures.
    func problem(entry: String) -> ProblemFrame {
        let named = numbers.prefix(10).map { String($0) }.joined(separator: ", ")
        let all = numbers.count > 10 ? "\(named), …" : named
        return ProblemFrame(
            .damaged, at: .content, of: entry,
            "\(sentence): \(numbers.count == 1 ? "page" : "pages") \(all) (\(words)); what could be read was indexed")
    }
}

extension ProblemFrame {
    /// Whether it may be why a document is not what it was: it is about the document, what it lies in, or a part of it.
    func isAbout(_ entry: String) -> Bool {
        let own = address.entry
        if own == entry || own.isEmpty && stage == .bundle { return true }
        let marks = ["/", PathForm.mark]
        return !own.isEmpty && marks.contains { entry.hasPrefix(own + $0) }
            || !entry.isEmpty && marks.contains { own.hasPrefix(entry + $0) }
    }
}

extension IndexStore {
    /// What the index has under a name in a bundle.
    func document(bundle: Int64, entry: String) throws -> (id: Int64, identifier: String?, pageCount: Int)? {
        try fetchOne(
            "SELECT id, identifier, page_count FROM document WHERE bundle_id = ? AND entry = ?", [bundle, entry]
        ) { (try $0.value("id"), try $0.value("identifier"), try $0.value("page_count")) }
    }

    func hasDocuments(bundle: Int64) throws -> Bool {
        try exists("SELECT 1 FROM document WHERE bundle_id = ? LIMIT 1", [bundle])
    }

    /// Of documents that a bundle had and that were not found in it those that a problem may be hiding.
    func entriesHidden(bundle: Int64, by problems: [ProblemFrame], found: Set<String>) throws -> Set<String> {
        let opening = problems.filter {
            $0.address.page == 0 && ($0.stage == .bundle || $0.stage == .document || $0.stage == .content)
        }
        guard !opening.isEmpty else { return [] }
        let standing = Set(
            try fetchAll(
                "SELECT entry, stage FROM failure WHERE bundle_id = ? AND page = 0", [bundle]
            ) { "\(try $0.value("stage") as String) \(try $0.value("entry") as String)" })
        // With a problem that was not there before, what is missing may be what it is about, whatever its name.
        let isNew = opening.contains { !standing.contains("\($0.stage.rawValue) \($0.address.entry)") }
        let known: [String] = try fetchAll("SELECT entry FROM document WHERE bundle_id = ?", [bundle])
        return Set(
            known.filter { entry in !found.contains(entry) && (isNew || opening.contains { $0.isAbout(entry) }) })
    }

    /// Notes which documents keep a text that their files no longer have; see ``isKept(document:)``.
    func noteKept(bundle: Int64, _ entries: Set<String>) throws {
        for entry in entries {
            try execute(
                "UPDATE failure SET settings = 'kept' WHERE bundle_id = ? AND entry = ? AND page = 0 AND stage = 'content'",
                [bundle, entry])
        }
    }

    /// Whether the index has a better text of a document than its file.
    func isKept(document: Int64) throws -> Bool {
        try exists(
            """
            SELECT 1 FROM failure WHERE stage = 'content' AND settings = 'kept' AND page = 0
                AND (bundle_id, entry) = (SELECT bundle_id, entry FROM document WHERE id = ?)
            """, [document])
    }

    /// Enters, or takes out, what is said of damaged pages of a document. Returns what is new.
    func noteDamage(document: Int64, _ pages: [IndexedPage], now: Int64) throws -> (path: String, ProblemFrame)? {
        try write { db in
            let row = try db.row(
                """
                SELECT bundle_id, entry, directory, name FROM document JOIN bundle ON bundle.id = bundle_id
                WHERE document.id = ?
                """, [document])
            guard let row, try !isKept(document: document), let damage = DamagedPages(pages) else { return nil }
            let problem = damage.problem(entry: try row.value("entry"))
            let bundle: Int64 = try row.value("bundle_id")
            let said: String? = try db.fetchOne(
                "SELECT reason FROM failure WHERE bundle_id = ? AND entry = ? AND page = 0 AND stage = 'content'",
                [bundle, problem.address.entry])
            guard said != problem.reason else { return nil }
            try Self.upsertFailure(db, bundle: bundle, problem, settings: "", now: now)
            return (try row.bundlePath(), problem)
        }
    }
}
