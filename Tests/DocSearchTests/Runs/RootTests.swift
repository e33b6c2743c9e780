import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

@Suite("Roots and what lies in them")
struct RootTests {
    @Test(arguments: [false, true])
    func aRunRemovesNothingWhenAllOfARootIsGone(isFolderGone: Bool) async throws {
        let archive = try TestArchive()
        try archive.write(["heron"], to: "deep/a.pdf")
        try await archive.read(["heron"], as: "b.pdf")
        try FileManager.default.removeItem(atPath: archive.root)
        if !isFolderGone {
            try FileManager.default.createDirectory(atPath: archive.root, withIntermediateDirectories: true)
        }
        let run = try await archive.update([])
        #expect(run.report.removed == 0)
        #expect(run.report.warnings.count == 1)
        #expect(run.report.warnings.first?.message.contains(archive.root) == true)
        #expect(try archive.find("heron").count == 2)
    }

    @Test func aNamedPathWhereNothingIsIsNotFound() async throws {
        let archive = try TestArchive()
        let error = await #expect(throws: DocSearchError.self) {
            try await archive.update(["/nowhere/at/all"])
        }
        #expect(error?.code == .notFound)
        #expect(error?.item == "/nowhere/at/all")
        let usage = await #expect(throws: DocSearchError.self) { try await archive.update([]) }
        #expect(usage?.code == .usage, "no folder is remembered yet")
    }

    @Test func aLinkThatLeadsNowhereIsSaid() async throws {
        let archive = try TestArchive()
        for (name, target) in [("nowhere", "/there/is/nothing"), ("loop", "loop")] {
            let link = archive.root + "/" + name
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
            let error = await #expect(throws: DocSearchError.self) { _ = try await archive.update([link]) }
            #expect(error?.code == .notFound)
            #expect(error?.message.contains(link) == true, "\(error?.message ?? "")")
        }
    }

    @Test func aRootLosesManyBundlesOnlyWhenThatIsAskedFor() async throws {
        let archive = try TestArchive()
        for number in 0..<15 { try archive.write(["heron"], to: "\(number).pdf") }
        try await archive.update()
        for number in 0..<11 { try archive.remove("\(number).pdf") }
        let careful = try await archive.update()
        #expect(careful.report.removed == 0)
        #expect(careful.report.warnings.first?.message.contains("11 of 15") == true)
        #expect(try archive.find("heron").count == 15)
        let asked = try await archive.update { $0.pruneLimit = 1 }
        #expect(asked.report.removed == 11)
        #expect(try archive.find("heron").count == 4)
    }

    @Test func aRootAbsorbsTheRootsInside() async throws {
        let archive = try TestArchive()
        try archive.write(["heron"], to: "inner/deep/a.pdf")
        try archive.write(["heron"], to: "inner/b.pdf")
        let single = try archive.write(["heron"], to: "c.pdf")
        try await archive.update([archive.root + "/inner", single])
        let id = try archive.index.document("deep/a.pdf").id
        let run = try await archive.update { $0.extractorPath = "/bin/false" }
        #expect(run.report.unchanged == 3)
        #expect(run.report.new == 0)
        let status = try archive.index.status()
        #expect(status.roots == [archive.root])
        #expect(status.bundles == 3)
        #expect(try archive.index.document("inner/deep/a.pdf").id == id)
        #expect(try Set(archive.find("heron")) == ["inner/deep/a.pdf", "inner/b.pdf", "c.pdf"])
    }

    @Test func aRunLooksOnlyIntoThePartOfARootThatIsNamed() async throws {
        let archive = try TestArchive()
        try archive.write(["heron"], to: "inner/a.pdf")
        try await archive.read(["heron"], as: "b.pdf")
        try archive.remove("b.pdf")
        try archive.write(["another heron"], to: "inner/new.pdf")
        let run = try await archive.update([archive.root + "/inner"])
        #expect(run.report.bundles == 2)
        #expect(run.report.new == 1)
        #expect(run.report.removed == 0)
        #expect(try archive.index.status().roots == [archive.root])
        try archive.remove("inner/a.pdf")
        #expect(try await archive.update([archive.root + "/inner"]).removed == ["inner/a.pdf"])
    }

    @Test func aRootMayBeASingleFile() async throws {
        let archive = try TestArchive()
        let path = try archive.write(["heron"], to: "a.pdf")
        try archive.write(["heron"], to: "beside.pdf")
        try await archive.update([path])
        #expect(try archive.find("heron") == ["a.pdf"])
        #expect(try archive.index.location(of: archive.index.document("a.pdf")) == path)
        let idle = try await archive.update([]) { $0.extractorPath = "/bin/false" }
        #expect(idle.report.unchanged == 1)
        #expect(idle.report.bundles == 1)
        try archive.remove("a.pdf")
        let run = try await archive.update([])
        #expect(run.report.failed == 0, "nothing failed: it is gone")
        #expect(run.report.removed + run.report.warnings.count == 1)
    }

    @Test(arguments: [false, true]) func aRootThatIsASingleFileIsForgottenWhenItIsRemoved(byNumber: Bool) async throws {
        let archive = try TestArchive()
        let path = try archive.write(["heron"], to: "single/a.pdf")
        try archive.write(["egret"], to: "folder/b.pdf")
        try await archive.update([path, archive.root + "/folder"])
        let number = try archive.index.document(DocumentReference(path)).id
        var (comingBack, forgotten): ([String], [String]) = ([], [])
        try archive.index.remove(
            byNumber ? DocumentReference(id: number) : DocumentReference(path),
            comingBack: { comingBack.append($0) }, forgetting: { forgotten.append($0) })
        #expect(comingBack.isEmpty)
        #expect(forgotten == [path])
        try await archive.update([])
        #expect(try archive.find("heron").isEmpty, "no run reads it again")
        #expect(try archive.find("egret").count == 1)
    }

    @Test func theWalkDoesNotFollowSymbolicLinks() async throws {
        let archive = try TestArchive()
        try archive.write(["heron"], to: "real/a.pdf")
        let outside = try archive.folder.write(
            TestDocument("", pages: ["kestrel"]).pdf, to: "outside/secret.pdf")
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: archive.root + "/link.pdf", withDestinationPath: outside)
        try manager.createSymbolicLink(
            atPath: archive.root + "/folder", withDestinationPath: archive.folder.path + "/outside")
        try manager.createSymbolicLink(atPath: archive.root + "/real/loop", withDestinationPath: archive.root)
        try manager.createSymbolicLink(atPath: archive.root + "/broken.pdf", withDestinationPath: "/nowhere")
        let run = try await archive.update()
        #expect(run.report.symbolicLinks == 4)
        #expect(run.report.bundles == 1)
        #expect(run.report.failed == 0)
        #expect(try archive.find("kestrel").isEmpty)
    }

    /// Of names that are not UTF-8 there is a text for each byte, which stays the same.
    @Test func theWalkReadsFilesWhoseNamesAreNotUTF8() async throws {
        let archive = try TestArchive()
        try archive.write(["heron"], to: "a.pdf")
        let latin = Array((archive.root + "/caf").utf8CString.dropLast()) + [-23]
        try archive.write(["kestrel"], to: "b.pdf")
        try archive.write(["osprey"], to: "c.pdf")
        try archive.write(["plover"], to: "plain\\xE9.pdf")
        let folder = latin + [0]
        mkdir(folder, 0o700)
        let names = [latin + ".pdf".utf8CString, latin + "/caf".utf8CString.dropLast() + [-23] + ".pdf".utf8CString]
        for (from, to) in zip(["b.pdf", "c.pdf"], names) { rename(archive.root + "/" + from, to) }
        defer {
            for name in names { unlink(name) }
            rmdir(folder)
        }
        let run = try await archive.update()
        #expect(run.report.warnings.isEmpty)
        #expect(run.report.failed == 0)
        #expect(run.report.documents == 4)
        #expect(try archive.find("kestrel") == ["caf\\xE9.pdf"])
        #expect(try archive.find("osprey") == ["caf\\xE9/caf\\xE9.pdf"])
        #expect(try archive.find("plover") == ["plain\\x5CxE9.pdf"])
        let next = try await archive.update()
        #expect(next.report.unchanged == 4)
        #expect(next.report.removed == 0)
    }

    /// A Mac writes the letter and its dots, and a keyboard one character.
    @Test func typedPathsMeanNamesInEitherForm() async throws {
        let archive = try TestArchive()
        try archive.write(["heron"], to: "Bu\u{308}cher/U\u{308}bersicht.pdf")
        _ = try await archive.read(["kestrel"], as: "B\u{FC}cher 2/Plan.pdf")
        for path in ["path:\"B\u{FC}cher/\u{DC}ber\"", "path:\"Bu\u{308}cher/U\u{308}ber\"", "bundle:\u{DC}bersicht"] {
            #expect(try archive.find("\(path) heron").count == 1, "\(path)")
        }
        #expect(try archive.find("path:\"Bu\u{308}cher 2\"").count == 1)
        let index = archive.index
        for path in ["B\u{FC}cher/\u{DC}bersicht.pdf", archive.root + "/B\u{FC}cher/\u{DC}bersicht.pdf"] {
            #expect(try index.document(DocumentReference(path)).path.hasSuffix("bersicht.pdf"))
        }
    }

    /// Hidden files are passed over, and those whose names say something else; otherwise the content decides.
    @Test func theWalkLooksIntoFilesWhoseNamesSayNothing() async throws {
        let archive = try TestArchive()
        for name in ["a.txt", ".hidden.pdf", ".git/a.pdf", "pdf", "a.pdf~", "b.pdf.part"] {
            try archive.write(["heron"], to: name)
        }
        let run = try await archive.read(["heron"], as: "UPPER.PDF")
        #expect(run.report.bundles == 2)
        #expect(run.report.passedOver == 3)
        let found = try archive.find("heron") { $0.showsCopies = true }
        #expect(found.sorted() == ["UPPER.PDF", "pdf"])
    }

    @Test(arguments: [
        "a.pdf~", "a.pdf.part", "a.filepart", "a.zip.crdownload", "a.PDF.Partial", "a.download", "a.tmp", "a.pdf.bak",
        "a.swp",
    ])
    func theWalkPassesOverFilesThatAreNotWholeYetAndCopiesPutAside(name: String) async throws {
        let archive = try TestArchive()
        let run = try await archive.read(["heron"], as: name)
        #expect(run.report.bundles == 0)
        #expect(run.report.passedOver == 1)
        var listed: [String] = []
        try archive.index.passedOver { listed.append($0) }
        #expect(listed == [archive.root + "/" + name])
        try FileManager.default.moveItem(atPath: archive.root + "/" + name, toPath: archive.root + "/a.pdf")
        #expect(try await archive.update().report.new == 1)
    }
}
