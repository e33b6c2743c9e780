import ExtractionProtocol
import Foundation
import GRDB
import Synchronization

/// A `pages.sqlite` that a task of a farm has written. It is never changed, so that it needs no lock; the folder that it
/// lies in is trusted as the index is, but disks and networks are not, nor is what else may lie there.
struct ForeignPages {
    struct Refusal: Error { var reason: String }

    /// A row as it is. Its frame is without text and words.
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
    private let limits: ExtractionLimits
    private let plan: FarmPlan

    /// Throws ``Refusal`` for a file that is damaged, of another task, or of other versions, languages or settings.
    init(_ file: String, _ attempt: FarmAttempt, _ plan: FarmPlan) throws {
        self.plan = plan
        limits = try plan.options().limits.extraction
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

    /// Hands out all pages, checked as a reader's answer is. Texts that count only at a place of the other machine are left
    /// out.
    func read(_ take: (Page) throws -> Void) throws {
        try database.read { db in
            let rows = try Self.translating {
                try db.rows(
                    """
                    SELECT content_hash, witness, origin, settings, label, width, height, verdict, layer, reasons,
                        confidence, text, words, image_hash, page,
                        \(PagesSchema.Table.text.isWhole) AND \(PagesSchema.Table.content.isWhole)
                    FROM page_text JOIN content ON content.id = content_id JOIN source ON source.id = source_id
                    ORDER BY page_text.id
                    """)
            }
            var met = 0
            while true {
                var pages: [Page] = []
                let before = met
                try Self.translating {
                    while met < before + Self.pagesAtATime, let row = try rows.next() {
                        met += 1
                        if let page = try page(row) { pages.append(page) }
                    }
                }
                if met == before { break }
                try check(pages)
                try pages.forEach(take)
            }
            // A join leaves out rows whose content or source is lost.
            let all = try Self.translating { try Int.fetchOne(db, sql: "SELECT count(*) FROM page_text") ?? 0 }
            guard met == all else { throw Refusal(reason: "it is damaged (pages without a source)") }
        }
    }

    private static let pagesAtATime = 256
    private static let damagedPage = Refusal(reason: "it is damaged (a page)")

    private func page(_ row: Row) throws -> Page? {
        guard try row.value(at: 15) as Bool else { throw Self.damagedPage }
        let (hash, witness): (String, String) = (try row.value(at: 0), try row.value(at: 1))
        guard Self.isHash(hash), Self.isWitness(witness) else {
            // A text of bytes that were at a place before, or were replaced or corrected.
            let isKnown = ["place ", "replaced ", "corrected "].contains(where: witness.hasPrefix)
            guard isKnown else { throw Self.damagedPage }
            return nil
        }
        let reasons: String = try row.value(at: 9)
        let source = TextSource(origin: try row.known("origin"), settings: try row.value(at: 3))
        let frame = PageFrame(
            entry: "", page: try row.value(at: 14), label: try row.value(at: 4), width: try row.value(at: 5),
            height: try row.value(at: 6), text: "", origin: source.origin, verdict: try row.known("verdict"),
            layer: try row.knownIfAny("layer"), reasons: LineList.decode(reasons), confidence: try row.value(at: 10),
            words: [], imageHash: try row.value(at: 13))
        let isPossible = frame.page == 0 ? source.origin == .sidecar : (1...max(1, limits.pages)).contains(frame.page)
        guard isPossible, frame.imageHash.map(Self.isHash) != false else { throw Self.damagedPage }
        return Page(
            contentHash: hash, witness: witness, source: source, reasons: reasons, text: try row.value(at: 11),
            words: try row.value(at: 12), frame: frame)
    }

    /// On all processors: unpacking takes most of the time.
    private func check(_ pages: [Page]) throws {
        let refusal = Mutex<Refusal?>(nil)
        let bounds = FrameBounds(limits)
        DispatchQueue.concurrentPerform(iterations: pages.count) { number in
            guard let found = self.refusal(of: pages[number], bounds) else { return }
            refusal.withLock { $0 = found }
        }
        if let found = refusal.withLock({ $0 }) { throw found }
    }

    private func refusal(of page: Page, _ bounds: FrameBounds) -> Refusal? {
        do {
            var frame = page.frame
            frame.text = try TextCompression.decompress(page.text)
            if let words = page.words {
                let json = try TextCompression.decompress(words)
                if !PlainWords.are(json, most: limits.pageWords) { frame.words = try WordCoding.decode(words) }
            }
            try bounds.check(.page(frame))
            return nil
        } catch let error as DocSearchError {
            return Refusal(reason: "it is damaged (\(error.message))")
        } catch {
            return Refusal(reason: "a page of it is not possible: \(error)")
        }
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
