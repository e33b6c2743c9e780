import DocSearchTestSupport
import Foundation
import GRDB
import Testing

@testable import DocSearch

@Suite("Forgetting")
struct ForgettingTests {
    private static func archive() async throws -> TestArchive {
        let archive = try TestArchive()
        try archive.write(["a plover"], to: "a.pdf")
        try archive.write(["a plover"], to: "copy/a.pdf")
        try archive.write(["a heron"], to: "b.pdf")
        try await archive.update()
        return archive
    }

    @Test func forgettingLeavesTheTextOfACopyAndNamesIt() async throws {
        let archive = try await Self.archive()
        try archive.index.tag([archive.index.document("copy/a.pdf")], adding: ["kept"], by: "ada")
        let report = try archive.index.forget([archive.index.document("a.pdf")])
        #expect(report.copies == ["copy/a.pdf"])
        #expect(try archive.find("plover") == ["copy/a.pdf"])
        #expect(try archive.find("tag:kept") == ["copy/a.pdf"])
        #expect(try archive.index.pages(of: archive.index.document("copy/a.pdf")).map(\.text) == ["a plover"])
        let rest = try archive.index.forget([archive.index.document("copy/a.pdf")])
        #expect(rest.copies.isEmpty)
        #expect(try RawBytes(of: "plover", in: archive.indexPath).places == [])
    }

    @Test func forgottenDocumentsComeBackUnlessTheirFilesAreLeftOut() async throws {
        let archive = try await Self.archive()
        try archive.index.forget([archive.index.document("b.pdf")])
        #expect(try await archive.update().report.new == 1)
        #expect(try archive.find("heron") == ["b.pdf"])
        try archive.index.exclude(paths: [archive.root + "/b.pdf"], by: "ada")
        try archive.index.forget([archive.index.document("b.pdf")])
        let run = try await archive.update()
        #expect(run.report.new == 0)
        #expect(run.report.leftOut == 1)
        #expect(try archive.find("heron").isEmpty)
    }

    @Test("refuses what a run has read anew since it was named", arguments: ["changed", "moved", "removed"])
    func forgettingRefusesDocumentsThatHaveChanged(how: String) async throws {
        let archive = try await Self.archive()
        let document = try archive.index.document("b.pdf")
        try archive.index.tag([document], adding: ["kept"], by: "ada")
        switch how {
        case "changed": try archive.write(["a stork"], to: "b.pdf")
        case "moved":
            try FileManager.default.moveItem(atPath: archive.root + "/b.pdf", toPath: archive.root + "/c.pdf")
        default: try archive.remove("b.pdf")
        }
        try await archive.update()
        let error = #expect(throws: DocSearchError.self) { try archive.index.forget([document]) }
        #expect(error?.code == .failed)
        #expect(!archive.index.isForgettingUnfinished)
        #expect(try archive.index.tags().map(\.tag) == (how == "removed" ? [] : ["kept"]), "nothing was forgotten")
    }

    @Test func annotationsMadeWhileForgettingIsInterruptedAreForgotten() async throws {
        let archive = try await Self.archive()
        let document = try archive.index.document("b.pdf")
        let folder = IndexFolder(path: archive.indexPath)
        try archive.index.writing { try $0.order(toForget: [(document, [])]).write(in: folder) }
        _ = try archive.index.addNote("The curlew affair.", to: document, by: "ada")
        try archive.remove("b.pdf")
        try await archive.update()
        #expect(try archive.index.orphans().isEmpty)
        #expect(try RawBytes(of: "curlew", in: archive.indexPath).places == [])
    }

    @Test func forgettingErasesAFileThatWasNamedItself() async throws {
        let archive = try await Self.archive()
        let file = try archive.folder.write(TestDocument("", pages: ["a lone grebe"]).pdf, to: "grebe.pdf")
        try await archive.update([file])
        let report = try archive.index.forget([archive.index.document("grebe.pdf")])
        #expect(report.sources.map(\.comesBack) == [false])
        #expect(try archive.index.status().roots == [archive.root])
        #expect(try RawBytes(of: "grebe", in: archive.indexPath).places == [])
        #expect(try archive.index.verify().isEmpty)
    }

    @Test func forgettingDoesNotWaitForARunAndSaysSo() async throws {
        let archive = try await Self.archive()
        let document = try archive.index.document("b.pdf")
        let lock = try WriterLock(IndexFolder(path: archive.indexPath))
        let error = #expect(throws: DocSearchError.self) { try archive.index.forget([document]) }
        withExtendedLifetime(lock) {}
        #expect(error?.code == .locked)
        #expect(try archive.find("heron") == ["b.pdf"])
    }

    /// After each of the steps that a kill may come between.
    @Test func interruptedForgettingIsFinishedByTheNextRun() async throws {
        for step in 0...3 {
            let archive = try await Self.archive()
            try archive.index.tag([archive.index.document("b.pdf")], adding: ["shy"], by: "ada")
            let document = try archive.index.document("b.pdf")
            let folder = IndexFolder(path: archive.indexPath)
            let said = try archive.index.indexStore().subjects(document: document.id)
            let stores = try IndexStores(writing: folder)
            let order = try stores.order(toForget: [(document, said)])
            try order.write(in: folder)
            if step > 0 { try stores.index.forget(order, pages: stores.pages) }
            if step > 1 { _ = try stores.user.forget(order, hashes: order.hashes) }
            if step > 2 {
                _ = try stores.pages.forget(
                    hashes: order.hashes, sidecars: [], places: order.items.map(\.file), corrected: [])
            }
            stores.close()
            #expect(archive.index.isForgettingUnfinished)
            #expect(try archive.index.verify().isEmpty, "a sound index after step \(step)")
            try archive.remove("b.pdf")
            let run = try await archive.update()
            let said2 = run.events.compactMap { event -> String? in
                guard case .warning(let warning) = event else { return nil }
                return warning.message
            }
            #expect(said2.contains { $0.contains("Finished erasing 1 document") }, "\(said2)")
            #expect(run.report.warnings.isEmpty, "it is no fault of the run")
            #expect(!archive.index.isForgettingUnfinished)
            #expect(try RawBytes(of: "heron", in: archive.indexPath).places == [], "after step \(step)")
            #expect(try RawBytes(of: "shy", in: archive.indexPath).places == [], "after step \(step)")
            #expect(try Set(archive.find("plover") { $0.showsCopies = true }) == ["a.pdf", "copy/a.pdf"])
            #expect(try archive.index.verify().isEmpty)
        }
    }

    @Test func theRunThatFinishesForgettingSaysThatAFileIsReadAgain() async throws {
        let archive = try await Self.archive()
        let document = try archive.index.document("b.pdf")
        let stores = try IndexStores(writing: IndexFolder(path: archive.indexPath))
        try stores.order(toForget: [(document, [])]).write(in: stores.folder)
        stores.close()
        let run = try await archive.update()
        let warnings = run.events.compactMap { event -> String? in
            guard case .warning(let warning) = event else { return nil }
            return warning.message
        }
        #expect(warnings.contains { $0.contains("b.pdf\" is still there, and is read again.") }, "\(warnings)")
        #expect(try archive.find("heron") == ["b.pdf"])
    }

    @Test(arguments: ["", "no JSON", "{\"items\": 3}"])
    func aDamagedForgettingFileIsNoReasonForARunToEnd(content: String) async throws {
        let archive = try await Self.archive()
        try archive.folder.write(Array(content.utf8), to: "index/forgetting")
        let run = try await archive.update()
        #expect(run.report.warnings.count == 1)
        #expect(run.report.warnings.first?.message.contains("/index/forgetting\"") == true)
        #expect(run.report.warnings.first?.remedy == .repair)
        let damage = try archive.index.verify()
        #expect(damage.map(\.isRepairable) == [true])
        #expect(damage.first?.file == archive.indexPath + "/forgetting")
        #expect(throws: DocSearchError.self) { try archive.index.forget([archive.index.document("b.pdf")]) }
        _ = try await TestRun(archive.index.repair(options: .forTests))
        #expect(try archive.index.verify().isEmpty)
        #expect(!archive.index.isForgettingUnfinished)
        #expect(FileStatus(path: archive.indexPath + "/forgetting.damaged-1") != nil)
        let report = try archive.index.forget([archive.index.document("b.pdf")])
        #expect(report.removedFiles.contains("forgetting.damaged-1"))
    }

    @Test func forgettingSaysWhatItCouldNotRemoveAndDoesTheRest() async throws {
        let archive = try await Self.archive()
        try archive.folder.write("x".utf8, to: "index/user.sqlite.damaged-2/x")
        let report = try archive.index.forget([archive.index.document("b.pdf")])
        #expect(report.notRemoved.count == 1)
        #expect(report.notRemoved.first?.contains("user.sqlite.damaged-2") == true)
        #expect(!archive.index.isForgettingUnfinished)
        #expect(try archive.find("heron").isEmpty)
    }

    @Test func forgettingErasesWhatIsLeftOfADocumentNotInTheIndex() async throws {
        let archive = try await Self.archive()
        try archive.index.tag([archive.index.document("b.pdf")], adding: ["shy"], by: "ada")
        try archive.index.exclude(paths: [archive.root + "/b.pdf"], by: "ada")
        try await archive.update()
        let orphan = try #require(try archive.index.orphans().first)
        for name in [orphan.id, String(orphan.id.prefix(8)), "b.pdf", archive.root + "/b.pdf"] {
            #expect(try archive.index.remains(of: name)?.path == "b.pdf", "\(name)")
        }
        for name in ["", "a.pdf", "copy", "nothing.pdf", String(orphan.id.prefix(7))] {
            #expect(try archive.index.remains(of: name) == nil, "\(name)")
        }
        let remains = try #require(try archive.index.remains(of: "b.pdf"))
        let report = try archive.index.forget([], remains: [remains])
        #expect(report.documents == ["b.pdf"])
        #expect(report.annotations == 1)
        #expect(report.texts == 1)
        #expect(report.sources.map(\.comesBack) == [false], "it is left out")
        #expect(try archive.index.orphans().isEmpty)
        for word in ["heron", "shy"] {
            #expect(try RawBytes(of: word, in: archive.indexPath).places == [])
        }
        #expect(try archive.index.verify().isEmpty)
        #expect(try Set(archive.find("plover") { $0.showsCopies = true }) == ["a.pdf", "copy/a.pdf"])
    }

    @Test func textsToForgetAreFoundByTheBytesOfAFileStillThere() async throws {
        let archive = try await Self.archive()
        try archive.index.exclude([("/b.pdf", nil), ("copy/", nil)], by: "ada")
        try await archive.update()
        let heron = try RawBytes(of: "heron", in: archive.indexPath).places
        #expect(!heron.isEmpty, "the text is kept")
        #expect(try archive.index.remains(of: archive.root + "/b.pdf")?.path == "b.pdf")
        let remains = try #require(try archive.index.remains(of: "b.pdf"))
        let other = try #require(try archive.index.remains(of: "copy/a.pdf"))
        let report = try archive.index.forget([], remains: [remains, other])
        #expect(report.texts == 1)
        #expect(report.copies == ["a.pdf"], "its text stays")
        #expect(try RawBytes(of: "heron", in: archive.indexPath).places == [])
        #expect(try archive.find("plover") == ["a.pdf"])
        #expect(try archive.index.verify().isEmpty)
    }

    @Test func forgettingErasesWhereAnAttachedOrphanWas() async throws {
        let archive = try await Self.archive()
        try archive.write(["a bittern"], to: "oldname.pdf")
        try await archive.update()
        try archive.index.tag([archive.index.document("oldname.pdf")], adding: ["shy"], by: "ada")
        try archive.remove("oldname.pdf")
        try archive.write(["a new scan"], to: "new.pdf")
        try await archive.update()
        let orphan = try #require(try archive.index.orphans().first)
        try archive.index.attach(orphan.id, to: archive.index.document("new.pdf"), by: "ada")
        try await archive.update()
        try archive.index.forget([archive.index.document("new.pdf")])
        for word in ["oldname", "bittern", "shy"] {
            #expect(try RawBytes(of: word, in: archive.indexPath).places == [], "\(word)")
        }
        #expect(try archive.index.verify().isEmpty)
    }

    @Test func forgettingKeepsAAnnotationGivenToAnotherDocument() async throws {
        let archive = try await Self.archive()
        try archive.index.tag([archive.index.document("b.pdf")], adding: ["moved"], by: "ada")
        try archive.remove("b.pdf")
        try await archive.update()
        let orphan = try #require(try archive.index.orphans().first)
        try archive.index.attach(orphan.id, to: archive.index.document("a.pdf"), by: "ada")
        try archive.write(["a heron"], to: "b.pdf")
        try await archive.update()
        try archive.index.forget([archive.index.document("b.pdf")])
        #expect(try archive.find("tag:moved") == ["a.pdf"])
        #expect(try archive.index.verify().isEmpty)
    }

    @Test func forgettingRemovesCopiesThatWereOpened() async throws {
        let archive = try TestArchive()
        try archive.write(
            [TestDocument("x", pages: ["a sandpiper"]), TestDocument("y", pages: ["a ruff"])], to: "z.zip")
        try await archive.update()
        let documents = try ["x", "y"].map { try archive.index.document("z.zip!/\($0).pdf") }
        let copies = try documents.map { document in
            let path = try PrivateCopy.make(named: document.title, .document)
            let pages = document.entry == "x.pdf" ? ["a sandpiper"] : ["a ruff"]
            try Data(TestDocument("", pages: pages).pdf).write(to: URL(fileURLWithPath: path))
            return path
        }
        defer { PrivateCopy.discard(copies[1]) }
        let report = try archive.index.forget([documents[0]])
        #expect(report.removedFiles.contains(copies[0]))
        #expect(FileStatus(path: copies[0]) == nil)
        #expect(FileStatus(path: copies[1]) != nil)
    }

    @Test func forgettingNamesFilesThatAreNotDocsearchs() async throws {
        let archive = try await Self.archive()
        try archive.folder.write("mine".utf8, to: "index/user.sqlite.backup-mine")
        let report = try archive.index.forget([archive.index.document("b.pdf")])
        #expect(report.otherFiles == ["user.sqlite.backup-mine"])
        #expect(FileStatus(path: archive.indexPath + "/user.sqlite.backup-mine") != nil)
    }

    @Test(arguments: ["no JSON of a heron", #"{"warnings": "heron"}"#])
    func aReportThatCannotBeReadIsErased(report: String) async throws {
        let archive = try await Self.archive()
        try archive.damage("index.sqlite", "UPDATE run SET report = '\(report)'")
        let done = try archive.index.forget([archive.index.document("b.pdf")])
        #expect(done.documents == ["b.pdf"])
        #expect(try RawBytes(of: "heron", in: archive.indexPath).places == [])
    }
}
