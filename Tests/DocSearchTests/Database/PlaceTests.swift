import DocSearchTestSupport
import Foundation
import GRDB
import Testing

@testable import DocSearch

/// What a place has held speaks for what comes there, so nothing else may.
@Suite("What places have held")
struct PlaceTests {
    private let archive: TestArchive
    private var folder: IndexFolder { IndexFolder(path: archive.indexPath) }

    init() throws {
        archive = try TestArchive()
        try IndexFolder(path: archive.indexPath).create()
    }

    private func store<Value>(_ body: (PageStore) throws -> Value) throws -> Value {
        let store = try PageStore(writing: folder)
        defer { store.close() }
        return try body(store)
    }

    private func contents(_ place: String) throws -> Set<Int64> {
        try store { try $0.history(ofPlace: place).contents }
    }

    /// `/a` has held the first content, and `/b` the second.
    private func fill() throws {
        try store { store in
            for (number, place) in ["/a", "/b"].enumerated() {
                let content = try store.insert([], contentHash: "hash-\(number)", witness: .content)
                try store.remember(PathHistory(path: place, contents: [content]))
            }
        }
    }

    @Test(arguments: [
        "UPDATE place_content SET content_id = 3 WHERE place_id = 1",
        "UPDATE place_content SET place_id = 3 WHERE place_id = 1",
        "UPDATE place_content SET place_id = 2 WHERE place_id = 1", "UPDATE place SET path = '/c' WHERE id = 1",
        "UPDATE place SET id = 3 WHERE id = 1", "UPDATE place SET checksum = checksum + 1 WHERE id = 1",
    ])
    func alteredFormerPathsAreNotBelieved(sql: String) throws {
        try fill()
        try archive.damage("pages.sqlite", sql)
        #expect(try contents("/a").isEmpty)
        #expect(try contents("/c").isEmpty)
        #expect(try contents("/b") == [2])
        #expect(throws: DocSearchError.self) { try store { try $0.check() } }
        // The next run writes them anew.
        for place in ["/a", "/c"] {
            try store { try $0.remember(PathHistory(path: place, contents: [1, 3])) }
            #expect(try contents(place) == [1, 3])
        }
    }

    /// What places have held, in a copy of what can be read.
    private func contentsSaved() throws -> [Int64] {
        let saved = archive.indexPath + "/saved.sqlite"
        _ = try PagesSalvage(damaged: folder.pages).copy(into: saved)
        return try DatabaseQueue(path: saved).read { db in
            try Int64.fetchAll(db, sql: "SELECT content_id FROM place_content")
        }
    }

    @Test(arguments: [
        "UPDATE place_content SET content_id = 3 WHERE place_id = 1", "UPDATE place SET path = '/c' WHERE id = 1",
    ])
    func alteredFormerPathsAreNotSavedByARepair(sql: String) throws {
        try fill()
        try archive.damage("pages.sqlite", sql)
        #expect(try contentsSaved() == [2])
    }

    @Test func formerPathsAreForgottenWithTheContentsThatAreLost() throws {
        try fill()
        try archive.damage("pages.sqlite", "DELETE FROM content WHERE id = 2")
        #expect(try contentsSaved() == [1], "the number may be given to another content")
    }

    /// Texts may be vouched for by the number of a place.
    @Test func formerPathsGiveTheirNumbersToNoOther() throws {
        try fill()
        let last = try store { try $0.placeID("/b") }
        try store { store in
            try store.insert([], contentHash: "hash", witness: .place(last))
            try store.forget(place: "/b")
            #expect(try store.placeID("/c") > last)
            try store.forget(place: "/c")
        }
        let saved = archive.indexPath + "/saved.sqlite"
        _ = try PagesSalvage(damaged: folder.pages).copy(into: saved)
        try IndexFolder.removeDatabase(folder.pages)
        try FileManager.default.moveItem(atPath: saved, toPath: folder.pages)
        #expect(try store { try $0.placeID("/d") } > last)
    }

    @Test func formerPathsMoveWithWhatLiesThere() throws {
        try fill()
        try store { try $0.move(place: "/a", to: "/b") }
        #expect(try contents("/a").isEmpty)
        #expect(try contents("/b") == [1])
        try store { try $0.check() }
    }

    // MARK: - Removal

    /// The places of an archive where two bundles have changed.
    private func places() throws -> [String] {
        let queue = try archive.database("pages.sqlite")
        defer { try? queue.close() }
        return try queue.read { db in
            let count = try Int.fetchOne(
                db, sql: "SELECT count(*) FROM place_content WHERE place_id NOT IN (SELECT id FROM place)")
            #expect(count == 0)
            return try String.fetchAll(db, sql: "SELECT path FROM place ORDER BY path")
                .map { ($0 as NSString).lastPathComponent }
        }
    }

    private func change() async throws {
        for text in ["a heron", "a plover"] {
            for name in ["a.pdf", "b.pdf", "birds/c.pdf"] { try archive.write([text + " of " + name], to: name) }
            try archive.folder.write(TestDocument("", pages: [text]).pdf, to: "archive-of-others/d.pdf")
            try await archive.update([archive.root, archive.root + "-of-others"])
        }
        #expect(try places() == ["d.pdf", "a.pdf", "b.pdf", "c.pdf"])
    }

    @Test func formerPathsAreForgottenWithABundleThatIsRemoved() async throws {
        try await change()
        try archive.index.remove(DocumentReference("a.pdf"))
        try archive.index.remove(DocumentReference(archive.root + "/birds"))
        #expect(try places() == ["d.pdf", "b.pdf"])
    }

    @Test func formerPathsAreForgottenWithAFolderThatIsRemoved() async throws {
        try await change()
        try archive.index.remove(DocumentReference(archive.root))
        #expect(try places() == ["d.pdf"])
    }

    @Test func formerPathsAreForgottenWhenAKilledRemovalIsFinished() async throws {
        try await change()
        do {
            let user = try UserStore(writing: folder)
            try user.beginRemoval(roots: try user.roots().filter { $0.path == archive.root }.map(\.id))
            user.close()
        }
        try await archive.update([])
        #expect(try places() == ["d.pdf"])
    }
}
