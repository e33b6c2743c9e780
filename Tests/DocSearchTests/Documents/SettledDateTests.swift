import DocSearch
import DocSearchTestSupport
import Testing

/// Which date a document has where its name, its pages and its PDF say different things.
@Suite("The name's date, the file's and that of a scan")
struct SettledDateTests {
    private static let created = ["CreationDate": "D:20240503101500Z"]
    private static let scans = ["letter.pdf", "1931-04-22 Scan.pdf"]

    private static func archive() async throws -> TestArchive {
        let archive = try TestArchive()
        let typed = PDFWriter(texts: ["a heron in the reeds"], information: created).bytes
        for name in ["1931-04-22 Letter.pdf", "report.pdf", "1762_12_07/map.pdf"] { try archive.write(typed, to: name) }
        let scan = PDFWriter([try DrawnScan.page()], information: created).bytes
        for name in scans { try archive.write(scan, to: name) }
        try archive.write(
            PDFWriter(texts: ["a heron alone"], information: ["CreationDate": "D:19990101"]).bytes, to: "old.pdf")
        try await archive.update()
        return archive
    }

    private static let indexed = Task { try await archive() }

    private func document(_ path: String) async throws -> ArchiveDocument {
        try await Self.indexed.value.index.document(DocumentReference(path))
    }

    @Test(arguments: [
        ("1931-04-22 Letter.pdf", "1931-04-22"), ("1762_12_07/map.pdf", "1762-12-07"),
        ("1931-04-22 Scan.pdf", "1931-04-22"), ("report.pdf", "2024-05-03T10:15:00Z"),
    ])
    func theDateInANameGoesBeforeThePDFs(path: String, date: String) async throws {
        #expect(try await document(path).date?.description == date)
    }

    @Test func documentsAreFoundByTheDateInTheirNames() async throws {
        let archive = try await Self.indexed.value
        #expect(try archive.find("date:1931-04-22").sorted() == ["1931-04-22 Letter.pdf", "1931-04-22 Scan.pdf"])
        #expect(try archive.find("date:1762") == ["1762_12_07/map.pdf"])
        #expect(try archive.find("date:2024") == ["report.pdf"])
    }

    @Test func theOtherDateIsStillShown() async throws {
        let file = DocumentDetail(.other, "Date of the file", "2024-05-03T10:15:00Z")
        #expect(try await document("1931-04-22 Letter.pdf").details == [file])
        #expect(try await document("report.pdf").details == [])
    }

    /// Nothing names a scanner: the pages tell.
    @Test(arguments: scans)
    func aScanShowsItsDateAsTheScans(path: String) async throws {
        #expect(try await document(path).details == [DocumentDetail(.other, "Scanned", "2024-05-03T10:15:00Z")])
    }

    @Test func theDateOfAScanSortsNothing() async throws {
        let archive = try await Self.indexed.value
        #expect(try await document("letter.pdf").date == nil)
        #expect(try !archive.find("has:date").contains("letter.pdf"))
        let sorted = try archive.find("path:.pdf") { $0.sort = .date }
        #expect(sorted.first == "report.pdf")
        #expect(sorted.last == "letter.pdf", "it comes behind all that are dated: \(sorted)")
    }
}
