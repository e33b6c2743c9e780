import DocSearchTestSupport
import Foundation
import GRDB
import Testing

@testable import DocSearch

/// What was forgotten is not in the bytes of any file of the index.
@Suite("The canary")
struct CanaryTests {
    /// The beginning of a word that is in no language, which its stem has as well.
    private static let canary = "qzxanar"
    private static let word = "Qzxanary"
    private static let path = "qzxanary.zip!/qzxanary.pdf"

    /// Says and does with a document whatever leaves a trace, and with others some of it.
    private static func archive() async throws -> TestArchive {
        let archive = try TestArchive()
        // Earlier bytes at the place.
        try archive.write([TestDocument("qzxanary", pages: ["an early \(word) draft"])], to: "qzxanary.zip")
        try archive.write(["the heron fishes below the weir"], to: "heron.pdf")
        try archive.write(
            [
                TestDocument("minutes", pages: ["minutes on the heron colony"], title: "Minutes", tags: ["colony"]),
                TestDocument("ledger", pages: ["the ledger of the reed beds"]),
            ], to: "box.zip")
        try await archive.update()
        try archive.write(
            [
                TestDocument(
                    "qzxanary", pages: ["a \(word) letter of the heron", "a second \(word) page"],
                    title: "The \(word) letter", authors: (1...300).map { "Ada \(word) the \($0)th" },
                    tags: ["\(word) affair", "colony"],
                    identifier: "ALD/\(word)")
            ], to: "qzxanary.zip")
        try await archive.update()
        let index = archive.index
        let secret = try index.document(DocumentReference(path))
        let others = try [index.document("heron.pdf"), index.document("box.zip!/ledger.pdf")]
        _ = try await TestRun(index.reread(secret, options: .forTests))
        try index.tag([secret], adding: [word, "to read"], by: "ada")
        try index.tag([secret] + others, adding: ["drainage"], by: "ada")
        let note = try index.addNote("The \(word) was paid.", to: secret, by: "ada")
        try index.changeNote(note.id, to: "The \(word) was paid twice.", by: "ada")
        _ = try index.addNote("Read on page 1.", to: others[0], by: "ada")
        // Longer than a page of the file, so that pages of its own become free.
        _ = try index.addNote(String(repeating: "The \(word) again. ", count: 2000), to: secret, by: "ada")
        try index.correct(secret, [.title: "\(word) papers"], by: "ada")
        try index.undo(by: "ada")
        try index.correct(others[1], [.title: "Reed ledger"], by: "ada")
        let text = try index.pages(of: secret, page: 1)[0].text
        try index.addHighlights(
            [HighlightDraft(0..<text.unicodeScalars.count, label: word, comment: "The \(word) again.")],
            to: secret, page: 1, by: "ada")
        #expect(index.keepSearch("\(word) letters", found: 1))
        try await archive.update()
        try leaveFiles(archive)
        return archive
    }

    /// What repairs and killed runs leave, and a run that had something to say of the file.
    private static func leaveFiles(_ archive: TestArchive) throws {
        let folder = IndexFolder(path: archive.indexPath)
        let stores = try IndexStores(writing: folder)
        var report = IndexingReport()
        report.warnings = [IndexingWarning("\"\(archive.root)/old/\(word).zip\" cannot be read.")]
        try stores.index.record(report, finished: 1)
        _ = try stores.user.backUp()
        stores.close()
        for file in [folder.user, folder.pages, folder.index] { try leaveFreePages(in: file) }
        let names = [
            "index.sqlite.damaged-1", "pages.sqlite.damaged-12-wal", "user.sqlite.damaged-2", "pages.sqlite.salvaged",
            ".docsearch-\(UUID().uuidString)", "user.sqlite.backup-20260101T000000Z.1",
        ]
        for name in names { try archive.folder.write("a copy of \(word)".utf8, to: "index/" + name) }
    }

    /// Pages that nothing uses any more, as a SQLite leaves them that does not overwrite what it deletes. That of
    /// Debian does unless it is told otherwise.
    private static func leaveFreePages(in file: String) throws {
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA secure_delete = OFF") }
        let queue = try DatabaseQueue(path: file, configuration: configuration)
        try queue.write { db in
            try db.execute(sql: "CREATE TABLE scratch (text TEXT)")
            for _ in 1...20 {
                let text = String(repeating: "the \(word) of before ", count: 400)
                try db.execute(sql: "INSERT INTO scratch VALUES (?)", arguments: [text])
            }
            try db.execute(sql: "DROP TABLE scratch")
        }
        try queue.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
        try queue.close()
    }

    @Test func aForgottenTextIsNowhereInTheFilesOfTheIndex() async throws {
        let archive = try await Self.archive()
        let before = try RawBytes(of: Self.canary, in: archive.indexPath).places
        let old = ["index.sqlite.damaged-1", "user.sqlite.backup-20260101T000000Z.1"]
        for file in ["index.sqlite", "pages.sqlite", "user.sqlite"] + old {
            #expect(before.contains(file), "the test sees what is there: \(before)")
        }
        #expect(before.contains { $0.hasPrefix("page_text") })
        let free = try RawBytes(of: "\(Self.word) of before", in: archive.indexPath).places
        #expect(Set(free).isSuperset(of: ["index.sqlite", "pages.sqlite", "user.sqlite"]), "of free pages: \(free)")

        let secret = try archive.index.document(DocumentReference(Self.path))
        let report = try archive.index.forget([secret])
        #expect(try RawBytes(of: Self.canary, in: archive.indexPath).places.filter { $0 != "lock" } == [])
        #expect(report.documents == [Self.path])
        #expect(report.texts >= 5, "both pages and the early draft, as read and as recognised: \(report.texts)")
        #expect(report.annotations == 6, "three tags, two notes and a highlight: \(report.annotations)")
        #expect(report.searches == 1)
        #expect(report.removedFiles.contains("index.sqlite.damaged-1"))
        #expect(report.sources.map(\.comesBack) == [true])
        #expect(!archive.index.isForgettingUnfinished)

        try await expectTheRest(of: archive)
    }

    /// The other documents, what was said of them, and a sound index, to which the next run has nothing to add.
    private func expectTheRest(of archive: TestArchive) async throws {
        let index = archive.index
        #expect(try Set(archive.find("heron")) == ["heron.pdf", "box.zip!/minutes.pdf"])
        #expect(try Set(archive.find("tag:drainage")) == ["heron.pdf", "box.zip!/ledger.pdf"])
        #expect(try archive.find("note:page") == ["heron.pdf"])
        #expect(try index.document("box.zip!/ledger.pdf").title == "Reed ledger")
        #expect(
            try index.changes().map(\.action) == [
                "edit title: box.zip!/ledger.pdf", "note: heron.pdf", "tag +drainage: 3 documents",
            ])
        #expect(try index.orphans().isEmpty)
        #expect(try index.verify().isEmpty)
        try archive.remove("qzxanary.zip")
        let run = try await archive.update()
        #expect(run.report.new + run.report.changed + run.report.removed + run.report.pages == 0, "\(run.report)")
        try index.undo(by: "ada")
        #expect(try index.document("box.zip!/ledger.pdf").title == "ledger")
    }

    @Test func aForgottenTextIsNowhereWhenItWasDamaged() async throws {
        let archive = try await Self.archive()
        // The full-text tables cannot be told what they should forget.
        try archive.damage("pages.sqlite", "UPDATE page_text SET text = x'0500' WHERE page = 1 AND id > 4")
        let secret = try archive.index.document(DocumentReference(Self.path))
        try archive.index.forget([secret])
        #expect(try RawBytes(of: Self.canary, in: archive.indexPath).places == [])
    }

    @Test func aTextForgottenWithOthersOfItsBundleIsNowhere() async throws {
        let archive = try TestArchive()
        try archive.write(
            ["one", "two", "three"].map { TestDocument($0, pages: ["\($0) \(Self.word)\($0)"], title: $0) },
            to: "box.zip")
        try await archive.update()
        let documents = try ["one", "three"].map { try archive.index.document("box.zip!/\($0).pdf") }
        let report = try archive.index.forget(documents)
        #expect(report.sources.map(\.hasOthers) == [true, true])
        #expect(try RawBytes(of: Self.word + "one", in: archive.indexPath).places == [])
        #expect(try RawBytes(of: Self.word + "three", in: archive.indexPath).places == [])
        #expect(try archive.find(Self.word + "two") == ["box.zip!/two.pdf"])
        // Nothing has changed in the bundle.
        #expect(try await archive.update().report.documents == 0)
        #expect(try archive.index.verify().isEmpty)
        let last = try archive.index.forget([archive.index.document("box.zip!/two.pdf")])
        #expect(last.sources.map(\.hasOthers) == [false])
        #expect(try RawBytes(of: "box.zip", in: archive.indexPath).places == [], "nothing names the bundle any more")
    }
}
