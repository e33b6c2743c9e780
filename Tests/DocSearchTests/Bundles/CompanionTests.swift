import DocSearch
import Foundation
import GRDB
import Testing

/// With a worker that reads every bundle as one page.
@Suite("Files that belong to other files")
struct CompanionTests {
    private func run(_ archive: TestArchive, _ paths: [String]? = nil) async throws -> TestRun {
        let worker = try FakeWorker("printf '%s\\n' \"$request\" >> \"$dir/requests\"; cat \"$dir/good.$number\"")
        let run = try await archive.update(paths) { $0.extractorPath = worker.path }
        requests.text = worker.note("requests") ?? ""
        return run
    }

    /// What the worker of the last run was asked about bundles with "bad" in their paths.
    private final class Requests: @unchecked Sendable { var text = "" }
    private let requests = Requests()

    private func idle(_ archive: TestArchive) async throws -> TestRun {
        try await archive.update { $0.extractorPath = "/bin/false" }
    }

    private func listed() -> [String] {
        requests.text.matches(of: #/"path":"([^"]*)","byteCount"|"byteCount":\d+,"path":"([^"]*)"/#)
            .compactMap { $0.1 ?? $0.2 }.map { String($0).replacing("\\/", with: "/") }.sorted()
    }

    @Test(arguments: ["bad.txt", "bad.JSON", "bad.xml", "bad.hocr", "bad.md", "bad.pdf.txt", "bad.pdf.Json"])
    func aPDFIsReadAgainWhenItsCompanionsComeChangeAndGo(name: String) async throws {
        let archive = try TestArchive()
        try archive.write([1], to: "deep/bad.pdf")
        try archive.write([1], to: "deep/other.pdf")
        _ = try await run(archive)
        #expect(listed().isEmpty)
        try archive.write([2], to: "deep/" + name)
        #expect(try await run(archive).started == ["deep/bad.pdf"])
        #expect(listed() == [name])
        #expect(try await idle(archive).report.unchanged == 2)
        try archive.write([2, 3], to: "deep/" + name)
        #expect(try await run(archive).started == ["deep/bad.pdf"])
        try archive.remove("deep/" + name)
        #expect(try await run(archive).started == ["deep/bad.pdf"])
        #expect(listed().isEmpty)
    }

    @Test(arguments: ["bad.doc", "badly.txt", "Bad.txt", "bad.txt.bak", ".bad.txt", "bad-1.txt", "sub/bad.txt"])
    func filesWithOtherNamesAreNoCompanions(name: String) async throws {
        let archive = try TestArchive()
        try archive.write([1], to: "bad.pdf")
        _ = try await run(archive)
        try archive.write([2], to: name)
        #expect(try await idle(archive).report.unchanged == 1)
    }

    @Test func companionsAreNeitherLinksNorFolders() async throws {
        let archive = try TestArchive()
        try archive.write([1], to: "bad.pdf")
        try archive.write([1], to: "bad.txt/x")
        let outside = try archive.folder.write([9], to: "secret.txt")
        try FileManager.default.createSymbolicLink(atPath: archive.root + "/bad.json", withDestinationPath: outside)
        _ = try await run(archive)
        #expect(listed().isEmpty)
        #expect(try await idle(archive).report.unchanged == 1)
    }

    @Test func companionsOfAYianaDocumentAreInTheTreeOfResults() async throws {
        let archive = try TestArchive()
        try archive.write([1], to: "deep/er/bad.yianazip")
        try archive.write([1], to: "other.yianazip")
        _ = try await run(archive)
        for name in ["deep/er/bad.json", "deep/er/bad.xml", "deep/er/bad.txt", "bad.json", "deep/bad.json"] {
            try archive.write([2], to: ".ocr_results/" + name)
        }
        #expect(try await run(archive).started == ["deep/er/bad.yianazip"])
        #expect(listed() == [".ocr_results/bad.json", ".ocr_results/bad.xml"])
        #expect(try await idle(archive).report.unchanged == 2)
        try archive.remove(".ocr_results")
        #expect(try await run(archive).started == ["deep/er/bad.yianazip"])
    }

    @Test func companionsBelongToAFileThatIsNamedItselfToo() async throws {
        let archive = try TestArchive()
        let path = try archive.write([1], to: "bad.pdf")
        try archive.write([1], to: "bad.txt")
        _ = try await run(archive, [path])
        #expect(listed() == ["bad.txt"])
        #expect(try await run(archive, [path]).report.unchanged == 1)
        // The same when the folder is walked.
        #expect(try await idle(archive).report.unchanged == 1)
    }

    @Test func companionsAreMovedWithTheirPDF() async throws {
        let archive = try TestArchive()
        for name in ["a.pdf", "a.txt", "a.pdf.json"] { try archive.write([1], to: name) }
        _ = try await run(archive)
        let id = try archive.index.document("a.pdf").id
        let manager = FileManager.default
        try manager.createDirectory(atPath: archive.root + "/deep", withIntermediateDirectories: true)
        for name in ["a.pdf", "a.txt", "a.pdf.json"] {
            try manager.moveItem(atPath: archive.root + "/" + name, toPath: archive.root + "/deep/" + name)
        }
        #expect(try await idle(archive).report.moved == 1)
        #expect(try archive.index.document("deep/a.pdf").id == id)
    }

    @Test func aFileWithoutCompanionsIsStoredWithItsOwnStatus() async throws {
        let archive = try TestArchive()
        let path = try archive.write([1, 2, 3], to: "bad.pdf")
        try archive.write([1], to: "other.txt")
        _ = try await run(archive)
        var status = stat()
        #expect(lstat(path, &status) == 0)
        let row = try DatabaseQueue(path: archive.indexPath + "/index.sqlite").read { db in
            try Row.fetchOne(db, sql: "SELECT byte_count, inode, modified_ns FROM bundle")
        }
        #expect(row?["byte_count"] == 3)
        #expect(row?["inode"] == Int64(status.st_ino))
        #expect(row?["modified_ns"] == Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec))
    }

    @Test(arguments: ["letter.tif", "letter-1.tiff", "letter_0001.JPG", "letter 1.png", "letter1.jp2", "letter.1.jpeg"])
    func imagesOfThePagesOfAPDFAreNoBundles(name: String) async throws {
        let archive = try TestArchive()
        try archive.write([1], to: name)
        #expect(try await run(archive).started == [name])
        try archive.write([1], to: "letter.pdf")
        let run = try await run(archive)
        #expect(run.started == ["letter.pdf"])
        #expect(run.removed == [name])
        #expect(run.report.warnings.isEmpty)
        #expect(try await idle(archive).report.bundles == 1)
        try archive.remove("letter.pdf")
        #expect(try await self.run(archive).started == [name])
    }

    /// The PDF has one page.
    @Test(arguments: ["letter 2.png", "letter.2.jpeg"])
    func imagesBeyondThePagesOfAPDFStayBundles(name: String) async throws {
        let archive = try TestArchive()
        try archive.write([1], to: name)
        #expect(try await run(archive).started == [name])
        try archive.write([1], to: "letter.pdf")
        let run = try await run(archive)
        #expect(run.started == ["letter.pdf"])
        #expect(run.removed.isEmpty)
        #expect(try await idle(archive).report.bundles == 2)
    }

    @Test(arguments: ["letters.tif", "lette.tif", "Letter.tif", "letterä.tif", "a/letter.tif", "letter"])
    func imagesNamedOtherwiseThanThePDFBesideThemAreBundles(name: String) async throws {
        let archive = try TestArchive()
        try archive.write([1], to: name)
        try archive.write([1], to: "letter.pdf")
        let isBundle = name.hasSuffix("tif")
        #expect(try await run(archive).started == (isBundle ? [name, "letter.pdf"].sorted() : ["letter.pdf"]))
    }

    @Test(arguments: ["a.cbz", "a.eml", "a.mbox", "a.TIF", "a.tiff", "a.jp2", "a.jpg", "a.JPEG", "a.png", "a.zip"])
    func bundlesOfOtherKindsAreReadWithATextFileBesideThem(name: String) async throws {
        let archive = try TestArchive()
        try archive.write([1], to: name)
        try archive.write([1], to: name + ".txt")
        #expect(try await run(archive).started == [name])
    }
}
