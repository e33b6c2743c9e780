import DocSearchTestSupport
import Foundation
import GRDB
import Synchronization
import Testing

@testable import DocSearch

/// What is forgotten by name when several places, or several folders, have the name.
@Suite("Forgetting at places")
struct ForgottenPlacesTests {
    /// Two remembered folders of the same layout.
    private static func twins() async throws -> (archive: TestArchive, other: String) {
        let archive = try TestArchive()
        try archive.write([TestDocument("x", pages: ["a plover"])], to: "1931/a.zip")
        try archive.write(["a coot"], to: "c.pdf")
        let zip = ZipWriter(TestDocument("x", pages: ["a heron"]).entries).bytes
        try archive.folder.write(zip, to: "other/1931/a.zip")
        try archive.folder.write(TestDocument("", pages: ["a teal"]).pdf, to: "other/d.pdf")
        let other = archive.folder.path + "/other"
        try await archive.update([archive.root, other])
        for name in [archive.root, other] {
            let document = try archive.index.document(DocumentReference(name + "/1931/a.zip!/x.pdf"))
            try archive.index.tag([document], adding: ["shy"], by: "ada")
        }
        return (archive, other)
    }

    @Test func remainsAreFoundThoughAnotherFolderHasADocumentOfThatName() async throws {
        let (archive, other) = try await Self.twins()
        try archive.remove("1931/a.zip")
        try await archive.update([])
        let name = archive.root + "/1931/a.zip!/x.pdf"
        let remains = try #require(try archive.index.remains(of: name))
        #expect(remains.rootPath == archive.root)
        #expect(remains.file == archive.root + "/1931/a.zip")
        let report = try archive.index.forget([], remains: [remains])
        #expect(report.annotations == 1)
        #expect(report.sources.map(\.hasOthers) == [false], "the bundle of that name is in the other folder")
        #expect(try RawBytes(of: "plover", in: archive.indexPath).places == [])
        #expect(try RawBytes(of: archive.root + "/1931/a.zip", in: archive.indexPath).places == [])
        #expect(try archive.index.tags().map(\.documents) == [1])
        #expect(try archive.index.document(DocumentReference(other + "/1931/a.zip!/x.pdf")).tags == ["shy"])
        #expect(try archive.find("heron").count == 1)
        #expect(try archive.index.verify().isEmpty)
    }

    @Test func forgettingAsksWhichFolderIsMeantAndNamesThem() async throws {
        let (archive, other) = try await Self.twins()
        for root in [archive.root, other] { try FileManager.default.removeItem(atPath: root + "/1931/a.zip") }
        try await archive.update([])
        let error = #expect(throws: DocSearchError.self) {
            try archive.index.remains(of: "1931/a.zip!/x.pdf")
        }
        #expect(error?.code == .ambiguous)
        for root in [archive.root, other] {
            #expect(error?.message.contains("\"\(root)/1931/a.zip!/x.pdf\"") == true, "\(error?.message ?? "")")
            #expect(try archive.index.remains(of: root + "/1931/a.zip!/x.pdf")?.rootPath == root)
        }
    }

    @Test func forgettingTakesTextsOfTheFolderThatIsMeantAlone() async throws {
        let (archive, other) = try await Self.twins()
        try archive.folder.write(TestDocument("", pages: ["a gull"]).pdf, to: "other/c.pdf")
        try await archive.update([])
        try archive.index.exclude([("/c.pdf", nil)], by: "ada")
        try await archive.update([])
        let error = #expect(throws: DocSearchError.self) { try archive.index.remains(of: "c.pdf") }
        #expect(error?.code == .ambiguous)
        let remains = try #require(try archive.index.remains(of: other + "/c.pdf"))
        try archive.index.forget([], remains: [remains])
        #expect(try RawBytes(of: "gull", in: archive.indexPath).places == [])
        #expect(try !RawBytes(of: "coot", in: archive.indexPath).places.isEmpty)
    }

    @Test func forgettingKnowsAnnotationsThatNoRunHasPlacedYet() async throws {
        let archive = try TestArchive()
        try archive.write(["a plover"], to: "a.pdf")
        try await archive.update()
        try FileManager.default.moveItem(atPath: archive.root + "/a.pdf", toPath: archive.root + "/b.pdf")
        try await archive.update()
        // Of a document of another index, by its bytes: it is the one that has been moved here.
        let hash = try archive.index.document("b.pdf").contentHash
        let line = """
            {"docsearch":"decisions","version":1}
            {"id":"00000000-0000-4000-8000-000000000001","kind":"tag","page":null,"value":"shy","created":1,"modified":1,\
            "author":"ada","subject":{"content_hash":"\(hash)","root_path":"\(archive.root)","path":"a.pdf",\
            "identifier":null,"title":"a"}}
            """
        let file = try #require(FileHandle(forReadingAtPath: archive.folder.write(line.utf8, to: "said")))
        #expect(try archive.index.importAnnotations(from: file, named: "said", by: "ada").added == 1)
        #expect(try archive.find("tag:shy") == ["b.pdf"])
        #expect(try archive.index.remains(of: "a.pdf") == nil, "it is said of a document that is there")
    }

    @Test(arguments: [true, false])
    func pathsWithExclamationMarksAreDividedWhereTheBundleIs(isThere: Bool) async throws {
        let archive = try TestArchive()
        try archive.write([TestDocument("b", pages: ["a plover"])], to: "odd!/a.zip")
        try archive.write(["a heron"], to: "odd!/c.pdf")
        try archive.write(["a coot"], to: "d.pdf")
        try await archive.update()
        for name in ["odd!/a.zip!/b.pdf", "odd!/c.pdf"] {
            try archive.index.tag([archive.index.document(DocumentReference(name))], adding: ["shy"], by: "ada")
        }
        if isThere {
            try archive.index.exclude([("odd!/", nil)], by: "ada")
        } else {
            try archive.remove("odd!")
        }
        try await archive.update()
        let zip = try #require(try archive.index.remains(of: "odd!/a.zip!/b.pdf"))
        #expect(zip.file == archive.root + "/odd!/a.zip")
        #expect(zip.bundle.entry == "b.pdf")
        guard isThere else { return }
        let pdf = try #require(try archive.index.remains(of: "odd!/c.pdf"))
        #expect(pdf.file == archive.root + "/odd!/c.pdf")
        #expect(pdf.bundle.entry.isEmpty)
    }

    @Test func forgettingRemovesWhatSQLiteLeftBesideAKilledBackUp() async throws {
        let archive = try TestArchive()
        try archive.write(["a plover"], to: "a.pdf")
        try archive.write(["a heron"], to: "b.pdf")
        try await archive.update()
        let left = ["", "-journal", "-wal", "-shm"].map { ".docsearch-\(UUID().uuidString)" + $0 }
        for name in left { try archive.folder.write("plover".utf8, to: "index/" + name) }
        let report = try archive.index.forget([archive.index.document("a.pdf")])
        #expect(Set(report.removedFiles).isSuperset(of: left))
        #expect(report.otherFiles.isEmpty)
        #expect(try RawBytes(of: "plover", in: archive.indexPath).places == [])
    }

    @Test func forgettingLeavesTheNextRunNothingOfAKilledBackUp() async throws {
        let archive = try TestArchive()
        try archive.write(["a plover"], to: "a.pdf")
        try await archive.update()
        let names = ["", "-journal"].map { "index/.docsearch-\(UUID().uuidString)" + $0 }
        for name in names {
            let path = try archive.folder.write("copy".utf8, to: name)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -700)], ofItemAtPath: path)
        }
        let young = try archive.folder.write("export".utf8, to: "index/.docsearch-\(UUID().uuidString)")
        try clearWhileACommandIsWriting(archive)
        for name in names { #expect(FileStatus(path: archive.folder.path + "/" + name) != nil, "it may be written") }
        try await archive.update()
        for name in names { #expect(FileStatus(path: archive.folder.path + "/" + name) == nil) }
        #expect(FileStatus(path: young) != nil)
    }

    private func clearWhileACommandIsWriting(_ archive: TestArchive) throws {
        let folder = IndexFolder(path: archive.indexPath)
        let lock = try AnnotationLock(folder)
        try folder.removeLeftovers()
        withExtendedLifetime(lock) {}
    }

    @Test func forgettingWaitsForACommandThatIsWritingABackUp() async throws {
        let archive = try TestArchive()
        try archive.write(["a plover"], to: "a.pdf")
        try await archive.update()
        let folder = IndexFolder(path: archive.indexPath)
        let stores = try IndexStores(writing: folder)
        let path = try archive.folder.write("a back-up".utf8, to: "index/.docsearch-\(UUID().uuidString)")
        let isHeld = DispatchSemaphore(value: 0)
        let wasThere = Mutex(false)
        Thread.detachNewThread {
            // Without the lock there is nothing to wait for, and the file is not seen.
            guard let lock = try? AnnotationLock(folder) else { return _ = isHeld.signal() }
            isHeld.signal()
            usleep(400_000)
            wasThere.withLock { $0 = FileStatus(path: path) != nil }
            withExtendedLifetime(lock) {}
        }
        isHeld.wait()
        var report = ForgettingReport()
        try stores.erase(&report)
        stores.close()
        #expect(wasThere.withLock { $0 })
        #expect(report.removedFiles.contains(PathText.name(path)))
    }

    @Test(arguments: [true, false])
    func annotationsOnAGoneFileThatWasNamedItselfAreFoundToForget(isByItsPath: Bool) async throws {
        let archive = try TestArchive()
        let file = try archive.folder.write(TestDocument("", pages: ["a plover"]).pdf, to: "alone/a.pdf")
        try await archive.update([file])
        _ = try archive.index.addNote("an avocet", to: archive.index.document("a.pdf"), by: "ada")
        try FileManager.default.removeItem(atPath: file)
        try archive.index.remove(DocumentReference("a.pdf"))
        let remains = try #require(try archive.index.remains(of: isByItsPath ? file : "a.pdf"))
        #expect(remains.file == file)
        try archive.index.forget([], remains: [remains])
        for word in ["plover", "avocet"] {
            #expect(try RawBytes(of: word, in: archive.indexPath).places == [], "\(word)")
        }
    }

    @Test func forgettingTakesWithItPatternsThatStandNoMore() async throws {
        let archive = try TestArchive()
        try archive.write(["a plover"], to: "box/moquette.pdf")
        try archive.write(["a teal"], to: "b.pdf")
        try await archive.update()
        try archive.index.exclude(paths: [archive.root + "/box/moquette.pdf", archive.root + "/b.pdf"], by: "ada")
        try archive.index.undo(by: "ada")
        try archive.index.exclude(paths: [archive.root + "/box/moquette.pdf"], by: "ada")
        try archive.index.removeExclusions([("/box/moquette.pdf", nil)], by: "ada")
        try await archive.update()
        try archive.index.forget([archive.index.document("box/moquette.pdf")])
        #expect(try RawBytes(of: "moquette", in: archive.indexPath).places == [])
        #expect(try archive.index.changes().contains { $0.action == "exclude …" }, "that of the other pattern stays")
    }

    @Test func aForgottenDocumentLeavesItsNumberToNoOther() async throws {
        let archive = try TestArchive()
        for name in ["a", "b"] { try archive.write(["a plover \(name)"], to: "\(name).pdf") }
        try await archive.update()
        let last = try #require(
            try archive.index.search(SearchRequest("plover")).hits.map(\.document).max { $0.id < $1.id })
        try archive.index.forget([last])
        try archive.remove(last.path)
        try archive.write(["a heron"], to: "c.pdf")
        try await archive.update()
        #expect(try archive.index.document("c.pdf").id > last.id)
    }

    @Test func forgettingNamesABackUpItCannotRemoveAndErasesTheRest() async throws {
        let archive = try TestArchive()
        try archive.write(["a plover"], to: "a.pdf")
        try await archive.update()
        let stuck = "user.sqlite.backup-20260101T000000Z.9"
        try archive.folder.write("".utf8, to: "index/\(stuck)/kept")
        let report = try archive.index.forget([archive.index.document("a.pdf")])
        #expect(report.notRemoved.contains { $0.contains(stuck) }, "\(report.notRemoved)")
        #expect(!archive.index.isForgettingUnfinished)
        try FileManager.default.removeItem(atPath: archive.indexPath + "/" + stuck)
        #expect(try RawBytes(of: "plover", in: archive.indexPath).places == [])
    }

    @Test func forgettingTakesWithItWhatIsSaidWhileTheIndexIsWritten() async throws {
        let archive = try TestArchive()
        try archive.write(["a plover"], to: "a.pdf")
        try await archive.update()
        let folder = IndexFolder(path: archive.indexPath)
        let stores = try IndexStores(writing: folder)
        var order = try stores.order(toForget: [(archive.index.document("a.pdf"), [])])
        let item = try #require(order.items.first)
        let known = DocumentAnchor(
            contentHash: item.hashes[0], rootPath: item.rootPath, path: item.path, identifier: nil)
        try stores.index.forget(order, pages: stores.pages)
        do {
            let store = try AnnotationStore(folder)
            defer { store.end() }
            _ = try store.change("note", by: "ada") { writer in
                let note = Annotation(
                    id: UUID().uuidString.lowercased(), kind: .note, page: 0, value: "a late avocet", created: 1,
                    modified: 1,
                    author: "ada")
                try writer.add(note, of: writer.add(known, title: "a.pdf"))
            }
        }
        #expect(try RawBytes(of: "avocet", in: archive.indexPath).places != [])
        _ = try stores.removeAnnotations(&order, hashes: item.hashes)
        stores.close()
        #expect(try RawBytes(of: "avocet", in: archive.indexPath).places == [])
    }

    @Test func annotationsOnAForgottenOrphanCannotBeUndone() async throws {
        let archive = try TestArchive()
        try archive.write(["a bittern"], to: "old.pdf")
        try archive.write(["a heron"], to: "new.pdf")
        try await archive.update()
        try archive.index.tag([archive.index.document("old.pdf")], adding: ["shy"], by: "ada")
        try archive.remove("old.pdf")
        try await archive.update()
        let orphan = try #require(try archive.index.orphans().first)
        try archive.index.attach(orphan.id, to: archive.index.document("new.pdf"), by: "ada")
        let remains = try #require(try archive.index.remains(of: "old.pdf"))
        try archive.index.forget([], remains: [remains])
        let error = #expect(throws: DocSearchError.self) { try archive.index.undo(by: "ada") }
        #expect(error?.code == .failed)
        #expect(error?.message.contains("has been forgotten") == true, "\(error?.message ?? "")")
        #expect(try archive.find("tag:shy") == ["new.pdf"])
        #expect(try archive.index.verify().isEmpty)
    }
}
