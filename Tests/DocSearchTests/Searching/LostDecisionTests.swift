import DocSearchTestSupport
import Foundation
import GRDB
import Testing

@testable import DocSearch

/// Where a part of what people said is lost, nobody sees more than before: the lost row may be the one that closed a document.
@Suite("Rights where decisions are lost")
struct LostDecisionTests {
    /// A document that is open, one that is hidden, and one with a tag that closes it.
    private static func archive() async throws -> TestArchive {
        let archive = try TestArchive()
        for name in ["a", "b", "c"] {
            try archive.write([TestDocument(name, pages: ["heron \(name)"], title: "Paper \(name)")], to: "\(name).zip")
        }
        try await archive.update()
        let index = archive.index
        try index.hide([try index.document(DocumentReference("b.zip!/b.pdf"))], by: "t")
        try index.tag([try index.document(DocumentReference("c.zip!/c.pdf"))], adding: ["closed"], by: "t")
        return archive
    }

    private static let accesses = [
        ArchiveIndex.accessToShown: "b", "-tag:closed": "c", "-tag:clos*": "c", "-tag:=closed -has:hidden": "bc",
    ]

    /// Asks in every way for what is closed. An error shows nothing.
    private func expectNothing(from index: ArchiveIndex, _ known: [ArchiveDocument], _ loss: String) {
        for (access, closed) in Self.accesses {
            let closedPaths = Set(closed.map { "\($0).zip!/\($0).pdf" })
            func expect(_ what: String, _ body: () throws -> some Sequence<String>) {
                let shown = (try? body()).map { Array($0) } ?? []
                #expect(closedPaths.isDisjoint(with: shown), "\(loss): \(what) with \(access)")
            }
            func search(_ change: (inout SearchRequest) -> Void = { _ in }) throws -> [String] {
                var request = SearchRequest("heron")
                (request.access, request.showsHidden) = (access, true)
                change(&request)
                return try index.search(request).hits.map(\.document.path)
            }
            expect("a search") { try search() }
            expect("a filter") { try search { $0.filter = "pages:1.." } }
            expect("rights") {
                let ids = try index.permitted(known, by: access)
                return known.filter { ids.contains($0.id) }.map(\.path)
            }
            for document in known {
                expect("a number") { [try index.document(number: document.id, access: access).path] }
                expect("a path") {
                    [try index.document(linked: DocumentReference(document.path), access: access).path]
                }
                expect("a name") { try search { $0.query = String(document.path.suffix(5)) } }
            }
            let words = (try? index.suggestions(for: "heron", access: access))?.first?.pages ?? 0
            #expect(words <= 3 - closed.count, "\(loss): suggestions with \(access)")
            let count = (try? index.facets(access: access))?.documents ?? 0
            #expect(count <= 3 - closed.count, "\(loss): facets with \(access)")
        }
    }

    /// One reader has been asked before the loss, the other is opened after it.
    private func expectNothing(_ archive: TestArchive, after loss: String, _ lose: () throws -> Void) throws {
        let earlier = ArchiveIndex(at: archive.indexPath)
        var known: [ArchiveDocument] = []
        try earlier.forEachDocument { document, _ in known.append(document) }
        try #require(known.count == 3)
        for (access, closed) in Self.accesses {
            try #require(try earlier.permitted(known, by: access).count == 3 - closed.count)
        }
        try lose()
        expectNothing(from: ArchiveIndex(at: archive.indexPath), known, loss)
        expectNothing(from: earlier, known, "\(loss), while it is read")
    }

    /// As a hand changes a file with another program.
    private func alter(_ archive: TestArchive, _ sql: String) throws {
        let queue = try archive.database("user.sqlite", hasForeignKeys: false)
        try queue.writeWithoutTransaction { db in
            let triggers = try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'trigger'")
            for name in triggers { try db.execute(sql: "DROP TRIGGER \"\(name)\"") }
            try db.execute(sql: sql)
        }
        try queue.close()
    }

    private static func without(_ table: String, but columns: String) -> String {
        "CREATE TABLE rest AS SELECT \(columns) FROM \(table); DROP TABLE \(table); ALTER TABLE rest RENAME TO \(table)"
    }

    @Test(arguments: [
        "DROP TABLE decision", "DROP TABLE subject", "DROP TABLE said_fts", "DROP TABLE root", "DROP TABLE checksum",
        "DROP TABLE grdb_migrations", "DROP TABLE decision; DROP TABLE subject; DROP TABLE said_fts",
        // The words of what people said are in tables of their own, which are met damaged when they are asked for.
        "UPDATE said_fts_data SET block = x'ffffffffffffffffffff'",
        "UPDATE said_word_fts_data SET block = x'ffffffffffffffffffff'",
        without("decision", but: "id, uuid, subject_id, kind, page, value, created, modified"),
        without("decision", but: "id, uuid, subject_id, page, value, created, modified, author"),
        without("decision", but: "id, uuid, kind, page, value, created, modified, author"),
        without("decision", but: "id, uuid, subject_id, kind, page, created, modified, author"),
        without("subject", but: "id, root_path, path, identifier, title, changed"),
        without("subject", but: "id, content_hash, path, identifier, title, changed"),
        without("subject", but: "id, content_hash, root_path, path, identifier, title"),
        without("root", but: "id, is_file, languages"),
    ])
    func withoutATableOrAColumnNothingOfItIsShown(sql: String) async throws {
        let archive = try await Self.archive()
        try expectNothing(archive, after: sql) { try alter(archive, sql) }
    }

    /// A path that excludes would exclude nothing where it is not known what lies where.
    @Test func withoutTheFoldersAFilterByPathLetsNothingThrough() async throws {
        let archive = try await Self.archive()
        // So that reading asks for the folders because of the filter alone.
        try await archive.update()
        let reader = ArchiveIndex(at: archive.indexPath)
        var request = SearchRequest("heron")
        request.access = "-path:\"\(archive.root)/c.zip\""
        #expect(try reader.search(request).hits.map(\.document.path) == ["a.zip!/a.pdf"], "b is hidden")
        try alter(archive, "DROP TABLE root")
        let error = #expect(throws: DocSearchError.self) { try reader.search(request) }
        #expect(error?.message.contains("not known which documents may be seen") ?? false)
    }

    @Test(arguments: [
        "DELETE FROM decision", "DELETE FROM decision WHERE kind = 'hidden'", "DELETE FROM decision WHERE kind = 'tag'",
        "UPDATE decision SET kind = 'hiddeo' WHERE kind = 'hidden'",
        "UPDATE decision SET value = 'closec' WHERE kind = 'tag'",
        "UPDATE decision SET subject_id = 0", "UPDATE subject SET content_hash = '', path = 'x' WHERE id <> 0",
        "DELETE FROM subject WHERE id <> 0",
    ])
    func withAlteredRowsNothingIsShown(sql: String) async throws {
        let archive = try await Self.archive()
        try expectNothing(archive, after: sql) { try archive.damage("user.sqlite", sql) }
    }

    @Test(arguments: [nil, "", "rubbish", "SQLite format 3\0"])
    func withAnotherFileOrNoneInItsPlaceNothingIsShown(text: String?) async throws {
        let archive = try await Self.archive()
        try expectNothing(archive, after: "with \(text.debugDescription) in its place") {
            for ending in ["", "-wal", "-shm"] { unlink(archive.indexPath + "/user.sqlite" + ending) }
            if let text { try archive.folder.write(text.utf8, to: "index/user.sqlite") }
        }
    }

    @Test func withoutAPageOfTheFileNothingIsShown() async throws {
        let archive = try await Self.archive()
        let path = archive.indexPath + "/user.sqlite"
        let whole = try DatabaseFile(path)
        var known: [ArchiveDocument] = []
        try archive.index.forEachDocument { document, _ in known.append(document) }
        for leaf in whole.leaves {
            var file = whole
            file.lose([leaf])
            for ending in ["", "-wal", "-shm"] { unlink(path + ending) }
            try file.write(to: path)
            expectNothing(from: ArchiveIndex(at: archive.indexPath), known, "without \(leaf)")
        }
    }

    /// What runs have placed is in the other file.
    @Test func withoutTheTableOfPlacementsNothingIsShown() async throws {
        let archive = try await Self.archive()
        try await archive.update()
        try expectNothing(archive, after: "without placements") {
            let queue = try archive.database("index.sqlite", hasForeignKeys: false)
            try queue.write { db in try db.execute(sql: "DROP TRIGGER placement_end; DROP TABLE placement") }
            try queue.close()
        }
    }
}
