import DocSearchTestSupport
import Foundation
import Testing

@testable import DocSearch

@Suite("Mailboxes that get worse, and those whose mails move up, keep their documents")
struct WorseMailboxTests {
    // MARK: Damage

    @Test func whatACutMailboxHadStaysUntilItIsGivenUp() async throws {
        let archive = try TestArchive()
        let scan = TestMail(2, "the gull stands here", file: ("scan.pdf", TestDocument.threePages(of: "puffin")))
        let mails = [TestMail(1, "a heron"), scan] + (3...6).map { TestMail($0, "the egret\($0) stands here") }
        try await archive.read(TestMail.box(mails), as: "inbox.mbox")
        let before = try archive.index.status().documents
        let cut = try #require(Self.cut(TestMail.box(mails)))
        #expect(try await archive.read(cut, as: "inbox.mbox").report.standingFailures > 0)
        func expectAll(_ said: Comment, more: Int = 0) throws {
            for word in ["heron", "gull", "puffin", "egret3", "egret4", "egret5", "egret6"] {
                #expect(try archive.find(word).count == 1, "\(word), \(said)")
            }
            #expect(try archive.index.status().documents == before + more, said)
        }
        try expectAll("cut")
        try await archive.update { $0.full = true }
        try expectAll("read again")
        try await archive.update { $0.retryFailed = true }
        try expectAll("tried again")
        // A new mail gets the number of one that is kept.
        try await archive.read(cut + Array("\n\n".utf8) + TestMail.box([TestMail(7, "one tern")]), as: "inbox.mbox")
        try expectAll("a mail more", more: 1)
        #expect(try archive.find("tern") == ["inbox.mbox!/message-3"])
        #expect(try archive.find("egret3") == ["inbox.mbox!/message-3#2"])
        // To another disk, as it were: only its bytes tell.
        try archive.write(Data(contentsOf: URL(fileURLWithPath: archive.root + "/inbox.mbox")), to: "outbox.mbox")
        try archive.remove("inbox.mbox")
        try await archive.update()
        try expectAll("moved", more: 1)
        #expect(try await archive.read(TestMail.box(mails), as: "outbox.mbox").report.standingFailures == 0)
        try expectAll("mended")
        #expect(try archive.find("egret3") == ["outbox.mbox!/message-3"])
    }

    /// Nothing of what is left tells that there were parts. The message keeps its identifier, which its attachment has, too.
    @Test(arguments: ["mail.eml", "mails.mbox"], ["MIME-Version", "multipart", "boundary"])
    func aMailThatIsCutInItsHeadersKeepsItsAttachment(name: String, place: String) async throws {
        let archive = try TestArchive()
        let mail = TestMail(1, "the gull stands here", file: ("scan.pdf", TestDocument.threePages(of: "puffin")))
        let whole = name.hasSuffix("mbox") ? TestMail.box([TestMail(2, "a heron"), mail]) : mail.bytes
        try await archive.read(whole, as: name)
        let text = String(decoding: whole, as: UTF8.self)
        let end = try #require(text.range(of: place, options: .backwards)).lowerBound
        let run = try await archive.read(Array(text[..<end].utf8), as: name)
        #expect(run.report.standingFailures > 0)
        for isFull in [false, true] {
            #expect(try archive.find("gull").count == 1, "\(isFull)")
            #expect(try archive.find("puffin").count == 1, "\(isFull)")
            try await archive.update { $0.full = true }
        }
    }

    @Test func rereadingGivesUpOneMailOrTheMailbox() async throws {
        let archive = try TestArchive()
        let mails =
            [TestMail(1, "a heron", file: ("scan.pdf", TestDocument.threePages(of: "puffin")))]
            + (2...6).map { TestMail($0, "the egret\($0) stands here") }
        try await archive.read(TestMail.box(mails), as: "inbox.mbox")
        try await archive.read(try #require(Self.cut(TestMail.box(mails))), as: "inbox.mbox")
        let run = try await archive.reread("inbox.mbox!/message-5")
        #expect(run.report.standingFailures > 0)
        for word in ["heron", "puffin", "egret2", "egret3", "egret4", "egret6"] {
            #expect(try archive.find(word).count == 1, "\(word)")
        }
        #expect(try archive.find("egret5").isEmpty)
        #expect(try await archive.update { $0.full = true }.report.standingFailures > 0)
        #expect(try archive.find("egret6").count == 1)
        #expect(try archive.find("egret5").isEmpty)
        try await archive.reread(bundlesAt: "inbox.mbox")
        #expect(try archive.find("heron").count == 1)
        for word in ["puffin", "egret2", "egret3", "egret4", "egret6"] {
            #expect(try archive.find(word).isEmpty, "\(word)")
        }
    }

    @Test func theWholeMailboxTakesTheDamagedOnesPlace() async throws {
        let archive = try TestArchive()
        let mails = (1...4).map {
            TestMail($0, "the egret\($0) stands here", file: ("a.docx", Array(repeating: 7, count: 900)))
        }
        try await archive.read(TestMail.box(mails), as: "inbox.mbox")
        let run = try await archive.read(try #require(Self.cut(TestMail.box(mails))), as: "inbox.mbox")
        #expect(
            run.failures.map(\.path) == ["inbox.mbox!/message-1"], "its attachment is not opened, and cut all the same")
        for number in 1...4 { #expect(try archive.find("egret\(number)").count == 1) }
        #expect(try await archive.read(TestMail.box(mails), as: "inbox.mbox").report.standingFailures == 0)
        // What was taken out on purpose is gone.
        #expect(try await archive.read(TestMail.box(Array(mails[1...])), as: "inbox.mbox").report.standingFailures == 0)
        #expect(try archive.find("egret1").isEmpty)
        #expect(try archive.index.status().documents == 3)
    }

    @Test func theFirstMailsOfAMailboxThatIsCutStay() async throws {
        let archive = try TestArchive()
        let mails = (1...6).map { number in
            TestMail(
                number, "the egret\(number) stands here",
                file: ("a\(number).pdf", TestDocument.threePages(of: "tern\(number)")))
        }
        try await archive.read(TestMail.box(mails), as: "inbox.mbox")
        // Two are gone at the beginning, and the end is cut.
        let rest = TestMail.box(mails[2...])
        try archive.write(rest[..<(rest.count - 300)], to: "inbox.mbox")
        for full in [false, true] {
            let run = try await archive.update { $0.full = full }
            #expect(run.report.standingFailures > 0)
            for number in 1...6 {
                #expect(try archive.find("egret\(number)").count == 1, "\(number)")
                #expect(try archive.find("tern\(number)1").count == 1, "\(number)")
            }
        }
        #expect(try archive.find("egret3") == ["inbox.mbox!/message-1"])
        #expect(try archive.find("egret1") == ["inbox.mbox!/message-1#2"])
        #expect(try archive.find("tern11") == ["inbox.mbox!/message-1#2/a1.pdf"])
    }

    @Test func aGoodCopyOfAMailTakesTheLongerBadOnesPlace() async throws {
        let archive = try TestArchive()
        let mail = TestMail(1, "a heron stands here", file: ("a.txt", Array("gull ".utf8)))
        // Without the boundary that ends its parts, what follows is taken for a part of it.
        let text = String(decoding: mail.bytes, as: UTF8.self)
        let bad = text.replacingOccurrences(of: "--next--\n", with: "\nmany other words that are not of this mail\n")
            .replacingOccurrences(of: "a heron stands here", with: "a heron stands here, as the damaged copy has it")
        #expect(try await archive.read(bad.utf8, as: "a.eml").report.standingFailures == 1)
        let run = try await archive.read(mail.bytes, as: "a.eml")
        #expect(run.report.standingFailures == 0)
        #expect(try archive.find("damaged").isEmpty)
        #expect(try archive.find("heron").count == 1)
        // But a shorter one that nobody complains of is a part of it.
        let half = text.replacingOccurrences(of: "a heron stands here", with: "a heron")
        #expect(try await archive.read(half.utf8, as: "a.eml").report.standingFailures == 1)
        #expect(try archive.find("stands").count == 1)
    }

    @Test func manyMailsThatAreGoneAreKept() async throws {
        let archive = try TestArchive()
        let mails = (1...30).map { TestMail($0, "the egret\($0) stands here") }
        try await archive.read(TestMail.box(mails), as: "inbox.mbox")
        try archive.write(TestMail.box(Array(mails[..<12])), to: "inbox.mbox")
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
        try await archive.read(TestMail.box(mails[..<12] + [TestMail(31, "one knot stands here")]), as: "inbox.mbox")
        #expect(try archive.find("egret13").count == 1)
        #expect(try archive.find("egret30").count == 1)
        #expect(try archive.find("knot") == ["inbox.mbox!/message-13"])
        try await archive.update { ($0.full, $0.pruneLimit) = (true, 1) }
        #expect(try archive.find("egret30").count == 1)
        _ = try await TestRun(archive.index.reread(bundlesAt: "inbox.mbox", options: .forTests))
        #expect(try archive.find("egret30").isEmpty)
        #expect(try archive.find("knot").count == 1)
        #expect(try archive.index.status().failures.isEmpty)
    }

    // MARK: Mails that move up

    @Test(arguments: [true, false])
    func mailsThatWereDeletedAreGoneAndTheOthersAreFound(haveIDs: Bool) async throws {
        let archive = try TestArchive()
        func long(_ word: String, _ count: Int) -> String {
            Array(repeating: word, count: count).joined(separator: " ")
        }
        var mails = [
            TestMail(1, long("heron", 50)), TestMail(2, long("egret", 20)), TestMail(3, long("gull", 80)),
            TestMail(4, long("tern", 5), type: "application/pkcs7-mime; smime-type=enveloped-data"),
            TestMail(5, long("knot", 70)),
        ]
        // Without them, a mail that cannot be read may be what was there before.
        if !haveIDs {
            mails.remove(at: 3)
            for index in mails.indices { mails[index].id = nil }
        }
        let first = try await archive.read(TestMail.box(mails), as: "inbox.mbox")
        #expect(first.report.standingFailures == (haveIDs ? 1 : 0), "one is encrypted")
        let second = try await archive.read(TestMail.box(Array(mails[1...])), as: "inbox.mbox")
        #expect(try archive.find("heron").isEmpty)
        for word in ["egret", "gull", "knot"] { #expect(try archive.find(word).count == 1, "\(word)") }
        #expect(second.report.standingFailures == first.report.standingFailures)
    }

    @Test(arguments: [true, false])
    func mailsThatMoveUpKeepWhatWasSaidOfThem(haveIDs: Bool) async throws {
        let archive = try TestArchive()
        let words = ["heron", "egret", "gull", "tern", "knot"]
        var mails = words.enumerated().map { number, word in
            TestMail(
                number, "\(word) stands here", minute: number,
                file: ("a.pdf", TestDocument.threePages(of: "\(word)file")))
        }
        func expectAll(_ said: [String: Int64], _ comment: Comment) throws {
            for (word, id) in said {
                let paths = try archive.find(word)
                #expect(paths.count == 1, "\(word), \(comment)")
                let document = try archive.index.document(DocumentReference(paths.first ?? ""))
                #expect(document.id == id, "\(word), \(comment)")
                #expect(
                    try archive.index.annotations(of: document).map(\.value) == ["on \(word)"], "\(word), \(comment)")
            }
        }
        var plover = TestMail(9, "one plover", minute: 30)
        if !haveIDs {
            plover.id = nil
            for index in mails.indices { mails[index].id = nil }
        }
        try await archive.read(TestMail.box(mails), as: "inbox.mbox")
        var said: [String: Int64] = [:]
        for word in words + words.map({ "\($0)file1" }) {
            let document = try archive.index.document(DocumentReference(archive.find(word).first ?? ""))
            _ = try archive.index.addNote("on \(word)", to: document, by: "ada")
            said[word] = document.id
        }
        try expectAll(said, "at first")
        // The first is deleted, and one comes.
        let new = plover
        let run = try await archive.read(TestMail.box(mails[1...] + [new]), as: "inbox.mbox")
        #expect(run.failures.isEmpty)
        said["heron"] = nil
        said["heronfile1"] = nil
        try expectAll(said, "moved up")
        #expect(try archive.find("heron").isEmpty)
        #expect(try archive.find("plover") == ["inbox.mbox!/message-5"])
        // It comes back from the bin, to the end.
        try await archive.read(TestMail.box([new] + mails[1...].reversed() + [mails[0]]), as: "inbox.mbox")
        try expectAll(said, "in another order")
        #expect(try archive.find("heron") == ["inbox.mbox!/message-6"])
        #expect(try archive.index.status().documents == 11)
    }

    @Test func theSameMailTwiceIsTwoDocuments() async throws {
        let archive = try TestArchive()
        let mails = [TestMail(1, "a heron"), TestMail(2, "an egret"), TestMail(3, "a gull"), TestMail(2, "an egret")]
        try await archive.read(TestMail.box(mails), as: "inbox.mbox")
        func numbers() throws -> [String: Int64] {
            var found: [String: Int64] = [:]
            try archive.index.forEachDocument { document, _ in found[document.path] = document.id }
            return found
        }
        let before = try numbers()
        #expect(before.count == 4)
        let tagged = try archive.index.document("inbox.mbox!/message-4")
        try archive.index.tag([tagged], adding: ["seen"], by: "ada")
        try await archive.read(TestMail.box(mails[1...]), as: "inbox.mbox")
        let after = try numbers()
        #expect(after.count == 3)
        #expect(Set(after.values).isSubset(of: Set(before.values)))
        #expect(after["inbox.mbox!/message-1"] == before["inbox.mbox!/message-2"])
        #expect(after["inbox.mbox!/message-3"] == before["inbox.mbox!/message-4"])
        #expect(try archive.find("tag:seen") == ["inbox.mbox!/message-3"])
    }

    @Test func mailboxesWithinZipsAreLikeOthers() async throws {
        let archive = try TestArchive()
        let mails = (1...4).map { TestMail($0, "the egret\($0) stands here") }
        try await archive.read(ZipWriter([.init("in/box.mbox", TestMail.box(mails))]).bytes, as: "a.zip")
        let number = try archive.index.document("a.zip!/in/box.mbox!/message-3").id
        try await archive.read(ZipWriter([.init("in/box.mbox", TestMail.box(mails[1...]))]).bytes, as: "a.zip")
        #expect(try archive.index.document("a.zip!/in/box.mbox!/message-2").id == number)
        #expect(try archive.find("egret3") == ["a.zip!/in/box.mbox!/message-2"])
        #expect(try archive.index.status().documents == 3)
    }

    // MARK: What is written

    /// Ends within the first attachment.
    private static func cut(_ bytes: [UInt8]) -> [UInt8]? {
        Data(bytes).range(of: Data("Content-Disposition: attachment".utf8)).map { place in
            Array(bytes[..<min(bytes.count, place.upperBound + 200)])
        }
    }
}
