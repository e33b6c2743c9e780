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
        let pdfs = ["heron": Self.pdf("heron"), "egret": Self.pdf("egret")]
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
        try archive.write(Array(bytes.utf8), to: "none.pdf")
        let run = try await archive.update()
        #expect(run.failures.map(\.path) == ["none.pdf"])
        #expect(run.failures.first?.reason.contains("no pages can be found in the PDF") == true)
        #expect(try archive.index.status().documents == 0)
    }

    @Test func aPageThatWasReadWithWarningsIsSaidToBeIncomplete() async throws {
        let archive = try TestArchive()
        try archive.write(Self.withoutFont(Self.pdf("heron")), to: "a.pdf")
        let run = try await archive.update()
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
        let pdf = Self.pdf("heron")
        try archive.write(pdf, to: "a.pdf")
        try await archive.update()
        try archive.write(Self.withoutFont(pdf), to: "a.pdf")
        let run = try await archive.update()
        #expect(run.failures.first?.reason.contains("the text that was read before was kept") == true)
        #expect(try archive.find("heron2") == ["a.pdf"])
        let document = try archive.index.document("a.pdf")
        var options = IndexingOptions.forTests
        options.ocr = .never
        let reread = try await TestRun(archive.index.reread(document, options: options))
        #expect(reread.report.standingFailures == 1)
        #expect(try archive.find("heron2").isEmpty)
        #expect(try archive.find("heron1") == ["a.pdf"])
        #expect(try archive.index.document("a.pdf").id == document.id)
    }

    @Test(arguments: ["%PDF-1.4 nothing", "", "a letter"])
    func rereadTakesNothingFromAFileThatCannotBeRead(rest: String) async throws {
        let archive = try TestArchive()
        try archive.write(Self.pdf("heron"), to: "a.pdf")
        try await archive.update()
        try archive.write(Array(rest.utf8), to: "a.pdf")
        try await archive.update()
        let document = try archive.index.document("a.pdf")
        for pages in [nil, [2]] {
            let error = await #expect(throws: DocSearchError.self) {
                _ = try await TestRun(archive.index.reread(document, pages: pages, options: .forTests))
            }
            #expect(error?.message.hasSuffix("Nothing was changed.") == true, "\(error?.message ?? "")")
        }
        let error = await #expect(throws: DocSearchError.self) {
            _ = try await TestRun(archive.index.reread(bundlesAt: archive.root, options: .forTests))
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
        let pdf = Self.pdf("heron")
        try archive.write(pdf, to: "a.pdf")
        try await archive.update()
        try archive.write(Self.withoutFont(pdf), to: "a.pdf")
        try await archive.update()
        let document = try archive.index.document("a.pdf")
        let error = await #expect(throws: DocSearchError.self) {
            _ = try await TestRun(archive.index.reread(document, pages: [1], options: .forTests))
        }
        #expect(error?.code == .changedFile)
        #expect(try archive.find("heron2") == ["a.pdf"])
    }

    /// A zip of two PDFs, the first of which was cut after it was indexed.
    private static func archiveOfCutHeron() async throws -> (archive: TestArchive, heron: [UInt8]) {
        let archive = try TestArchive()
        let (heron, egret) = (pdf("heron"), pdf("egret"))
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
            _ = try await TestRun(archive.index.reread(document, options: .forTests))
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
        let entries = (1...12).map { ZipWriter.Entry("\($0).pdf", Self.pdf("heron\($0)x")) }
        try archive.write(ZipWriter(entries).bytes, to: "a.zip")
        #expect(try await archive.update().report.failed == 0)
        try archive.write(ZipWriter([entries[0]]).bytes, to: "a.zip")
        let run = try await archive.update()
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
        try archive.write(ZipWriter([ZipWriter.Entry("heron.pdf", heron)]).bytes, to: "a.zip")
        let other = try await archive.update()
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
        let pdf = Self.pdf("heron")
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
        try archive.write(pdf, to: "a.pdf")
        #expect(try await archive.update().failures.isEmpty)
        #expect(try archive.find("heron").count == 1)
    }

    /// Three pages, each with the word and its number, as `heron1`.
    private static func pdf(_ word: String) -> [UInt8] {
        TestDocument("", pages: (1...3).map { "\(word)\($0) \(word) stands in the shallow water of the lake" }).pdf
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
