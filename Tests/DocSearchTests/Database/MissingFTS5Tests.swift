import GRDB
import Testing

@testable import DocSearch

@Suite("SQLite without FTS5")
struct MissingFTS5Tests {
    /// A connection that has lost the function through which FTS5 hands out its interface, as one that never had it.
    @Test func anSQLiteWithoutFTS5IsRefusedWithASentence() async throws {
        await #expect(processExitsWith: .success) {
            let queue = try DatabaseQueue()
            try queue.write { db in
                db.remove(function: DatabaseFunction("fts5", argumentCount: 1) { _ in nil })
                let error = #expect(throws: DocSearchError.self) { try ArchiveTokenizer.register(in: db) }
                #expect(error?.code == .environment)
                #expect(error?.message.contains("FTS5") == true)
                #expect(throws: DocSearchError.self) { try PostingFunction.register(in: db) }
            }
        }
    }
}
