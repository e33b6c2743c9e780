@testable import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

/// What people said, and above all what they have hidden, while a whole archive is moved, copied or removed.
@Suite("A moved archive")
struct MovedRootTests {
    /// A folder with a tagged document, a hidden one, and a zip with a hidden document.
    private static func archive() async throws -> TestArchive {
        let archive = try TestArchive()
        try archive.write(["heron on the weir"], to: "old/a.pdf")
        try archive.write(["plover in the reeds"], to: "old/b.pdf")
        try archive.write(
            [TestDocument("c", pages: ["plover on the mast"]), TestDocument("d", pages: ["a lark"])], to: "old/c.zip")
        try await archive.update([archive.root + "/old"])
        try archive.index.tag([archive.index.document("a.pdf")], adding: ["council"], by: "ada")
        try archive.index.hide([archive.index.document("b.pdf"), archive.index.document("c.zip!/c.pdf")], by: "ada")
        return archive
    }

    private func expectSaid(_ archive: TestArchive, sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(try archive.find("plover").isEmpty, "what is hidden stays hidden", sourceLocation: sourceLocation)
        #expect(try archive.find("tag:council") == ["a.pdf"], sourceLocation: sourceLocation)
        #expect(try archive.find("lark") == ["c.zip!/d.pdf"], sourceLocation: sourceLocation)
    }

    /// Moves the folder as `mv` does, or by a copy as to another file system.
    private func move(_ archive: TestArchive, byCopy: Bool) throws {
        let (old, new) = (archive.root + "/old", archive.root + "/new")
        guard byCopy else { return try FileManager.default.moveItem(atPath: old, toPath: new) }
        try FileManager.default.copyItem(atPath: old, toPath: new)
        try FileManager.default.removeItem(atPath: old)
    }

    @Test("is told by its files or its bytes, and nothing that was said is away", arguments: [false, true])
    func movedRootIsFollowed(byCopy: Bool) async throws {
        let archive = try await Self.archive()
        try move(archive, byCopy: byCopy)
        try await archive.update([])
        try expectSaid(archive)
        let run = try await archive.update([archive.root + "/new"])
        #expect(run.report.moved == 3)
        #expect(run.report.new == 0)
        #expect(run.report.pages == 0)
        try expectSaid(archive)
        #expect(try archive.find("heron") { $0.showsCopies = true } == ["a.pdf"])
        let next = try await archive.update([])
        #expect(next.report.warnings.contains { $0.message.contains("has nothing from it") })
        try archive.index.remove(DocumentReference(archive.root + "/old"))
        try expectSaid(archive)
        try await archive.update([])
        try expectSaid(archive)
    }

    @Test("keeps its languages", arguments: [false, true])
    func movedRootKeepsItsLanguages(byCopy: Bool) async throws {
        let archive = try await Self.archive()
        try await archive.update([archive.root + "/old"]) { $0.languages = ["deu"] }
        try move(archive, byCopy: byCopy)
        try await archive.update([archive.root + "/new"])
        let roots = try UserStore(reading: IndexFolder(path: archive.indexPath)).roots()
        #expect(roots.map(\.languages) == [["deu"], ["deu"]])
    }

    @Test func anEmptyFolderInThePlaceOfADiskHidesNoMove() async throws {
        let archive = try await Self.archive()
        try move(archive, byCopy: false)
        try FileManager.default.createDirectory(atPath: archive.root + "/old", withIntermediateDirectories: false)
        #expect(try await archive.update([archive.root + "/new"]).report.moved == 3)
        try expectSaid(archive)
    }

    @Test func hiddenDocumentsDoNotShowWhileARunGoesOn() async throws {
        let archive = try await Self.archive()
        try archive.index.remove(DocumentReference(archive.root + "/old"))
        try move(archive, byCopy: true)
        var shown: [String] = []
        for try await event in archive.index.update([archive.root + "/new"], options: .forTests) {
            if case .indexed = event { shown += try archive.find("plover") }
        }
        #expect(shown.isEmpty)
        try expectSaid(archive)
    }

    @Test func copiesOfAHiddenDocumentAreHiddenAndShownWithIt() async throws {
        let archive = try await Self.archive()
        try FileManager.default.copyItem(atPath: archive.root + "/old", toPath: archive.root + "/new")
        let run = try await archive.update([archive.root + "/new"])
        #expect(run.report.new == 3)
        #expect(run.report.moved == 0)
        #expect(try archive.find("plover").isEmpty)
        #expect(try archive.find("plover") { ($0.showsHidden, $0.showsCopies) = (true, true) }.count == 4)
        let copy = try #require(try archive.index.documents(answering: "plover reeds", includingHidden: true).last)
        #expect(copy.isHidden)
        #expect(try archive.index.hide([copy], false, by: "ada") == 1)
        #expect(try archive.find("reeds") { $0.showsCopies = true }.count == 2, "the original is shown with its copy")
        try archive.index.undo(by: "ada")
        #expect(try archive.find("plover").isEmpty)
    }

    @Test func whatWasSaidGoesToTheCopyAtOnceWhenARootIsRemoved() async throws {
        let archive = try await Self.archive()
        try FileManager.default.copyItem(atPath: archive.root + "/old", toPath: archive.root + "/new")
        try await archive.update([archive.root + "/new"])
        try archive.index.remove(DocumentReference(archive.root + "/old"))
        try expectSaid(archive)
    }

    @Test func aCopyOfAHiddenDocumentStaysHiddenWhenTheOriginalGetsOtherBytes() async throws {
        let archive = try await Self.archive()
        try FileManager.default.copyItem(atPath: archive.root + "/old/b.pdf", toPath: archive.root + "/old/copy.pdf")
        try archive.write(["plover in a better scan"], to: "old/b.pdf")
        try await archive.update([])
        #expect(try archive.find("plover").isEmpty)
        try archive.remove("old/b.pdf")
        try await archive.update([])
        #expect(try archive.find("plover").isEmpty)
    }
}
