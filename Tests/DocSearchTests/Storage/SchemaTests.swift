import DocSearchTestSupport
import Foundation
import GRDB
import Testing

@testable import DocSearch

@Suite("Indexes of other releases")
struct SchemaTests {
    static let released = TestArchive.releasedIndexes

    private func unpack(_ name: String) throws -> TestArchive { try TestArchive.released(name) }

    @Test func anIndexOfEachReleasedSchemaIsKept() { #expect(Self.released == (1...6).map { "schema-\($0).tar.gz" }) }

    @Test(arguments: released)
    func indexesOfOtherReleasesAreReadBeforeAnythingIsMigrated(name: String) throws {
        let archive = try unpack(name)
        #expect(try archive.find("\"nine thousand gallons\"").count == 1)
        for sort in SearchRequest.Sort.allCases { #expect(try archive.find("gallons") { $0.sort = sort }.count == 1) }
        let pages = try archive.index.pages(of: archive.index.document("1931-council-minutes.pdf"))
        var request = SearchRequest("\"nine thousand gallons\"")
        (request.newTo, request.looksForFiles) = ("gallons", true)
        let hits = try archive.index.search(request).hits
        #expect(hits.count == 1, "nothing was shown yet")
        #expect(hits.first?.presence == .there)
        #expect(try archive.find("gallons root:archive").count == 1)
        #expect(!archive.index.keepSearch("gallons", found: 1))
        #expect(try archive.index.recentSearches().isEmpty)
        #expect(!pages.isEmpty)
        #expect(pages.allSatisfy { !$0.text.isEmpty && $0.verdict != nil && $0.damage == nil })
    }

    /// Those without words as they are written.
    @Test(arguments: released.filter { $0 < "schema-3" })
    func indexesOfOtherReleasesAreSearchedBeforeAnythingIsMigrated(name: String) throws {
        let archive = try unpack(name)
        #expect(try archive.find("\"nine thousand gallons\"").count == 1)
        #expect(try archive.find("title:minutes").count == 1, "fields too")
        #expect(try archive.index.status().failures.count == 1)
        #expect(try archive.index.status().lastRun?.recognized == 3)
        let written = try archive.index.search(SearchRequest("gallon*"))
        #expect(written.hits.count == 1)
        #expect(written.hints.map(\.remedy) == [.update])
        #expect(try archive.index.suggestions(for: "gall").isEmpty)
    }

    @Test(arguments: released)
    func indexesOfOtherReleasesAreMigratedWithAllThatIsInThem(name: String) async throws {
        let archive = try unpack(name)
        let before = try archive.index.document("1931-council-minutes.pdf")
        let run = try await archive.update([]) { $0.ocr = .auto }
        #expect(run.report.recognized == 0)
        #expect(run.report.warnings.isEmpty)
        #expect(run.report.unchanged + run.report.changed == 3)
        #expect(try archive.index.document("1931-council-minutes.pdf").id == before.id)
        #expect(try archive.find("\"nine thousand gallons\"").count == 1)
        #expect(try archive.index.verify().isEmpty)
    }

    /// Texts that were kept before it was noted who vouches for them.
    @Test(arguments: released)
    func migratedIndexesRecogniseNothingAgainWhateverIsMadeAnew(name: String) async throws {
        let archive = try unpack(name)
        try FileManager.default.removeItem(atPath: archive.indexPath + "/index.sqlite")
        let run = try await archive.update([]) { $0.ocr = .auto }
        #expect(run.report.new == 3)
        #expect(run.report.recognized == 0)
        #expect(try archive.find("\"nine thousand gallons\"").count == 1)
    }

    /// Those whose full-text tables have to be made again first.
    @Test(arguments: ["schema-1.tar.gz", "schema-2.tar.gz"])
    func indexesToBeMigratedKeepAFolderThatCannotBeRemovedYet(name: String) async throws {
        let archive = try unpack(name)
        let error = #expect(throws: DocSearchError.self) {
            try archive.index.remove(DocumentReference(archive.root))
        }
        #expect(error?.remedy == .update)
        #expect(try archive.index.status().roots == [archive.root])
        #expect(try archive.index.status().bundles == 3)
        try await archive.update([])
        #expect(try archive.index.remove(DocumentReference(archive.root)) == 3, "the advice helps")
        #expect(try archive.index.status().roots.isEmpty)
        #expect(try archive.index.status().documents == 0)
        try archive.folder.write(TestDocument("", pages: ["a kestrel"]).pdf, to: "other/k.pdf")
        let run = try await archive.update([archive.folder.path + "/other"])
        #expect(run.report.removed == 0)
        let root = try #require(UserStore(reading: IndexFolder(path: archive.indexPath)).roots().first)
        #expect(root.id > 1, "the id of the folder that was removed is nobody's")
    }

    /// The first release in which people could say anything, in a folder that has been moved since.
    @Test func migratedIndexesKeepWhatPeopleSaid() async throws {
        let archive = try unpack("schema-6.tar.gz")
        let minutes = ["1931-council-minutes.pdf"]
        func expectSaid(_ comment: Comment) throws {
            for query in ["tag:council", "title:\"minutes of the council\"", "note:ledger", "has:note"] {
                #expect(try archive.find(query).filter { minutes.contains($0) } == minutes, "\(query) \(comment)")
            }
            #expect(try archive.index.savedQuestions().map(\.name) == ["goats"], comment)
            #expect(try archive.index.changes().map(\.author) == Array(repeating: "edith", count: 6), comment)
            #expect(try archive.index.orphans().isEmpty, comment)
        }
        try expectSaid("before the migration")
        #expect(try archive.find("label:evidence").isEmpty, "there were no highlights")
        try await archive.update([])
        try expectSaid("after the migration")
        let document = try archive.index.document("1931-council-minutes.pdf")
        try archive.index.addHighlights(
            [HighlightDraft(0..<9, label: "evidence")], to: document, page: 1, by: "hubert")
        #expect(try archive.find("label:evidence") == minutes)
    }

    /// Each has a `user.sqlite` of an earlier schema.
    @Test(arguments: released)
    func decisionsAreBackedUpBeforeTheyAreMigrated(name: String) async throws {
        let archive = try unpack(name)
        try await archive.update([])
        let names = try FileManager.default.contentsOfDirectory(atPath: archive.indexPath)
            .filter { $0.hasPrefix("user.sqlite.backup-") }.sorted()
        let queue = try DatabaseQueue(path: archive.indexPath + "/" + #require(names.first))
        let version = name < "schema-4" ? 1 : name < "schema-6" ? 2 : 4
        #expect(try await queue.read { db in try Int.fetchOne(db, sql: "PRAGMA user_version") } == version)
        #expect(try await queue.read { db in try String.fetchAll(db, sql: "SELECT path FROM root") } == [archive.root])
        try queue.close()
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

    /// As a release would leave it that took words apart in another way: full stems are not found there.
    private func makeOther(_ archive: TestArchive) throws {
        var configuration = Configuration()
        configuration.prepareDatabase(DatabaseOpening.prepare)
        let queue = try DatabaseQueue(path: archive.indexPath + "/index.sqlite", configuration: configuration)
        try queue.write { db in
            for name in ["word_vocabulary", "word_fts", "page_fts"] { try db.execute(sql: "DROP TABLE \(name)") }
            try db.execute(
                sql: """
                    CREATE VIRTUAL TABLE document_fts USING fts5(title, author, tag, text, content='', tokenize='ascii');
                    CREATE VIRTUAL TABLE page_fts USING fts5(text, content='', tokenize='ascii');
                    UPDATE meta SET value = 'ascii' WHERE key = 'tokenizer'
                    """)
        }
        try queue.close()
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
