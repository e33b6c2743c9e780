import DocSearchTestSupport
import Testing

@testable import DocSearch

@Suite("A mailbox that ends in the line before a mail")
struct CutMailboxTests {
    @Test(arguments: [1, 4, 5, 12, 40, .max])
    func keepsTheMailThatIsLost(left: Int) async throws {
        let archive = try TestArchive()
        let first = TestMail.box([TestMail(1, "a heron")])
        let second = TestMail.box([
            TestMail(2, "an egret", file: ("scan.pdf", TestDocument("", pages: ["a puffin"]).pdf))
        ])
        try await archive.read(first + [0x0A] + second, as: "inbox.mbox")
        let before = try archive.index.status().documents
        let line = try #require(second.firstIndex(of: 0x0A)) + 1
        try archive.write(first + [0x0A] + second.prefix(min(left, line)), to: "inbox.mbox")
        for isFull in [false, true] {
            #expect(try await archive.update { $0.full = isFull }.report.standingFailures > 0)
            for word in ["heron", "egret", "puffin"] { #expect(try archive.find(word).count == 1, "\(word)") }
            #expect(try archive.index.status().documents == before)
        }
    }

    @Test(arguments: ["From Anna\n", "From\n", "F.\n", "Love\nFrom Anna"])
    func isNotMistakenForOneWhoseLastMailIsSigned(last: String) async throws {
        let archive = try TestArchive()
        let box = TestMail.box([TestMail(1, "a heron")])
        #expect(try await archive.read(box + Array("\n\n\(last)".utf8), as: "inbox.mbox").report.standingFailures == 0)
        #expect(try archive.find("heron").count == 1)
    }
}
