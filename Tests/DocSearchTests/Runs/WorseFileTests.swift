import DocSearchTestSupport
import Foundation
import Synchronization
import Testing

@testable import DocSearch

@Suite("Files that get worse keep their texts")
struct WorseFileTests {
    @Test(arguments: [0.9, 0.5, 0.1])
    func aPDFThatWasCutKeepsItsText(share: Double) async throws {
        let archive = try TestArchive()
        let pdfs = ["heron": TestDocument.threePages(of: "heron"), "egret": TestDocument.threePages(of: "egret")]
        for (name, pdf) in pdfs { try archive.write(pdf, to: "\(name).pdf") }
        try await archive.update()
        for (name, pdf) in pdfs { try archive.write(pdf.prefix(Int(Double(pdf.count) * share)), to: "\(name).pdf") }
        let run = try await archive.update()
        #expect(Set(run.failures.map(\.path)) == ["heron.pdf", "egret.pdf"])
        #expect(run.report.standingFailures == 2)
        #expect(try archive.find("heron") == ["heron.pdf"])
        #expect(try archive.find("egret") == ["egret.pdf"])
        let again = try await archive.update()
        #expect(again.failures.isEmpty && again.report.standingFailures == 2)
        let all = try await archive.update { $0.full = true }
        #expect(all.report.removed == 0)
        #expect(try archive.find("heron") == ["heron.pdf"])
        for (name, pdf) in pdfs { try archive.write(pdf, to: "\(name).pdf") }
        let whole = try await archive.update()
        #expect(whole.report.standingFailures == 0)
        #expect(try archive.find("heron") == ["heron.pdf"])
    }

    @Test func aPDFWithoutPagesIsAFailure() async throws {
        let archive = try TestArchive()
        let bytes =
            "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Kids[]/Count 0>>endobj "
            + "trailer<</Root 1 0 R>>\n%%EOF"
        let run = try await archive.read(Array(bytes.utf8), as: "none.pdf")
        #expect(run.failures.map(\.path) == ["none.pdf"])
        #expect(run.failures.first?.reason.contains("no pages can be found in the PDF") == true)
        #expect(try archive.index.status().documents == 0)
    }

    @Test func aPageThatWasReadWithWarningsIsSaidToBeIncomplete() async throws {
        let archive = try TestArchive()
        let run = try await archive.read(Self.withoutFont(TestDocument.threePages(of: "heron")), as: "a.pdf")
        let failure = try #require(run.failures.first)
        #expect(failure.path == "a.pdf" && failure.stage == "content")
        #expect(failure.reason.hasPrefix("damaged: 1 of 3 pages may be incomplete: page 2 (poppler: "))
        #expect(try archive.find("heron") == ["a.pdf"], "what could be read is found")
        // The sentence is kept with the text.
        try FileManager.default.removeItem(atPath: archive.indexPath + "/index.sqlite")
        let rebuilt = try await archive.update()
        #expect(rebuilt.report.standingFailures == 1)
    }

    @Test func onlyRereadTakesLessThanThereWas() async throws {
        let archive = try TestArchive()
        let pdf = TestDocument.threePages(of: "heron")
        try await archive.read(pdf, as: "a.pdf")
        let run = try await archive.read(Self.withoutFont(pdf), as: "a.pdf")
        #expect(run.failures.first?.reason.contains("the text that was read before was kept") == true)
        #expect(try archive.find("heron2") == ["a.pdf"])
        let document = try archive.index.document("a.pdf")
        let reread = try await archive.reread("a.pdf")
        #expect(reread.report.standingFailures == 1)
        #expect(try archive.find("heron2").isEmpty)
        #expect(try archive.find("heron1") == ["a.pdf"])
        #expect(try archive.index.document("a.pdf").id == document.id)
    }

    @Test(arguments: ["%PDF-1.4 nothing", "", "a letter"])
    func rereadTakesNothingFromAFileThatCannotBeRead(rest: String) async throws {
        let archive = try TestArchive()
        try await archive.read(TestDocument.threePages(of: "heron"), as: "a.pdf")
        try await archive.read(Array(rest.utf8), as: "a.pdf")
        let document = try archive.index.document("a.pdf")
        for pages in [nil, [2]] {
            let error = await #expect(throws: DocSearchError.self) {
                try await archive.reread(document.path, pages: pages)
            }
            #expect(error?.message.hasSuffix("Nothing was changed.") == true, "\(error?.message ?? "")")
        }
        let error = await #expect(throws: DocSearchError.self) {
            try await archive.reread(bundlesAt: "")
        }
        #expect(error?.code == .unreadable)
        #expect(try archive.find("heron2") == ["a.pdf"])
        let all = try await archive.update { $0.full = true }
        #expect(all.report.standingFailures == 1)
        #expect(try archive.find("heron2") == ["a.pdf"])
        // The text can be given up all the same.
        try archive.index.remove(DocumentReference("a.pdf"))
        try await archive.update()
        #expect(try archive.find("heron2").isEmpty)
    }

    @Test func rereadOfOnePageGivesUpNoOther() async throws {
        let archive = try TestArchive()
        let pdf = TestDocument.threePages(of: "heron")
        try await archive.read(pdf, as: "a.pdf")
        try await archive.read(Self.withoutFont(pdf), as: "a.pdf")
        let document = try archive.index.document("a.pdf")
        let error = await #expect(throws: DocSearchError.self) {
            try await archive.reread(document.path, pages: [1])
        }
        #expect(error?.code == .changedFile)
        #expect(try archive.find("heron2") == ["a.pdf"])
    }

    /// A zip of two PDFs, the first of which was cut after it was indexed.
    private static func archiveOfCutHeron() async throws -> (archive: TestArchive, heron: [UInt8]) {
        let archive = try TestArchive()
        let (heron, egret) = (TestDocument.threePages(of: "heron"), TestDocument.threePages(of: "egret"))
        try archive.write(
            ZipWriter([ZipWriter.Entry("heron.pdf", heron), ZipWriter.Entry("egret.pdf", egret)]).bytes, to: "a.zip")
        try await archive.update()
        try archive.write(
            ZipWriter([ZipWriter.Entry("heron.pdf", Array(heron.prefix(200))), ZipWriter.Entry("egret.pdf", egret)])
                .bytes, to: "a.zip")
        return (archive, heron)
    }

    @Test func rereadOfADocumentInAZipKeepsWhatCannotBeRead() async throws {
        let (archive, _) = try await Self.archiveOfCutHeron()
        try await archive.update()
        let document = try archive.index.document("a.zip!/heron.pdf")
        await #expect(throws: DocSearchError.self) {
            try await archive.reread(document.path)
        }
        #expect(try archive.find("heron2") == ["a.zip!/heron.pdf"])
        #expect(try archive.find("egret2") == ["a.zip!/egret.pdf"])
        // The zip itself still has something.
        _ = try await TestRun(archive.index.reread(bundlesAt: "a.zip", options: .forTests))
        #expect(try archive.find("heron2").isEmpty)
        #expect(try archive.find("egret2") == ["a.zip!/egret.pdf"])
    }

    @Test func documentsThatAZipHasLostCountAsFailedInThisRun() async throws {
        let archive = try TestArchive()
        let entries = (1...12).map { ZipWriter.Entry("\($0).pdf", TestDocument.threePages(of: "heron\($0)x")) }
        #expect(try await archive.read(ZipWriter(entries).bytes, as: "a.zip").report.failed == 0)
        let run = try await archive.read(ZipWriter([entries[0]]).bytes, as: "a.zip")
        #expect(run.failures.count == 1, "one sentence for all")
        #expect(run.report.failed == 12 && run.report.standingFailures == 12, "\(run.report)")
        let again = try await archive.update()
        #expect(again.report.failed == 0 && again.report.standingFailures == 12)
    }

    @Test func aDocumentOfAZipThatCannotBeReadStays() async throws {
        let (archive, heron) = try await Self.archiveOfCutHeron()
        let run = try await archive.update()
        #expect(run.failures.count == 1)
        #expect(try archive.find("heron").count == 1)
        // What was taken out on purpose is gone.
        let other = try await archive.read(ZipWriter([ZipWriter.Entry("heron.pdf", heron)]).bytes, as: "a.zip")
        #expect(other.failures.isEmpty)
        #expect(try archive.find("egret").isEmpty)
    }

    @Test func manyDamagedFilesCountForThePruneLimit() async throws {
        let archive = try TestArchive()
        for number in 0..<30 { try archive.write(["heron"], to: "\(number).pdf") }
        try await archive.update()
        for number in 0..<11 { try archive.write(Array("%PDF-1.4 nothing".utf8), to: "\(number).pdf") }
        try archive.remove("29.pdf")
        let run = try await archive.update()
        #expect(run.report.removed == 0)
        #expect(run.failures.count == 11)
        #expect(run.report.warnings.contains { $0.message.contains("11 of 30 bundles") })
        #expect(try archive.find("heron").count == 30)
    }

    @Test func aFileThatIsStillBeingWrittenIsLeftForTheNextRun() async throws {
        let archive = try TestArchive()
        let pdf = TestDocument.threePages(of: "heron")
        let path = try archive.write(pdf.prefix(300), to: "a.pdf")
        // A thread of its own: tasks wait for each other when many tests run, and nobody would write meanwhile.
        let isOver = Mutex(false)
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        Thread.detachNewThread {
            defer { end.finish() }
            guard let file = FileHandle(forWritingAtPath: path) else { return }
            while !isOver.withLock({ $0 }), (try? file.seekToEnd()) != nil {
                try? file.write(contentsOf: Data(" ".utf8))
                Thread.sleep(forTimeInterval: 0.02)
            }
        }
        let run = try? await archive.update()
        isOver.withLock { $0 = true }
        for await _ in ended {}
        let first = try #require(run)
        #expect(first.report.unsettled == 1)
        #expect(first.failures.isEmpty)
        #expect(try await archive.read(pdf, as: "a.pdf").failures.isEmpty)
        #expect(try archive.find("heron").count == 1)
    }

    /// The second page sets its text without a font.
    private static func withoutFont(_ pdf: [UInt8]) -> [UInt8] {
        var bytes = pdf
        let mark = Array("heron2".utf8)
        guard let place = (0..<pdf.count - mark.count).first(where: { pdf[$0..<$0 + mark.count].elementsEqual(mark) }),
            let start = (0..<place).last(where: { pdf[$0..<$0 + 2].elementsEqual("BT".utf8) })
        else { return pdf }
        // `/F 12 Tf` becomes blanks.
        let text = String(decoding: pdf[start..<place], as: UTF8.self)
        if let font = text.range(of: " Tf"), let slash = text.firstIndex(of: "/") {
            let from = start + text.utf8.distance(from: text.startIndex, to: slash)
            let to = start + text.utf8.distance(from: text.startIndex, to: font.upperBound)
            for index in from..<to { bytes[index] = UInt8(ascii: " ") }
        }
        return bytes
    }
}
