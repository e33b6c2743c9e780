import Foundation
import Testing

@testable import DocSearch

/// A disk that was restored in part, or a hand that slipped.
@Suite("A file of the index that is gone") struct LostFileTests {
    enum Loss: CaseIterable {
        case removed, emptied

        func befall(_ name: String, of archive: TestArchive) throws {
            let path = archive.indexPath + "/" + name
            try IndexFolder.removeDatabase(path)
            if self == .emptied { try Data().write(to: URL(fileURLWithPath: path)) }
        }
    }

    private func archive() async throws -> TestArchive {
        let archive = try TestArchive()
        try archive.write(["heron", "heron again"], to: "a.pdf")
        try await archive.update()
        return archive
    }

    @Test(arguments: ["pages.sqlite", "index.sqlite"], Loss.allCases)
    func aLostFileIsFoundByVerifyAndMadeAgainByItsRepair(name: String, loss: Loss) async throws {
        let archive = try await archive()
        try loss.befall(name, of: archive)
        for _ in 1...2 {
            let found = try ArchiveIndex(at: archive.indexPath).verify()
            #expect(found.map(\.file) == [archive.indexPath + "/" + name], "verify makes no file in its place")
            #expect(found.map(\.isRepairable) == [true])
            #expect(found.first?.reason.contains(loss == .removed ? "is missing" : "is empty") == true)
        }
        let run = try await TestRun(ArchiveIndex(at: archive.indexPath).repair(options: .forTests))
        #expect(run.report.documents == 1)
        #expect(try ArchiveIndex(at: archive.indexPath).verify().isEmpty)
        #expect(try archive.find("heron").count == 1)
    }

    @Test func damageBesideALostFileIsFoundAndRepairedWithIt() async throws {
        let archive = try await archive()
        try Loss.removed.befall("index.sqlite", of: archive)
        let pages = archive.indexPath + "/pages.sqlite"
        try RecoveryTests.Damage.missingTable.apply(to: pages, table: "page_text_image")
        let found = try ArchiveIndex(at: archive.indexPath).verify()
        #expect(found.map(\.file) == [pages, archive.indexPath + "/index.sqlite"])
        _ = try await TestRun(ArchiveIndex(at: archive.indexPath).repair(options: .forTests))
        #expect(try ArchiveIndex(at: archive.indexPath).verify().isEmpty)
        #expect(try archive.find("heron").count == 1)
    }

    @Test(arguments: Loss.allCases)
    func aRunSaysThatAllTextsWereGoneAndReadsThemAgain(loss: Loss) async throws {
        let archive = try await archive()
        try loss.befall("pages.sqlite", of: archive)
        let run = try await archive.update()
        #expect(run.report.warnings.map { $0.message.contains("pages.sqlite") } == [true])
        #expect(run.report.pages == 2)
        #expect(try await archive.update().report.warnings.isEmpty, "once is enough")
    }

    @Test func anIndexThatWasDeletedOnPurposeIsMadeAgainWithoutAWarning() async throws {
        let archive = try await archive()
        try Loss.removed.befall("index.sqlite", of: archive)
        let run = try await archive.update()
        #expect(run.report.warnings.isEmpty)
        #expect(run.report.documents == 1)
    }

    @Test func documentsAreFoundWhileTheirTextsAreGoneAndAHintSaysSo() async throws {
        let archive = try await archive()
        try Loss.removed.befall("pages.sqlite", of: archive)
        let results = try ArchiveIndex(at: archive.indexPath).search(SearchRequest("heron"))
        #expect(results.total == 1)
        #expect(results.hints.map(\.remedy) == [.repair], "\(results.hints)")
    }
}
