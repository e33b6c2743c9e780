import DocSearch
import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

/// What honest archives have too much of is cut and said, and the documents are read all the same.
@Suite struct LargeMetadataTests {
    @Test func aTitleOfTwelveMegabytesIsCutAndSaid() async throws {
        let archive = try TestArchive()
        let title = "Orchard " + String(repeating: "x", count: 12 << 20)
        let run = try await archive.read([TestDocument("a", pages: ["pears and quinces"], title: title)], as: "box.zip")
        #expect(run.failures.count == 1)
        #expect(run.failures.first?.reason.contains("(valueBytes)") == true, "\(run.failures)")
        #expect(try archive.find("quinces") == ["box.zip!/a.pdf"])
        let document = try archive.index.document("box.zip")
        #expect(document.title.hasPrefix("Orchard xxx"))
        #expect(document.title.utf8.count == ReadingLimits().valueBytes)
    }

    @Test func countlessTagsAreCutAndSaid() async throws {
        let archive = try TestArchive()
        let tags = (1...500_000).map { "tag \($0)" }
        let run = try await archive.read([TestDocument("a", pages: ["pears and quinces"], tags: tags)], as: "box.zip")
        #expect(run.failures.count == 1)
        #expect(
            run.failures.first?.reason.contains("500000 tags; the limit is 1000 (values)") == true, "\(run.failures)")
        #expect(try archive.find("quinces") == ["box.zip!/a.pdf"])
        #expect(try archive.index.document("box.zip").tags == (1...1000).map { "tag \($0)" })
    }

    @Test func metadataAsItWasFoundIsTheFirstToBeCut() async throws {
        let archive = try TestArchive()
        try archive.write(
            [TestDocument("a", pages: ["pears and quinces"], title: "Orchard", tags: ["fruit"])], to: "box.zip")
        let run = try await archive.update {
            $0.limits.recordBytes = 4096
            $0.limits.valueBytes = 256
        }
        #expect(run.failures.isEmpty)
        let long = (1...300).map { "a long tag with number \($0)" }
        try archive.write(
            [TestDocument("a", pages: ["pears and quinces"], title: "Orchard", authors: ["Ann"], tags: long)],
            to: "box.zip")
        let again = try await archive.update { $0.limits.recordBytes = 4096 }
        #expect(again.failures.first?.reason.contains("(recordBytes)") == true, "\(again.failures)")
        let document = try archive.index.document("box.zip")
        #expect(document.title == "Orchard")
        #expect(document.authors == ["Ann"])
        #expect(document.tags.isEmpty)
        #expect(document.rawMetadata == nil)
    }

    @Test func controlCharactersOfMetadataAreReplaced() async throws {
        let archive = try TestArchive()
        try archive.write(
            [TestDocument("a", pages: ["pears"], title: "Or\u{1B}[31mchard\nof\tfruit", tags: ["a\u{7}b"])],
            to: "box.zip")
        let run = try await archive.update()
        #expect(run.failures.isEmpty)
        let document = try archive.index.document("box.zip")
        #expect(document.title == "Or\u{FFFD}[31mchard of fruit")
        #expect(document.tags == ["a\u{FFFD}b"])
    }

    /// That metadata was cut is no reason for a missing page.
    @Test func pagesThatAreMissingAreSaidBesideWhatWasCut() async throws {
        let cut = ProblemFrame(address: FakeWorker.whole, stage: .document, code: .limit, reason: "its title was cut")
        let worker = try FakeWorker(
            "answer",
            frames: FakeWorker.answer(
                .problem(cut), FakeWorker.document(pageCount: 2),
                FakeWorker.page(1)))
        let archive = try TestArchive()
        let run = try await archive.read(Array("bad".utf8), as: "bad.zip") { $0.extractorPath = worker.path }
        #expect(run.failures.contains { $0.reason.contains("its title was cut") }, "\(run.failures)")
        #expect(run.failures.contains { $0.reason.contains("the page was not read") }, "\(run.failures)")
    }

    /// More than any fixed number of problems that a run might take for nonsense.
    @Test func countlessDamagedAttachmentsAreNamed() async throws {
        let archive = try TestArchive()
        let boundary = "--next\r\n"
        var mail = "From: a@example.org\r\nSubject: Crate\r\nMIME-Version: 1.0\r\n"
        mail += "Content-Type: multipart/mixed; boundary=next\r\n\r\n"
        mail += boundary + "Content-Type: application/pdf; name=\"good.pdf\"\r\n"
        mail += "Content-Disposition: attachment; filename=\"good.pdf\"\r\n"
        mail += "Content-Transfer-Encoding: base64\r\n\r\n"
        mail += Data(PDFWriter(texts: ["pears and quinces"]).bytes)
            .base64EncodedString(options: [.lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed])
        mail += "\r\n"
        for number in 1...2100 {
            mail += boundary + "Content-Type: application/pdf; name=\"\(number).pdf\"\r\n"
            mail += "Content-Disposition: attachment; filename=\"\(number).pdf\"\r\n\r\n%PDF-1.4 broken\r\n"
        }
        mail += "--next--\r\n"
        let run = try await archive.read(Array(mail.utf8), as: "crate.eml")
        #expect(!run.failures.contains { $0.reason.contains("invalid answer") })
        #expect(run.failures.count >= 2100, "\(run.failures.count)")
        #expect(try archive.find("quinces") == ["crate.eml!/good.pdf"])
    }
}
