import DocSearch
import ExtractionProtocol
import Foundation
import GRDB
import Testing

/// A row of `page_text` is what the full-text tables were made of, and stays it.
@Suite("A stored text")
struct StoredTextTests {
    /// All columns but the content that the text belongs to, which a text loses in whose stead another one was read.
    private func rows(_ archive: TestArchive) throws -> [Int64: String] {
        let queue = try archive.database("pages.sqlite")
        defer { try? queue.close() }
        return try queue.read { db in
            let columns = try db.columns(in: "page_text").map(\.name).filter { $0 != "id" && $0 != "content_id" }
            let values = columns.map { "quote(\($0))" }.joined(separator: " || ' ' || ")
            let rows = try Row.fetchAll(db, sql: "SELECT id, \(values) AS row FROM page_text")
            return Dictionary(
                rows.map { ($0["id"] as Int64, $0["row"] as String) }, uniquingKeysWith: { first, _ in first })
        }
    }

    /// Each run gives other texts of the same pages, from the same program.
    @Test func aStoredTextIsWrittenOnceAndNeverChanged() async throws {
        let archive = try TestArchive()
        try archive.write(Array("scan".utf8), to: "bad.pdf")
        var known: [Int64: String] = [:]
        for number in 1...3 {
            let reader = try FakeWorker(
                "answer",
                frames: [
                    FakeWorker.starting, FakeWorker.bundle, FakeWorker.document(pageCount: 2),
                    FakeWorker.page(1, text: "heron number \(number)"), FakeWorker.page(2, text: "always a plover"),
                    FakeWorker.complete,
                ])
            try await archive.update {
                $0.extractorPath = reader.path
                $0.full = true
            }
            let rows = try rows(archive)
            for (id, row) in known { #expect(rows[id] == row) }
            #expect(rows.count == known.count + (number == 1 ? 2 : 1))
            #expect(try archive.find("heron") == ["bad.pdf"])
            #expect(try archive.find("\(number)") == ["bad.pdf"])
            known = rows
        }
    }

    @Test func aStoredTextStaysWhateverHappensToItsDocument() async throws {
        let archive = try TestArchive()
        try archive.write(SampleArchive.bytes(of: "letters/1949-library-gift.pdf"), to: "gift.pdf")
        try archive.write([TestDocument("a", pages: ["a heron", "a plover"], title: "Birds")], to: "box.zip")
        try await archive.update { $0.ocr = .auto }
        let first = try rows(archive)
        #expect(first.count == 4, "a text layer and what was recognised of the letter, and two pages")
        try archive.write([TestDocument("a", pages: ["a heron", "a plover"], title: "Fish")], to: "box.zip")
        try await archive.update()
        try FileManager.default.moveItem(atPath: archive.root + "/gift.pdf", toPath: archive.root + "/moved.pdf")
        try await archive.update { $0.full = true }
        _ = try await TestRun(archive.index.reread(archive.index.document("moved.pdf"), options: .forTests))
        try archive.index.remove(DocumentReference("box.zip"))
        try archive.remove("box.zip")
        try await archive.update()
        let last = try rows(archive)
        for (id, row) in first { #expect(last[id] == row) }
        #expect(last.count > first.count, "other readings came beside them")
    }

    @Test func aStoredTextHasAChecksum() async throws {
        let archive = try TestArchive()
        try archive.write(["a heron", "a plover"], to: "a.pdf")
        try archive.write(SampleArchive.bytes(of: "letters/1949-library-gift.pdf"), to: "gift.pdf")
        try await archive.update { $0.ocr = .auto }
        let queue = try archive.database("pages.sqlite")
        let count = try await queue.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM page_text WHERE checksum IS NULL")
        }
        #expect(count == 0)
    }

    /// Nothing that is kept goes under a number that another text has had: the index may still refer to that.
    @Test func aStoredTextHasANumberThatNoOtherHasHad() async throws {
        let archive = try TestArchive()
        try archive.write(["a heron"], to: "a.pdf")
        try archive.write(["a plover"], to: "b.pdf")
        try await archive.update()
        let greatest = try #require(rows(archive).keys.max())
        try archive.damage("pages.sqlite", "DELETE FROM page_text WHERE id = \(greatest)")
        try archive.write(["a kestrel"], to: "c.pdf")
        // Names one file, so that the run opens no other.
        try await archive.update([archive.root + "/c.pdf"])
        let numbers = try rows(archive).keys
        #expect(!numbers.contains(greatest))
        #expect(numbers.max() ?? 0 > greatest)
    }

    @Test(arguments: [
        (1, "1 stored text that no page is shown with is damaged"),
        (2, "2 stored texts that no page is shown with are damaged"),
    ])
    func damagedTextsThatNoPageIsShownWithAreCounted(count: Int, sentence: String) async throws {
        let archive = try TestArchive()
        try archive.write(["a heron", "a plover"], to: "a.pdf")
        try await archive.update()
        try archive.index.remove(DocumentReference("a.pdf"))
        try archive.damage(
            "pages.sqlite",
            "UPDATE page_text SET text = x'00' WHERE id IN (SELECT id FROM page_text LIMIT \(count))")
        let reasons = try archive.index.verify().map(\.reason)
        #expect(reasons.contains { $0.contains(sentence) }, "\(reasons)")
    }
}
