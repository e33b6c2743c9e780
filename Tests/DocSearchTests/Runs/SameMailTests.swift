import DocSearchTestSupport
import Foundation
import Testing

@testable import DocSearch

/// A list and its archive send a mail twice, and some programs give all mails one number: what a mail says of itself need not be
/// its own.
@Suite("Mails of a mailbox that say the same of themselves")
struct SameMailTests {
    private func ids(_ archive: TestArchive, _ count: Int) throws -> [Int64] {
        try (1...count).map { try archive.index.document(DocumentReference("inbox.mbox!/message-\($0)")).id }
    }

    /// The first of the three with one `Message-ID` is replaced by another mail: the others are still where they were.
    @Test func aMailStaysTheDocumentThatItWasBesideOthersLikeIt() async throws {
        let archive = try TestArchive()
        let mails = (1...3).map { TestMail(1, "the egret\($0) stands here") }
        try await archive.read(TestMail.box(mails), as: "inbox.mbox")
        let before = try ids(archive, 3)
        try await archive.read(TestMail.box([TestMail(2, "one tern")] + mails[1...]), as: "inbox.mbox")
        #expect(try archive.find("tern") == ["inbox.mbox!/message-1"])
        for number in 2...3 {
            #expect(try archive.find("egret\(number)") == ["inbox.mbox!/message-\(number)"])
        }
        #expect(try ids(archive, 3)[1...] == before[1...])
    }

    @Test func aMailMoreLikeTheOthersIsANewDocument() async throws {
        let archive = try TestArchive()
        var mails = (1...2).map { TestMail(1, "the egret\($0) stands here") }
        try await archive.read(TestMail.box(mails), as: "inbox.mbox")
        let before = try ids(archive, 2)
        mails += (3...4).map { TestMail(1, "the egret\($0) stands here") }
        try await archive.read(TestMail.box(mails), as: "inbox.mbox")
        for number in 1...4 {
            #expect(try archive.find("egret\(number)") == ["inbox.mbox!/message-\(number)"])
        }
        let after = try ids(archive, 4)
        #expect(after.prefix(2) == before[...])
        #expect(Set(after).count == 4)
        #expect(try archive.index.status().documents == 4)
    }

    /// Which of them are gone only their numbers tell.
    @Test func ofMailsThatSayTheSameAsManyStayAsThereAre() async throws {
        let archive = try TestArchive()
        let mails = (1...4).map { TestMail(1, "the egret\($0) stands here") }
        try await archive.read(TestMail.box(mails), as: "inbox.mbox")
        try await archive.read(TestMail.box(mails[2...]), as: "inbox.mbox")
        #expect(try archive.find("egret3") == ["inbox.mbox!/message-1"])
        #expect(try archive.find("egret4") == ["inbox.mbox!/message-2"])
        for word in ["egret1", "egret2"] { #expect(try archive.find(word).isEmpty, "\(word)") }
        #expect(try archive.index.status().documents == 2)
    }
}
