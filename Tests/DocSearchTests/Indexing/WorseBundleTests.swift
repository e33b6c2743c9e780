import DocSearchTestSupport
import Foundation
import Testing

@testable import DocSearch

@Suite("Bundles that get worse keep their documents")
struct WorseBundleTests {
    // MARK: Mailboxes

    @Test func whatACutMailboxHadStaysUntilItIsGivenUp() async throws {
        let archive = try TestArchive()
        let scan = Mail(2, "the gull stands here", file: ("scan.pdf", Self.pdf("puffin")))
        let mails = [Mail(1, "a heron"), scan] + (3...6).map { Mail($0, "the egret\($0) stands here") }
        try archive.write(Mail.box(mails), to: "inbox.mbox")
        try await archive.update()
        let before = try archive.index.status().documents
        let cut = try #require(Self.cut(Mail.box(mails), behind: "Content-Disposition: attachment", 200))
        try archive.write(cut, to: "inbox.mbox")
        #expect(try await archive.update().report.standingFailures > 0)
        func expectAll(_ said: Comment) throws {
            for word in ["heron", "gull", "puffin", "egret3", "egret4", "egret5", "egret6"] {
                #expect(try archive.find(word).count == 1, "\(word), \(said)")
            }
            #expect(try archive.index.status().documents == before, said)
        }
        try expectAll("cut")
        try await archive.update { $0.full = true }
        try expectAll("read again")
        try await archive.update { $0.retryFailed = true }
        try expectAll("tried again")
        try archive.write(cut + Array("\n\n".utf8) + Mail.box([Mail(7, "one tern")]), to: "inbox.mbox")
        try await archive.update()
        try expectAll("a mail more")
        let failures = try archive.index.status().failures
        #expect(failures.contains { $0.path == "inbox.mbox!/message-3" && $0.reason.contains("another mail") })
        // To another disk, as it were: only its bytes tell.
        try archive.write(Data(contentsOf: URL(fileURLWithPath: archive.root + "/inbox.mbox")), to: "outbox.mbox")
        try archive.remove("inbox.mbox")
        try await archive.update()
        try expectAll("moved")
        let run = try await TestRun(
            archive.index.reread(archive.index.document("outbox.mbox!/message-5"), options: .forTests))
        #expect(run.report.standingFailures > 0)
        #expect(try archive.find("egret5").isEmpty)
        #expect(try archive.find("tern").count == 1)
    }

    @Test func theWholeMailboxTakesTheDamagedOnesPlace() async throws {
        let archive = try TestArchive()
        let mails = (1...4).map {
            Mail($0, "the egret\($0) stands here", file: ("a.docx", Array(repeating: 7, count: 900)))
        }
        try archive.write(Mail.box(mails), to: "inbox.mbox")
        try await archive.update()
        let cut = try #require(Self.cut(Mail.box(mails), behind: "Content-Disposition: attachment", 200))
        try archive.write(cut, to: "inbox.mbox")
        let run = try await archive.update()
        #expect(
            run.failures.map(\.path) == ["inbox.mbox!/message-1"], "its attachment is not opened, and cut all the same")
        for number in 1...4 { #expect(try archive.find("egret\(number)").count == 1) }
        try archive.write(Mail.box(mails), to: "inbox.mbox")
        #expect(try await archive.update().report.standingFailures == 0)
        // What was taken out on purpose is gone.
        try archive.write(Mail.box(Array(mails[1...])), to: "inbox.mbox")
        #expect(try await archive.update().report.standingFailures == 0)
        #expect(try archive.find("egret1").isEmpty)
        #expect(try archive.index.status().documents == 3)
    }

    @Test(arguments: [true, false])
    func mailsThatWereDeletedAreGoneAndTheOthersAreFound(haveIDs: Bool) async throws {
        let archive = try TestArchive()
        func long(_ word: String, _ count: Int) -> String {
            Array(repeating: word, count: count).joined(separator: " ")
        }
        var mails = [
            Mail(1, long("heron", 50)), Mail(2, long("egret", 20)), Mail(3, long("gull", 80)),
            Mail(4, long("tern", 5), type: "application/pkcs7-mime; smime-type=enveloped-data"),
            Mail(5, long("knot", 70)),
        ]
        // Without them, a mail that cannot be read may be what was there before.
        if !haveIDs {
            mails.remove(at: 3)
            for index in mails.indices { mails[index].id = nil }
        }
        try archive.write(Mail.box(mails), to: "inbox.mbox")
        let first = try await archive.update()
        #expect(first.report.standingFailures == (haveIDs ? 1 : 0), "one is encrypted")
        try archive.write(Mail.box(Array(mails[1...])), to: "inbox.mbox")
        let second = try await archive.update()
        #expect(try archive.find("heron").isEmpty)
        for word in ["egret", "gull", "knot"] { #expect(try archive.find(word).count == 1, "\(word)") }
        #expect(second.report.standingFailures == first.report.standingFailures)
    }

    @Test func manyMailsThatAreGoneAreKept() async throws {
        let archive = try TestArchive()
        let mails = (1...30).map { Mail($0, "the egret\($0) stands here") }
        try archive.write(Mail.box(mails), to: "inbox.mbox")
        try await archive.update()
        try archive.write(Mail.box(Array(mails[..<12])), to: "inbox.mbox")
        for full in [false, true] {
            let run = try await archive.update { $0.full = full }
            #expect(run.failures.map(\.path) == ["inbox.mbox"])
            #expect(
                run.failures.first?.reason.contains("18 of the 30 documents that it had are not in it any more") == true
            )
            #expect(run.report.standingFailures == 19)
            #expect(try archive.find("egret30").count == 1)
        }
        // A few are not enough to keep what is missing, but what is kept stays.
        try archive.write(Mail.box(mails[..<12] + [Mail(31, "one knot stands here")]), to: "inbox.mbox")
        try await archive.update()
        #expect(try archive.find("egret13").count == 1)
        #expect(try archive.find("egret30").count == 1)
        try await archive.update { ($0.full, $0.pruneLimit) = (true, 1) }
        #expect(try archive.find("egret30").count == 1)
        _ = try await TestRun(
            archive.index.reread(archive.index.document("inbox.mbox!/message-30"), options: .forTests))
        #expect(try archive.find("egret30").isEmpty)
        #expect(try archive.find("knot").count == 1)
        #expect(try archive.index.status().failures.isEmpty)
    }

    // MARK: Zips

    @Test func aLockedNeighbourKeepsNoDocumentFromBecomingShorter() async throws {
        let archive = try TestArchive()
        let locked = ZipWriter.Entry(
            "locked.pdf", Array(try SampleArchive.bytes(of: "reports/1961-closed-session.pdf")))
        try archive.write(ZipWriter([.init("a.pdf", Self.pdf("heron")), locked]).bytes, to: "a.zip")
        try await archive.update()
        try archive.write(
            ZipWriter([.init("a.pdf", TestDocument("", pages: ["heron"]).pdf), locked]).bytes, to: "a.zip")
        let run = try await archive.update()
        #expect(run.report.standingFailures == 1)
        #expect(try archive.find("heron3").isEmpty)
        #expect(try archive.find("heron").count == 1)
    }

    @Test func anEmptiedZipKeepsItsDocuments() async throws {
        let archive = try TestArchive()
        try archive.write([TestDocument("heron", pages: ["a heron stands here"])], to: "a.zip")
        try await archive.update()
        try archive.write(ZipWriter([]).bytes, to: "a.zip")
        let run = try await archive.update()
        #expect(run.failures.map(\.path) == ["a.zip"])
        #expect(run.report.skipped == 0)
        let again = try await archive.update { $0.full = true }
        #expect(again.report.standingFailures == run.report.standingFailures)
        let found = try #require(archive.find("stands").first)
        _ = try await TestRun(archive.index.reread(archive.index.document(found), options: .forTests))
        #expect(try archive.find("stands").isEmpty)
        #expect(try archive.index.status().failures.isEmpty)
    }

    // MARK: PDFs

    @Test func partsOfAPortfolioStayWhenItsListIsLost() async throws {
        let archive = try TestArchive()
        var writer = PDFWriter(texts: ["the cover of the filing"])
        writer.files = [.init("exhibit.pdf", Self.pdf("heron"))]
        try archive.write(writer.bytes, to: "filing.pdf")
        try await archive.update()
        #expect(try archive.find("heron").count == 1)
        // The catalogue calls no files any more, and the table of contents is not there.
        try archive.write(
            Self.withoutTable(Self.replaced(writer.bytes, "/EmbeddedFiles", "/EmbeddedFilez")), to: "filing.pdf")
        for full in [false, true] {
            let run = try await archive.update { $0.full = full }
            #expect(try archive.find("heron").count == 1)
            #expect(run.report.standingFailures > 0)
        }
    }

    @Test func aLongerScanTakesTheShorterOnesPlaceBeforeItIsRecognized() async throws {
        let archive = try TestArchive()
        try archive.write(["a heron stands here"], to: "a.pdf")
        try await archive.update()
        let scan = Array(try SampleArchive.bytes(of: "letters/1949-library-gift.pdf"))
        // Only where the objects are is not told.
        try archive.write(Self.replaced(scan, "startxref", "startxerf"), to: "a.pdf")
        let run = try await archive.update()
        #expect(run.failures.isEmpty)
        #expect(
            run.report.waiting > 0
                || run.events.contains { if case .indexed(_, _, let count) = $0 { count > 0 } else { false } })
    }

    @Test func pagesOfAKeptScanDoNotWait() async throws {
        let archive = try TestArchive()
        let scan = Array(try SampleArchive.bytes(of: "letters/1949-library-gift.pdf"))
        try archive.write(ZipWriter([.init("scan.pdf", scan), .init("b.pdf", Self.pdf("heron"))]).bytes, to: "a.zip")
        try archive.write(scan, to: "scan.pdf")
        try await archive.update()
        let broken = Array(scan.prefix(100))
        try archive.write(ZipWriter([.init("scan.pdf", broken), .init("b.pdf", Self.pdf("heron"))]).bytes, to: "a.zip")
        try archive.write(broken, to: "scan.pdf")
        try await archive.update()
        try await archive.update { $0.ocr = .auto }
        let before = try archive.index.status().failures.map(\.reason)
        let run = try await archive.update { $0.ocr = .auto }
        #expect(run.failures.isEmpty)
        #expect(try archive.index.status().failures.map(\.reason) == before)
        #expect(!before.contains { $0.contains("changed") })
        #expect(run.report.waiting == 0)
    }

    // MARK: What is written

    private struct Mail {
        var id: Int?
        var text: String
        var type: String
        var file: (name: String, bytes: [UInt8])?

        init(_ id: Int, _ text: String, type: String = "text/plain", file: (name: String, bytes: [UInt8])? = nil) {
            (self.id, self.text, self.type, self.file) = (id, text, type, file)
        }

        private var lines: String {
            let id = id.map { "Message-ID: <\($0)@example.org>\n" } ?? ""
            let head = "From: ada@example.org\nSubject: Birds\n\(id)MIME-Version: 1.0\n"
            guard let file else { return "\(head)Content-Type: \(type)\n\n\(text)\n" }
            let encoded = Data(file.bytes).base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed])
            return
                "\(head)Content-Type: multipart/mixed; boundary=next\n\n--next\nContent-Type: text/plain\n\n\(text)\n"
                + "--next\nContent-Type: application/octet-stream\nContent-Transfer-Encoding: base64\n"
                + "Content-Disposition: attachment; filename=\(file.name)\n\n\(encoded)\n--next--\n"
        }

        static func box(_ mails: some Sequence<Mail>) -> [UInt8] {
            Array(mails.map { "From ada@example.org Tue Jun  3 18:30:05 2003\n\($0.lines)\n" }.joined().utf8)
        }
    }

    /// Three pages, each with the word and its number, as `heron1`.
    private static func pdf(_ word: String) -> [UInt8] {
        TestDocument("", pages: (1...3).map { "\(word)\($0) \(word) stands in the shallow water of the lake" }).pdf
    }

    /// So many bytes behind the first place of a text.
    private static func cut(_ bytes: [UInt8], behind text: String, _ count: Int) -> [UInt8]? {
        place(of: text, in: bytes).map { Array(bytes[..<min(bytes.count, $0.upperBound + count)]) }
    }

    private static func replaced(_ bytes: [UInt8], _ text: String, _ other: String) -> [UInt8] {
        var bytes = bytes
        if let place = place(of: text, in: bytes) { bytes.replaceSubrange(place, with: Array(other.utf8)) }
        return bytes
    }

    private static func withoutTable(_ pdf: [UInt8]) -> [UInt8] {
        place(of: "\nxref\n", in: pdf).map { Array(pdf[...$0.lowerBound]) } ?? pdf
    }

    private static func place(of text: String, in bytes: [UInt8]) -> Range<Int>? {
        Data(bytes).range(of: Data(text.utf8))
    }
}
