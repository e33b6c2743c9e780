import ExtractionProtocol
import Foundation
import GRDB

/// A `pages.sqlite` that a task of a farm has written. It is never changed, so that it needs no lock; the folder that it
/// lies in is trusted as the index is, but disks and networks are not, nor is what else may lie there.
struct ForeignPages {
    struct Refusal: Error { var reason: String }

    /// A row as it is, and what a reader would have said.
    struct Page: Sendable {
        var contentHash: String
        var witness: String
        var source: TextSource
        var reasons: String
        var text: Data
        var words: Data?
        var frame: PageFrame
    }

    private let database: DatabaseQueue
    private let bounds: FrameBounds
    private let plan: FarmPlan

    /// Throws ``Refusal`` for a file that is damaged, of another task, or of other versions, languages or settings.
    init(_ file: String, _ attempt: FarmAttempt, _ plan: FarmPlan) throws {
        self.plan = plan
        var options = IndexingOptions()
        try plan.apply(to: &options)
        bounds = FrameBounds(options.limits.extraction)
        database = try Self.translating {
            guard FileStatus(path: file)?.kind == .file else { throw Refusal(reason: "it is no plain file") }
            let name = URL(fileURLWithPath: file).absoluteString + "?immutable=1"
            return try DatabaseOpening.queue(name, readonly: true) { db in
                try RowChecksum.register(in: db)
                try db.execute(sql: "PRAGMA trusted_schema = OFF")
                try db.execute(sql: "PRAGMA cell_size_check = ON")
            }
        }
        try Self.translating { try database.read { db in try check(db, attempt) } }
    }

    private func check(_ db: Database, _ attempt: FarmAttempt) throws {
        // Tables and nothing else have these names.
        let wanted = ["content", "meta", "page_text", "source"]
        let tables = try String.fetchAll(
            db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name IN (?, ?, ?, ?) ORDER BY name",
            arguments: StatementArguments(wanted))
        guard tables == wanted else { throw Refusal(reason: "it is no file of texts") }
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version")
        guard version == PagesSchema.migrator().migrations.count else {
            throw Refusal(reason: "another release of docsearch has written it")
        }
        let own = FarmMark.own(attempt, plan)
        guard try db.meta(own.key) == own.value else {
            throw Refusal(reason: "it belongs to another plan or package")
        }
        let rows = try db.rows("SELECT origin, settings, \(PagesSchema.Table.source.isWhole) AS is_whole FROM source")
        while let row = try rows.next() {
            guard try row.value("is_whole") as Bool else { throw Refusal(reason: "it is damaged (a source)") }
            let source = TextSource(origin: try row.known("origin"), settings: try row.value("settings"))
            guard plan.admits(source) else {
                throw Refusal(
                    reason: "its texts were read in another way than the plan asks for: \(source.settings.prefix(300))")
            }
        }
    }

    /// Hands out all pages, a few at a time, checked. Texts that count only at a place of the other machine are left out.
    func read(
        _ take: ([Page]) throws -> (known: Int, new: Int)
    ) throws -> (known: Int, new: Int) {
        var counts = (known: 0, new: 0)
        try database.read { db in
            let rows = try Self.translating {
                try db.rows(
                    """
                    SELECT content_hash, witness, origin, settings, label, width, height, verdict, layer, reasons,
                        confidence, text, words, image_hash, page,
                        \(PagesSchema.Table.text.isWhole) AND \(PagesSchema.Table.content.isWhole) AS is_whole
                    FROM page_text JOIN content ON content.id = content_id JOIN source ON source.id = source_id
                    ORDER BY page_text.id
                    """)
            }
            var (isOver, met) = (false, 0)
            while !isOver {
                var pages: [Page] = []
                try Self.translating {
                    while pages.count < 64 {
                        guard let row = try rows.next() else {
                            isOver = true
                            break
                        }
                        met += 1
                        if let page = try page(row) { pages.append(page) }
                    }
                }
                let more = try take(pages)
                counts = (counts.known + more.known, counts.new + more.new)
            }
            // A join leaves out rows whose content or source is lost.
            let all = try Self.translating { try Int.fetchOne(db, sql: "SELECT count(*) FROM page_text") ?? 0 }
            guard met == all else { throw Refusal(reason: "it is damaged (pages without a source)") }
        }
        return counts
    }

    private func page(_ row: Row) throws -> Page? {
        let damaged = Refusal(reason: "it is damaged (a page)")
        guard try row.value("is_whole") as Bool else { throw damaged }
        let (hash, witness): (String, String) = (try row.value("content_hash"), try row.value("witness"))
        guard Self.isHash(hash), Self.isWitness(witness) else {
            // Of what was at a place before, or was replaced.
            guard witness.hasPrefix("place ") || witness.hasPrefix("replaced ") else { throw damaged }
            return nil
        }
        let source = TextSource(origin: try row.known("origin"), settings: try row.value("settings"))
        let (text, words): (Data, Data?) = (try row.value("text"), try row.value("words"))
        let reasons: String = try row.value("reasons")
        let confidence: Double? = try row.value("confidence")
        let imageHash: String? = try row.value("image_hash")
        let frame = PageFrame(
            entry: "", page: try row.value("page"), label: try row.value("label"), width: try row.value("width"),
            height: try row.value("height"), text: try TextCompression.decompress(text), origin: source.origin,
            verdict: try row.known("verdict"), layer: try row.knownIfAny("layer"),
            reasons: LineList.decode(reasons), confidence: confidence,
            words: try words.map(WordCoding.decode) ?? [], imageHash: imageHash)
        do {
            try bounds.check(.page(frame))
        } catch {
            throw Refusal(reason: "a page of it is not possible: \(error)")
        }
        let isUnpaged = frame.page == 0 && source.origin == .sidecar
        guard isUnpaged || bounds.allowsPage(frame.page), imageHash.map(Self.isHash) != false else { throw damaged }
        return Page(
            contentHash: hash, witness: witness, source: source, reasons: reasons, text: text, words: words,
            frame: frame)
    }

    private static func isHash(_ text: String) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    private static func isWitness(_ text: String) -> Bool {
        let bundle = TextWitness.bundle("").stored
        return text == TextWitness.content.stored
            || text.hasPrefix(bundle) && isHash(String(text.dropFirst(bundle.count)))
    }

    /// Whatever SQLite cannot read is damage of the file.
    private static func translating<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw Refusal(reason: "it is damaged, or no database (\(error.message ?? "SQLite \(error.resultCode)"))")
        } catch is RowDecodingError {
            throw Refusal(reason: "it is damaged (a value)")
        } catch let error as DocSearchError where error.code == .damagedIndex {
            throw Refusal(reason: "it is damaged (\(error.message))")
        }
    }
}
