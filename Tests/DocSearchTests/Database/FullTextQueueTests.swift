import Foundation
import GRDB
import Testing

@testable import DocSearch

@Suite("Changes that wait for the end of their transaction")
struct FullTextQueueTests {
    private struct Interruption: Error {}

    private func stores(_ archive: TestArchive) async throws -> IndexStores {
        try archive.write(["a heron in the reed bed"], to: "a.pdf")
        try await archive.update()
        return try IndexStores(writing: IndexFolder(path: archive.indexPath))
    }

    private func rows(_ stores: IndexStores, with word: String) throws -> [Int64] {
        try stores.index.read { db in
            try Int64.fetchAll(db, sql: "SELECT rowid FROM page_fts WHERE page_fts MATCH ?", arguments: [word])
        }
    }

    private func add(_ text: String, row: Int64, _ db: Database, _ stores: IndexStores) throws {
        try stores.index.fullText.add(
            db, sql: "INSERT INTO page_fts(rowid, text) VALUES (?, ?)", row: row, columns: [text])
    }

    @Test func fullTextChangesAreCarriedOutWithTheirTransaction() async throws {
        let archive = try TestArchive()
        let stores = try await stores(archive)
        try stores.index.write { db in
            try add("bittern", row: 100, db, stores)
            try stores.index.write { db in try add("bittern", row: 101, db, stores) }
            #expect(try rows(stores, with: "bittern").isEmpty)
        }
        #expect(try rows(stores, with: "bittern") == [100, 101])
        stores.close()
    }

    @Test func fullTextChangesAreDroppedWhenTheirTransactionFails() async throws {
        let archive = try TestArchive()
        let stores = try await stores(archive)
        #expect(throws: Interruption.self) {
            try stores.index.write { db in
                try add("bittern", row: 100, db, stores)
                throw Interruption()
            }
        }
        try stores.index.write { db in try add("curlew", row: 101, db, stores) }
        #expect(try rows(stores, with: "bittern").isEmpty)
        #expect(try rows(stores, with: "curlew") == [101])
        stores.close()
    }

    /// Texts of many pages are not all held until the end.
    @Test func fullTextChangesThatTakeMuchMemoryAreCarriedOutBefore() async throws {
        let archive = try TestArchive()
        let stores = try await stores(archive)
        let text = "bittern " + String(repeating: "x", count: 3 << 20)
        try stores.index.write { db in
            for row in 100..<110 { try add(text, row: Int64(row), db, stores) }
            #expect(try !rows(stores, with: "bittern").isEmpty)
        }
        #expect(try rows(stores, with: "bittern").count == 10)
        stores.close()
    }
}
