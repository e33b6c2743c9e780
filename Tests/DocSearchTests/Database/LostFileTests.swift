import Foundation
import GRDB
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

    /// The file as a back-up has it, whatever its log has.
    private func copy(_ name: String, of archive: TestArchive) throws -> String {
        let target = archive.folder.path + "/copy-\(UUID().uuidString).sqlite"
        let queue = try DatabaseQueue(path: archive.indexPath + "/" + name)
        try queue.writeWithoutTransaction { db in try db.execute(sql: "VACUUM INTO ?", arguments: [target]) }
        try queue.close()
        return target
    }

    @Test func logsOfALostFileAreNotTakenForThoseOfItsBackUp() async throws {
        let archive = try await archive()
        let pages = archive.indexPath + "/pages.sqlite"
        let backup = try copy("pages.sqlite", of: archive)
        for number in 1...20 { try archive.write(["plover \(number)"], to: "\(number).pdf") }
        try await archive.update()
        try #require(FileStatus(path: pages + "-wal")?.byteCount ?? 0 > 0, "a run leaves its log")
        #expect(unlink(pages) == 0)
        #expect(try ArchiveIndex(at: archive.indexPath).verify().map(\.file) == [pages])
        #expect(FileStatus(path: pages + "-wal") == nil)
        try FileManager.default.moveItem(atPath: backup, toPath: pages)
        let run = try await archive.update()
        #expect(run.report.warnings.isEmpty, "the texts of the back-up are those of before")
        #expect(try ArchiveIndex(at: archive.indexPath).verify().isEmpty)
        #expect(try archive.find("plover").count == 20)
    }

    @Test func commandsThatFillNoIndexRefuseAndLeaveItAsItIs() async throws {
        let archive = try await archive()
        let document = try archive.document("a.pdf")
        try Loss.removed.befall("pages.sqlite", of: archive)
        let index = ArchiveIndex(at: archive.indexPath)
        let before = try index.status().documents
        let attempts: [() async throws -> Void] = [
            { try index.remove(DocumentReference("a.pdf")) }, { _ = try index.forget([document]) },
            { _ = try index.useUsualTexts(of: document) },
            { _ = try await TestRun(index.reread(document, options: .forTests)) },
        ]
        for attempt in attempts {
            let error = await #expect(throws: DocSearchError.self) { try await attempt() }
            #expect(error?.code == .damagedIndex)
        }
        #expect(try ArchiveIndex(at: archive.indexPath).status().documents == before)
        #expect(FileStatus(path: archive.indexPath + "/pages.sqlite") == nil)
    }

    @Test func textsOfAnotherIndexAreFoundByVerifyAndLeaveThisOneAsItIs() async throws {
        let archive = try await archive()
        let second = try await self.archive()
        let other = try copy("pages.sqlite", of: second)
        try Loss.removed.befall("pages.sqlite", of: archive)
        try FileManager.default.copyItem(atPath: other, toPath: archive.indexPath + "/pages.sqlite")
        withExtendedLifetime(second) {}
        let index = ArchiveIndex(at: archive.indexPath)
        let error = #expect(throws: DocSearchError.self) { try index.remove(DocumentReference("a.pdf")) }
        #expect(error?.damagedFile == archive.indexPath + "/index.sqlite")
        #expect(try index.verify().map(\.file) == [archive.indexPath + "/index.sqlite"])
        #expect(try ArchiveIndex(at: archive.indexPath).status().documents == 1)
        let run = try await TestRun(index.repair(options: .forTests))
        #expect(run.report.documents == 1)
        #expect(try ArchiveIndex(at: archive.indexPath).verify().isEmpty)
    }

    @Test func whatPeopleSaidIsNoDamageOfTheIndexBesideALostFile() async throws {
        let archive = try await archive()
        let document = try archive.document("a.pdf")
        try archive.index.tag([document], adding: ["council"], by: "ada")
        try Loss.removed.befall("pages.sqlite", of: archive)
        let pages = archive.indexPath + "/pages.sqlite"
        #expect(try ArchiveIndex(at: archive.indexPath).verify().map(\.file) == [pages])
        try Loss.removed.befall("user.sqlite", of: archive)
        let both = [archive.indexPath + "/user.sqlite", pages]
        #expect(try ArchiveIndex(at: archive.indexPath).verify().map(\.file) == both)
    }

    @Test func anInterruptedRepairIsNotToldToGiveWayToABackUp() async throws {
        let archive = try await archive()
        let pages = archive.indexPath + "/pages.sqlite"
        try FileManager.default.moveItem(atPath: pages, toPath: pages + ".salvaged")
        let error = #expect(throws: DocSearchError.self) {
            try PageStore(reading: IndexFolder(path: archive.indexPath))
        }
        #expect(error?.remedy == .update)
        #expect(error?.message.contains("back-up") == false)
    }
}
