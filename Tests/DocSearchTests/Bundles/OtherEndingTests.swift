import DocSearch
import DocSearchTestSupport
import Testing

@Suite("Files whose endings are less usual")
struct OtherEndingTests {
    @Test(arguments: ["a.jfif", "a.jpe", "a.JFIF"])
    func aJPEGIsOnePageWhateverItsEnding(name: String) async throws {
        let archive = try TestArchive()
        try archive.write(DrawnScan.jpeg.bytes(), to: name)
        let run = try await archive.update()
        #expect(run.failures.isEmpty)
        #expect(run.report.passedOver == 0)
        #expect(try archive.find("path:a") == [name])
        #expect(try archive.index.document(DocumentReference(name)).pageCount == 1)
    }

    @Test(arguments: [("a.cbt", ArchiveWriter.Format.tar), ("a.cb7", .sevenZip)])
    func comicBooksAreReadHoweverTheyArePacked(name: String, format: ArchiveWriter.Format) async throws {
        let archive = try TestArchive()
        let pdf = TestDocument("", pages: ["a heron in the reeds"]).pdf
        let pages = try (1...2).map { ArchiveWriter.Entry("\($0).jpg", try DrawnScan.jpeg.bytes(["page \($0)"])) }
        try archive.write(ArchiveWriter.bytes([.init("extra.pdf", pdf)] + pages, format), to: name)
        let run = try await archive.update()
        #expect(run.failures.isEmpty)
        #expect(run.report.passedOver == 0)
        #expect(try archive.find("heron") == ["\(name)!/extra.pdf"])
        #expect(try archive.find("bundle:\(name)").count > 1, "the images are a document as well")
    }
}
