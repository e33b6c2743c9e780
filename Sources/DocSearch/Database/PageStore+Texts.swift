import ExtractionProtocol
import Foundation
import GRDB
import Synchronization

extension PageStore {
    /// The texts of the given rows of `page_text`. Missing and damaged ones are left out.
    func texts(_ ids: [Int64]) throws -> [Int64: String] {
        try readable(ids, columns: "text") { TextCompression.readable(try $0.value(at: 0)) }
    }

    /// The page sizes and words that belong to the given rows of `page_text`; of a damaged row what can be read.
    func layouts(_ ids: [Int64]) throws -> [Int64: PageLayout] {
        let settings = "(SELECT settings FROM source WHERE source.id = source_id AND origin = 'ocr')"
        return try readable(ids, columns: "width, height, words, \(settings) AS settings", PageLayout.init)
    }

    /// The page sizes in points of the given rows of `page_text`. Missing and damaged ones are left out.
    func sizes(_ ids: [Int64]) throws -> [Int64: PageText.Size] {
        try readable(ids, columns: "width, height") { row in
            PageText.Size(
                width: StoredNumber.length(try row.value("width")), height: StoredNumber.length(try row.value("height"))
            )
        }
    }

    /// How the given rows of `page_text` were read, and when they were kept, in seconds since 1970, where that is known.
    /// Missing and damaged ones are left out.
    func readings(_ ids: [Int64]) throws -> [Int64: (source: TextSource, keptAt: Int64?)] {
        // A file that no run of this release has opened has no times.
        let hasTimes = try read { db in try db.columns(in: "page_text").contains { $0.name == "kept_at" } }
        let columns = ["origin", "settings"].map { "(SELECT \($0) FROM source WHERE source.id = source_id) AS \($0)" }
        return try readable(
            ids, columns: (columns + [hasTimes ? "kept_at" : "NULL AS kept_at"]).joined(separator: ", ")
        ) {
            let source = TextSource(origin: try $0.known("origin"), settings: try $0.value("settings"))
            return (source, try $0.value("kept_at"))
        }
    }

    /// The hashes of the images that the given rows of `page_text` were recognised from. One that has none, is missing or
    /// damaged is not among them.
    func imageHashes(_ ids: [Int64]) throws -> [Int64: String] {
        try readable(ids, columns: "image_hash") { try $0.value(at: 0) }
    }

    /// Without what is damaged: reading goes on, and the next run has the file repaired.
    private func readable<Value>(
        _ ids: [Int64], columns: String, _ make: (Row) throws -> Value?
    ) throws -> [Int64: Value] {
        guard !ids.isEmpty else { return [:] }
        return try read { db in
            let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM page_text WHERE id = ?")
            var result: [Int64: Value] = [:]
            for id in ids {
                do {
                    result[id] = try Row.fetchOne(statement, arguments: [id]).flatMap(make)
                } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT && !isWriter {
                    continue
                } catch is RowDecodingError {
                    continue
                }
            }
            return result
        }
    }

    /// The numbers of all texts, in their order.
    func textIDs(_ take: (Int64) throws -> Void) throws {
        try read { db in try Int64.fetchCursor(db, sql: "SELECT id FROM page_text ORDER BY id").forEach(take) }
    }

    /// Takes damaged rows out, so that their pages are read again.
    func discard(_ ids: [Int64]) throws {
        try write { db in
            for id in ids { try db.execute("DELETE FROM page_text WHERE id = ?", [id]) }
        }
    }
}

extension PageLayout {
    /// Throws ``RowDecodingError``.
    fileprivate init(_ row: Row) throws {
        let width = StoredNumber.length(try row.value("width"))
        let height = StoredNumber.length(try row.value("height"))
        let stored: Data? = try row.value("words")
        let settings: String? = try row.value("settings")
        let languages = settings.map { TextSource(origin: .ocr, settings: $0).languages } ?? []
        do {
            self.init(
                width: width, height: height, words: try stored.map(WordCoding.decode) ?? [], recognizedIn: languages,
                hasDamagedWords: false)
        } catch {
            // The text is there without the boxes of its words.
            self.init(width: width, height: height, words: [], recognizedIn: languages, hasDamagedWords: true)
        }
    }
}

/// A text that was in `pages.sqlite` and cannot be read any more.
struct TextLoss: Sendable {
    var bundlePath: String
    var problem: ProblemFrame

    init(bundlePath: String, entry: String, page: Int) {
        self.bundlePath = bundlePath
        problem = ProblemFrame(
            address: PageAddress(entry: entry, page: page), stage: .storage, code: .damaged,
            reason: "the stored text was damaged; the next run reads the page again")
    }
}

/// Collects losses, from whatever thread, until the run says them.
final class TextLosses: Sendable {
    private let found = Mutex<[TextLoss]>([])

    func add(_ loss: TextLoss) {
        found.withLock { losses in
            let isKnown = losses.contains {
                $0.bundlePath == loss.bundlePath && $0.problem.address == loss.problem.address
            }
            if !isKnown { losses.append(loss) }
        }
    }

    /// All since the last call.
    func take() -> [TextLoss] {
        found.withLock { losses in
            defer { losses.removeAll() }
            return losses
        }
    }
}

/// The known texts of a document that is met again: elsewhere, with other metadata, or by an index that is made anew.
extension PageStore {
    /// Whether every page's text layer was read in the way that a run with these options would read it now, with this
    /// `engine`, the PDF library with its version. A text that reached its limit, or lacks what this machine could not
    /// read, does not count: reading it again reports that again. Throws ``DocSearchError`` when the file cannot be read.
    func hasAllPages(of scope: TextScope, pageCount: Int, engine: String, options: IndexingOptions) throws -> Bool {
        let current = TextSource.layer(engine: engine, options.ocr.examination)
        let limit = options.limits.extraction.pageTextBytes - 16
        let known = try pages(of: scope).filter { row in
            (row.source == current || row.source == current.withImage) && row.byteCount < limit
                && !row.reasons.contains(PageFrame.missingResource)
        }
        return Set(known.map(\.page)).isSuperset(of: 1...max(1, pageCount))
    }

    /// Pages whose newest text layer is good.
    func goodPages(of scope: TextScope) throws -> Set<Int> {
        var verdicts: [Int: TextLayerVerdict] = [:]
        for row in try pages(of: scope) where row.source.origin == .textLayer { verdicts[row.page] = row.verdict }
        return Set(verdicts.filter { $0.value == .good }.keys)
    }
}
