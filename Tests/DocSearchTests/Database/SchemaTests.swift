import DocSearchTestSupport
import Foundation
import GRDB
import Testing

@testable import DocSearch

@Suite("Indexes of other releases")
struct SchemaTests {
    /// What people said as a release to come may keep it.
    private static var next: DatabaseMigrator {
        var migrator = UserSchema.migrator()
        migrator.registerMigration("v2") { db in
            try db.execute(sql: "ALTER TABLE root ADD COLUMN shelf TEXT NOT NULL DEFAULT 'oak'")
            try TableChecksums.watch(db, ["root"])
        }
        return migrator
    }

    private func archive() async throws -> TestArchive {
        let archive = try TestArchive()
        try archive.write(["heron"], to: "a.pdf")
        try await archive.update()
        try archive.index.tag([archive.index.document("a.pdf")], adding: ["council"], by: "ada")
        return archive
    }

    private func copies(_ archive: TestArchive) throws -> Set<String> {
        let names = try FileManager.default.contentsOfDirectory(atPath: archive.indexPath)
        return Set(names.filter { $0.hasPrefix("user.sqlite.backup-") })
    }

    /// The version of a file, its tags, and where it says that its folders are.
    private func content(_ database: some DatabaseReader) throws -> [String] {
        try database.read { db in
            let shelf = try String.fetchOne(db, sql: "SELECT name FROM pragma_table_info('root') WHERE name = 'shelf'")
            return try ["\(Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0)"]
                + String.fetchAll(db, sql: "SELECT value FROM decision")
                + String.fetchAll(db, sql: "SELECT \(shelf ?? "path") FROM root")
        }
    }

    private func check(_ database: some DatabaseReader, _ file: String) throws {
        try database.read { db in try DatabaseOpening.checkAll(db, file) }
    }

    @Test func theNextReleaseReadsAFileAsItIsAndCopiesItBeforeItMigratesIt() async throws {
        let archive = try await archive()
        let folder = IndexFolder(path: archive.indexPath)
        let before = try copies(archive)
        let asItIs = ["1", "council", archive.root]
        let reader = try DatabaseOpening.reader(folder.user, migrator: Self.next)
        #expect(try content(reader) == asItIs)
        try reader.close()
        for _ in 1...2 {
            let pool = try UserStore.pool(folder, Self.next)
            #expect(try content(pool) == ["2", "council", "oak"])
            try check(pool, folder.user)
            try pool.close()
            let new = try copies(archive).subtracting(before)
            #expect(new.count == 1, "there is nothing to migrate the second time")
            let copy = try DatabaseQueue(path: archive.indexPath + "/" + #require(new.first))
            #expect(try content(copy) == asItIs)
            try copy.close()
        }
        let error = await #expect(throws: DocSearchError.self) { try await archive.update() }
        #expect(error?.code == .newerIndex, "this release leaves the file to the next one")
    }

    @Test func aDamagedFileIsNotMigrated() async throws {
        let archive = try await archive()
        let folder = IndexFolder(path: archive.indexPath)
        try archive.damage("user.sqlite", "UPDATE root SET path = '/elsewhere'")
        let before = try copies(archive)
        let error = #expect(throws: DocSearchError.self) { try UserStore.pool(folder, Self.next) }
        #expect(error?.code == .damagedIndex)
        #expect(try copies(archive) == before, "a damaged file pushes out no sound copy")
        #expect(try content(archive.database("user.sqlite")) == ["1", "council", "/elsewhere"])
    }

    @Test func indexesOfNewerReleasesAreRefused() async throws {
        let archive = try TestArchive()
        try archive.write(["heron"], to: "a.pdf")
        try await archive.update()
        let queue = try DatabaseQueue(path: archive.indexPath + "/index.sqlite")
        try await queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA user_version = 999; INSERT INTO grdb_migrations VALUES ('v999')")
        }
        try queue.close()
        let error = #expect(throws: DocSearchError.self) { try archive.find("heron") }
        #expect(error?.code == .newerIndex)
        let writing = await #expect(throws: DocSearchError.self) { try await archive.update() }
        #expect(writing?.code == .newerIndex)
    }

    /// As it was before texts could be corrected.
    @Test func indexFromBeforeCorrectionsIsReadAsItIsAndCorrected() async throws {
        let archive = try TestArchive()
        try archive.write(["The water Boarcl met."], to: "a.pdf")
        try await archive.update()
        let queue = try archive.database("index.sqlite")
        try await queue.write { db in
            try TableChecksums.forget(db, "page")
            try db.execute(
                sql: """
                    DROP INDEX page_corrected; ALTER TABLE page DROP COLUMN read_text_id;
                    DELETE FROM grdb_migrations WHERE identifier = 'v5'; PRAGMA user_version = 4;
                    """)
            try TableChecksums.watch(db, ["page"])
        }
        try queue.close()
        let document = try archive.index.document("a.pdf")
        #expect(try archive.find("boarcl") == ["a.pdf"])
        #expect(try archive.index.pages(of: document)[0].originalText == nil)
        let recognizer = PageRecognizer(name: "second", command: ["/bin/false"])
        #expect(try archive.index.pagesInDoubt(for: recognizer).pages == 0)
        #expect(try archive.index.adriftCorrections().isEmpty)
        #expect(try archive.index.waitingCorrections() == 0)
        #expect(try archive.index.verify().isEmpty)
        #expect(try archive.index.correct(word: "Boarcl", to: "Board", in: document, by: "ada") == [1: 1])
        #expect(try archive.find("\"water board\"") == ["a.pdf"])
        let run = try await archive.update()
        #expect(run.report.unchanged == 1)
        #expect(try archive.find("\"water board\"") == ["a.pdf"])
        #expect(try archive.index.verify().isEmpty)
    }

    /// As a release would leave it that took words apart in another way: full stems are not found there.
    private func makeOther(_ archive: TestArchive) throws {
        let queue = try archive.database("index.sqlite")
        try queue.write { db in
            let tables = FullTextTables.current
            for name in [tables.vocabulary] + tables.tables { try db.execute(sql: "DROP TABLE \(name)") }
            try IndexSchema.createFullTextTables(db, tables, tokenizer: "ascii")
            try db.setMeta(IndexStore.tokenizerKey, to: "ascii")
        }
        try queue.close()
    }

    @Test func anIndexOfAnotherMakeKeepsAFolderThatCannotBeRemovedYet() async throws {
        let archive = try await archive()
        try makeOther(archive)
        let error = #expect(throws: DocSearchError.self) {
            try archive.index.remove(DocumentReference(archive.root))
        }
        #expect(error?.remedy == .update)
        #expect(try archive.index.status().roots == [archive.root])
        #expect(try archive.index.status().bundles == 1)
        try await archive.update([])
        #expect(try archive.index.remove(DocumentReference(archive.root)) == 1, "the advice helps")
        #expect(try archive.index.status().roots.isEmpty)
        #expect(try archive.index.status().documents == 0)
        try archive.folder.write(TestDocument("", pages: ["a kestrel"]).pdf, to: "other/k.pdf")
        let run = try await archive.update([archive.folder.path + "/other"])
        #expect(run.report.removed == 0)
        let root = try #require(UserStore(reading: IndexFolder(path: archive.indexPath)).roots().first)
        #expect(root.id > 1, "the id of the folder that was removed is nobody's")
    }

    @Test func fullTextTablesAreMadeAgainWithoutReadingABundle() async throws {
        let archive = try TestArchive()
        for number in 1...150 {
            try archive.write(["herons in reed bed \(number)", "and plovers"], to: "\(number).pdf")
        }
        try await archive.update()
        try makeOther(archive)
        var steps: [(Int, Int)] = []
        let run = try await archive.update { $0.extractorPath = "/bin/false" }
        for case .rebuilding(let done, let count) in run.events { steps.append((done, count)) }
        #expect(steps.last?.0 == 150)
        #expect(steps.last?.1 == 150)
        #expect(steps.count > 1)
        #expect(run.report.unchanged == 150)
        #expect(try archive.index.search(SearchRequest("heron")).total == 150, "a stem is found")
        #expect(try archive.index.verify().isEmpty)
        let again = try await archive.update { $0.extractorPath = "/bin/false" }
        #expect(!again.events.contains { if case .rebuilding = $0 { true } else { false } })
    }

    @Test func fullTextTablesAreMadeAgainInSeveralRuns() async throws {
        let archive = try TestArchive()
        for number in 1...150 { try archive.write(["herons in reed bed \(number)"], to: "\(number).pdf") }
        try await archive.update()
        try makeOther(archive)
        var first = 0
        for try await event in archive.index.update([archive.root], options: .forTests) {
            if case .rebuilding(let done, _) = event {
                first = done
                break
            }
        }
        #expect(first == 64)
        var options = IndexingOptions.forTests
        options.extractorPath = "/bin/false"
        var steps: [Int] = []
        while steps.isEmpty {
            do {
                for try await event in archive.index.update([archive.root], options: options) {
                    if case .rebuilding(let done, _) = event { steps.append(done) }
                }
                break
            } catch let error as DocSearchError where error.code == .locked {
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        #expect(steps.first ?? 999 > 64, "it goes on where it stopped")
        #expect(try archive.index.search(SearchRequest("heron")).total == 150)
    }

    /// New tables that nobody asks for any more must not be gone on with when they have missed a change.
    @Test func newFullTextTablesThatAreNotWantedAnyMoreAreDropped() async throws {
        let archive = try TestArchive()
        for number in 1...150 { try archive.write(["herons in reed bed \(number)"], to: "\(number).pdf") }
        try await archive.update()
        var options = IndexingOptions.forTests
        options.stemmer = Stemmer.none
        for try await event in archive.index.update([archive.root], options: options) {
            if case .rebuilding = event { break }
        }
        try archive.write(["plovers instead"], to: "1.pdf")
        while true {
            do {
                try await archive.update()
                break
            } catch let error as DocSearchError where error.code == .locked {
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        try await archive.update { $0.stemmer = Stemmer.none }
        #expect(try archive.index.search(SearchRequest("herons")).total == 149)
        #expect(try archive.find("plovers") == ["1.pdf"])
        #expect(try archive.find("plover").isEmpty)
        #expect(try archive.index.verify().isEmpty)
    }
}
