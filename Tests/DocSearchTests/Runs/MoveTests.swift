import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

@Suite("Bundles that are moved")
struct MoveTests {
    /// To a folder that is looked at earlier, and to one that is looked at later.
    @Test(arguments: ["a/letter.pdf", "z/letter.pdf"])
    func movedBundlesKeepTheirIDsAndAreNotOpened(place: String) async throws {
        let archive = try TestArchive()
        try archive.write(["a heron in the reeds"], to: "m/letter.pdf")
        try await archive.read(["a kestrel on the mast"], as: "m/stays.pdf")
        let id = try archive.index.document("m/letter.pdf").id
        try archive.move("m/letter.pdf", to: place)
        let run = try await archive.update { $0.extractorPath = "/bin/false" }
        #expect(run.report.moved == 1)
        #expect(run.report.unchanged == 2)
        #expect(run.report.new + run.report.removed + run.report.changed + run.report.documents == 0)
        #expect(try archive.index.document(DocumentReference(place)).id == id)
        #expect(try archive.find("heron") == [place])
        #expect(try await archive.update().report.moved == 0, "it has been noted")
    }

    @Test(arguments: [false, true])
    func movedBundlesTakeTheirNewNameForATitle(afterAnUnfinishedRun: Bool) async throws {
        let archive = try TestArchive()
        try await archive.read(["a heron in the reeds"], as: "Draft.pdf")
        let before = try archive.index.document("Draft.pdf")
        try archive.move("Draft.pdf", to: "Minutes of the Water Board.pdf")
        if afterAnUnfinishedRun {
            // It notes the move, and ends before anything is read.
            await #expect(throws: DocSearchError.self) { try await archive.update { $0.extractorPath = "/bin/false" } }
        }
        let run = try await archive.update()
        if !afterAnUnfinishedRun {
            #expect(run.report.moved == 1)
            #expect(run.report.new + run.report.removed + run.report.changed == 0)
            #expect(run.report.pages == 0, "the text is known")
        }
        let after = try archive.index.document("Minutes of the Water Board.pdf")
        #expect(after.id == before.id)
        #expect(after.title != before.title)
        #expect(try archive.find("title:minutes").count == 1)
        #expect(try archive.find("title:draft").isEmpty)
    }

    @Test func bundlesThatAreCopiedAndThenDeletedKeepTheirIDs() async throws {
        let archive = try TestArchive()
        let documents = ["heron", "kestrel"].map { TestDocument($0, pages: ["the \($0) bird"]) }
        try await archive.read(documents, as: "birds.zip")
        let ids = try ["heron", "kestrel"].map {
            try archive.index.document(DocumentReference("birds.zip!/\($0).pdf")).id
        }
        try FileManager.default.createDirectory(atPath: archive.root + "/x", withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: archive.root + "/birds.zip", toPath: archive.root + "/x/fauna.zip")
        try archive.remove("birds.zip")
        let run = try await archive.update()
        #expect(run.report.moved == 1)
        #expect(run.report.new == 0)
        #expect(run.report.removed == 0)
        #expect(run.report.pages == 0)
        #expect(
            try ["heron", "kestrel"].map { try archive.index.document(DocumentReference("x/fauna.zip!/\($0).pdf")).id }
                == ids)
        #expect(try Set(archive.find("bird")) == ["x/fauna.zip!/heron.pdf", "x/fauna.zip!/kestrel.pdf"])
    }

    @Test func bundlesAreTwoWhereTheOldOneIsStillThere() async throws {
        let archive = try TestArchive()
        try await archive.read(["a heron in the reeds"], as: "a.pdf")
        let id = try archive.index.document("a.pdf").id
        // A second name of the same file, and a copy of it.
        #expect(link(archive.root + "/a.pdf", archive.root + "/b.pdf") == 0)
        try FileManager.default.copyItem(atPath: archive.root + "/a.pdf", toPath: archive.root + "/c.pdf")
        let run = try await archive.update()
        #expect(run.report.moved == 0, "the same text, read once")
        #expect(run.report.new == 2, "the same text, read once")
        #expect(run.report.pages == 0, "the same text, read once")
        #expect(try archive.find("heron").count == 3)
        #expect(try archive.index.document("a.pdf").id == id)
    }

    @Test func movedBundlesAreFollowedInADryRunWithoutAChange() async throws {
        let archive = try TestArchive()
        try archive.write(["a heron in the reeds"], to: "a.pdf")
        try await archive.read(["a kestrel on the mast"], as: "b.pdf")
        try archive.move("a.pdf", to: "deep/a.pdf")
        let dry = try await archive.update { $0.dryRun = true }
        #expect(dry.report.moved == 1)
        #expect(dry.report.removed == 0)
        #expect(dry.report.new == 0)
        #expect(try archive.find("heron") == ["a.pdf"])
    }

    @Test func newBundlesAreNotMistakenForThoseOnADiskThatIsGone() async throws {
        let archive = try TestArchive()
        try archive.write(["a heron in the reeds"], to: "disk/a.pdf")
        let disk = archive.root + "/disk"
        try await archive.update([disk])
        let id = try archive.index.document("a.pdf").id
        let other = archive.folder.path + "/other"
        try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: disk + "/a.pdf", toPath: other + "/copy.pdf")
        try FileManager.default.removeItem(atPath: disk + "/a.pdf")
        let run = try await archive.update([other])
        #expect(run.report.new == 1)
        #expect(run.report.moved == 0)
        #expect(try archive.index.document("a.pdf").id == id, "its disk may come back")
    }
}
