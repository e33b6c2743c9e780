import DocSearchTestSupport
import Foundation
import GRDB
import Testing

@testable import DocSearch

@Suite("Files that are moved and damaged in one night")
struct DamagedMoveTests {
    private static let places = ["b.pdf", "deep/a.pdf", "0/b.pdf"]

    @Test(arguments: places, [FileHarm.cutByHalf, .zeroed, .empty, .webPage])
    func aPDFKeepsItsTextUnderItsNewName(place: String, harm: FileHarm) async throws {
        let archive = try TestArchive()
        try archive.write(Self.texts("heron"), to: "a.pdf")
        try await archive.read(["a kestrel"], as: "k.pdf")
        let id = try archive.index.document("a.pdf").id
        try harm.harm(archive, "a.pdf")
        try archive.move("a.pdf", to: place)
        let run = try await archive.update()
        #expect(run.failures.map(\.path) == [place])
        #expect(run.report.moved == 1 && run.report.removed == 0 && run.report.new == 0)
        for isFull in [false, true] {
            let again = try await archive.update { $0.full = isFull }
            #expect(again.report.standingFailures == 1)
            #expect(try archive.find("heron2") == [place])
            #expect(try archive.index.document(DocumentReference(place)).id == id)
        }
        // A good copy comes back.
        #expect(try await archive.read(Self.texts("heron"), as: place).report.standingFailures == 0)
        #expect(try archive.index.document(DocumentReference(place)).id == id)
    }

    @Test(arguments: [0.5, 0.1])
    func aZipKeepsItsTextsUnderItsNewName(share: Double) async throws {
        let archive = try TestArchive()
        try archive.write(["heron", "egret"].map { TestDocument($0, pages: Self.texts($0)) }, to: "a.zip")
        try await archive.read(["a kestrel"], as: "k.pdf")
        try Self.move(archive, "a.zip", to: "b.zip") { Array($0.prefix(Int(Double($0.count) * share))) }
        for isFull in [false, true] {
            let run = try await archive.update { $0.full = isFull }
            #expect(run.report.standingFailures > 0)
            for name in ["heron", "egret"] { #expect(try archive.find("\(name)2") == ["b.zip!/\(name).pdf"]) }
        }
    }

    /// The first document says nothing against the zip.
    @Test func aLaterDocumentTellsThatAZipWasDamaged() async throws {
        let archive = try TestArchive()
        func zip(_ bird: String, _ isWhole: Bool) -> [UInt8] {
            let pdf = TestDocument("", pages: Self.texts("egret")).pdf
            return ZipWriter([
                .init("a.pdf", TestDocument("", pages: Self.texts(bird)).pdf),
                .init("b.pdf", isWhole ? pdf : Array(pdf.prefix(pdf.count / 2))),
            ]).bytes
        }
        try archive.write(zip("heron", true), to: "a.zip")
        try await archive.read(["a kestrel"], as: "k.pdf")
        try Self.move(archive, "a.zip", to: "b.zip") { _ in zip("kingfisher", false) }
        let run = try await archive.update()
        #expect(run.report.moved == 1 && run.report.removed == 0)
        #expect(try archive.find("egret2") == ["b.zip!/b.pdf"])
        #expect(try archive.find("kingfisher2") == ["b.zip!/a.pdf"])
        #expect(try archive.find("heron2").isEmpty)
    }

    /// The documents before it wait until it is known.
    @Test(arguments: [true, false])
    func aLaterDocumentTellsAlsoOfThoseBeforeIt(isLater: Bool) async throws {
        let archive = try TestArchive()
        func zip(_ heron: [String], _ isWhole: Bool) -> [UInt8] {
            let pdf = TestDocument("", pages: Self.texts("egret")).pdf
            let entries: [ZipWriter.Entry] = [
                .init("m.pdf", TestDocument("", pages: heron).pdf),
                .init(isLater ? "z.pdf" : "a.pdf", isWhole ? pdf : Array(pdf.prefix(pdf.count / 2))),
            ]
            return ZipWriter(isLater ? entries : entries.reversed()).bytes
        }
        try archive.write(zip(Self.texts("heron"), true), to: "a.zip")
        try await archive.read(["a kestrel"], as: "k.pdf")
        try Self.move(archive, "a.zip", to: "b.zip") { _ in zip(["...", "...", "..."], false) }
        let run = try await archive.update()
        #expect(run.report.moved == 1 && run.report.removed == 0)
        #expect(try archive.find("heron2") == ["b.zip!/m.pdf"])
        #expect(try archive.find("egret2").count == 1)
    }

    /// That one of its documents is locked is no damage.
    @Test func aZipWithALockedDocumentMayBeMadeAnew() async throws {
        let archive = try TestArchive()
        let locked = Array(try SampleArchive.bytes(of: "reports/1961-closed-session.pdf"))
        func zip(_ pages: [String]) -> [UInt8] {
            ZipWriter([.init("a.pdf", TestDocument("", pages: pages).pdf), .init("locked.pdf", locked)]).bytes
        }
        try archive.write(
            ZipWriter([.init("a.pdf", TestDocument("", pages: Self.texts("heron")).pdf)]).bytes, to: "a.zip")
        try await archive.read(["a kestrel"], as: "k.pdf")
        try Self.move(archive, "a.zip", to: "b.zip") { _ in zip(["egret"]) }
        let run = try await archive.update()
        #expect(run.report.moved == 0 && run.report.removed == 1)
        #expect(try archive.find("egret") == ["b.zip!/a.pdf"])
        #expect(try archive.find("heron2").isEmpty)
    }

    @Test func aMailboxKeepsItsMailsUnderItsNewName() async throws {
        let archive = try TestArchive()
        let mails = (1...6).map { number in
            "From a@example.org Tue Mar  3 10:00:00 2020\nFrom: a@example.org\nSubject: heron\(number)\n"
                + "Message-ID: <\(number)@example.org>\nDate: Tue, 3 Mar 2020 1\(number):00:00 +0000\n\n"
                + "heron\(number) in the reeds\n\n"
        }
        let bytes = Array(mails.joined().utf8)
        try archive.write(bytes, to: "a.mbox")
        try await archive.read(["a kestrel"], as: "k.pdf")
        try Self.move(archive, "a.mbox", to: "b.mbox") { bytes in
            bytes.indices.map { (bytes.count / 2..<bytes.count * 3 / 4).contains($0) ? 0 : bytes[$0] }
        }
        let run = try await archive.update()
        #expect(run.report.standingFailures > 0)
        for number in 1...6 { #expect(try archive.find("heron\(number)").count == 1, "\(number)") }
    }

    /// Somebody may write something else into a file and give it another name.
    @Test func anotherTextInTheSameFileIsANewDocument() async throws {
        let archive = try TestArchive()
        try archive.write(Self.texts("heron"), to: "a.pdf")
        try await archive.read(["a kestrel"], as: "k.pdf")
        let id = try archive.index.document("a.pdf").id
        try Self.move(archive, "a.pdf", to: "b.pdf") { _ in TestDocument("", pages: ["egret"]).pdf }
        let run = try await archive.update()
        #expect(run.failures.isEmpty)
        #expect(run.report.new == 1 && run.report.removed == 1 && run.report.moved == 0)
        #expect(try archive.find("heron").isEmpty)
        #expect(try archive.find("egret") == ["b.pdf"])
        #expect(try archive.index.document("b.pdf").id != id)
    }

    /// A deleted file's inode goes to the next one. This one is younger than what the index has.
    @Test func aDamagedFileIsNotTakenForADeletedOne() async throws {
        let archive = try TestArchive()
        try archive.write(Self.texts("heron"), to: "a.pdf")
        try await archive.read(["a kestrel"], as: "k.pdf")
        let database = try archive.database("index.sqlite")
        try await database.write { db in try db.execute(sql: "UPDATE document SET indexed = indexed - 86400") }
        try database.close()
        try Self.move(archive, "a.pdf", to: "b.pdf") { Array($0.prefix($0.count / 2)) }
        let run = try await archive.update()
        #expect(run.report.removed == 1 && run.report.moved == 0)
        #expect(try archive.find("heron2").isEmpty)
    }

    private static func texts(_ bird: String) -> [String] { (1...3).map { "\(bird)\($0) in the reeds of the mill" } }

    /// Its inode stays.
    private static func move(
        _ archive: TestArchive, _ name: String, to other: String, _ change: ([UInt8]) -> [UInt8]
    ) throws {
        try archive.rewrite(name, change)
        try archive.move(name, to: other)
    }
}
