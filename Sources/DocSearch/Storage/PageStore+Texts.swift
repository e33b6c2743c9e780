import ExtractionProtocol
import Foundation
import GRDB
import Synchronization

extension PageStore {
    /// The texts of the given rows of `page_text`. One that is missing or damaged is not among them.
    func texts(_ ids: [Int64]) throws -> [Int64: String] {
        guard !ids.isEmpty else { return [:] }
        return try read { db in
            var result: [Int64: String] = [:]
            let statement = try db.cachedStatement(sql: "SELECT text FROM page_text WHERE id = ?")
            for id in ids {
                let stored = try readable { try Data.fetchOne(statement, arguments: [id]) } ?? nil
                result[id] = stored.flatMap { TextCompression.readable($0) }
            }
            return result
        }
    }

    /// The page sizes and words that belong to the given rows of `page_text`; of a damaged row what can be read.
    func layouts(_ ids: [Int64]) throws -> [Int64: PageLayout] {
        try read { db in
            var result: [Int64: PageLayout] = [:]
            let statement = try db.cachedStatement(sql: "SELECT width, height, words FROM page_text WHERE id = ?")
            for id in ids {
                result[id] =
                    try readable {
                        try Row.fetchOne(statement, arguments: [id]).map(PageLayout.init)
                    } ?? nil
            }
            return result
        }
    }

    /// The page sizes in points that belong to the given rows of `page_text`, without their words. One that is missing or
    /// damaged is not among them.
    func sizes(_ ids: [Int64]) throws -> [Int64: PageText.Size] {
        try read { db in
            var result: [Int64: PageText.Size] = [:]
            let statement = try db.cachedStatement(sql: "SELECT width, height FROM page_text WHERE id = ?")
            for id in ids {
                result[id] =
                    try readable {
                        try Row.fetchOne(statement, arguments: [id]).map { row in
                            PageText.Size(
                                width: StoredNumber.length(try row.value("width")),
                                height: StoredNumber.length(try row.value("height")))
                        }
                    } ?? nil
            }
            return result
        }
    }

    /// Nil for what is damaged: reading goes on without it, and the next run has the file repaired.
    private func readable<Value>(_ body: () throws -> Value) throws -> Value? {
        do {
            return try body()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT && !isWriter {
            return nil
        } catch is RowDecodingError {
            return nil
        }
    }

    /// Takes damaged rows out, so that their pages are read again.
    func discard(_ ids: [Int64]) throws {
        try write { db in
            for id in ids { try db.executeCached(sql: "DELETE FROM page_text WHERE id = ?", arguments: [id]) }
        }
    }
}

extension PageLayout {
    /// Throws ``RowDecodingError``.
    fileprivate init(_ row: Row) throws {
        let width = StoredNumber.length(try row.value("width"))
        let height = StoredNumber.length(try row.value("height"))
        let stored: Data? = try row.value("words")
        do {
            self.init(
                width: width, height: height, words: try stored.map(WordCoding.decode) ?? [], hasDamagedWords: false)
        } catch {
            // The text is there without the places of its words.
            self.init(width: width, height: height, words: [], hasDamagedWords: true)
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
