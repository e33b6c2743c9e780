import DocSearch
import GRDB
import Testing

/// What runs leave of the segments of the full-text tables, each of which a search looks every word up in.
@Suite("Merged segments") struct SegmentMergeTests {
    @Test func manySmallRunsLeaveFewSegments() async throws {
        let archive = try TestArchive()
        for number in 1...9 {
            try archive.write(["heron number\(number)"], to: "\(number).pdf")
            try await archive.update()
        }
        for table in ["page_fts", "word_fts"] {
            let segments = try Self.segments(table, archive)
            // Two of about the same size become one: nine runs leave at most one of eight and one of one.
            #expect(segments <= 2, "\(table)")
        }
        #expect(try archive.find("heron").count == 9)
        #expect(try archive.find("number7") == ["7.pdf"])
    }

    @Test func aRunThatChangesNothingWritesNothing() async throws {
        let archive = try TestArchive()
        try archive.write(["heron"], to: "a.pdf")
        try await archive.update()
        let before = try Self.changes(archive)
        try await archive.update()
        #expect(try Self.changes(archive) == before)
    }

    private static func segments(_ table: String, _ archive: TestArchive) throws -> Int {
        try DatabaseQueue(path: archive.indexPath + "/index.sqlite").read { db in
            try Int.fetchOne(db, sql: "SELECT count(DISTINCT segid) FROM \(table)_idx") ?? 0
        }
    }

    private static func changes(_ archive: TestArchive) throws -> [Row] {
        try DatabaseQueue(path: archive.indexPath + "/index.sqlite").read { db in
            try Row.fetchAll(db, sql: "SELECT id, block FROM page_fts_data ORDER BY id")
        }
    }
}
