import DocSearchTestSupport
import Foundation
import GRDB
import Testing

@testable import DocSearch

/// What corrections come through, and what they must not touch.
@Suite("Corrections in trouble")
struct CorrectionLossTests {
    private static let page = "The water Boarcl met on Tuesday. The basis of the plan was the sluice at Alder Weir."

    private static func archive(_ names: [String] = ["a.pdf"]) async throws -> TestArchive {
        let archive = try TestArchive()
        for name in names { try archive.write([page], to: name) }
        try await archive.update()
        return archive
    }

    private static func correct(
        _ archive: TestArchive, _ wrong: String, _ right: String, in path: String = "a.pdf", by author: String = "ada"
    ) throws {
        let document = try archive.index.document(DocumentReference(path))
        let shown = try archive.index.pageToCorrect(1, of: document)
        try archive.index.correct(
            shown, of: document, to: shown.text.replacing(wrong, with: right), by: author)
    }

    @Test func partOfAWordIsNoWord() async throws {
        let archive = try await Self.archive()
        let document = try archive.index.document(DocumentReference("a.pdf"))
        #expect(try archive.index.places(ofWord: "bas", in: document).isEmpty)
        #expect(try archive.index.correct(word: "bas", to: "has", in: document, by: "ada").isEmpty)
        #expect(try archive.index.correct(word: "basis", to: "gist", in: document, by: "ada") == [1: 1])
    }

    @Test(arguments: ["read", "corrected"]) func damagedTextIsReadAndCorrectedAgain(row: String) async throws {
        let archive = try await Self.archive()
        try Self.correct(archive, "Boarcl", "Board")
        let isCorrected = "content_id IN (SELECT id FROM content WHERE witness LIKE 'corrected %')"
        try archive.flipBit(
            "pages.sqlite", "text", ofTable: "page_text", where: row == "read" ? "NOT \(isCorrected)" : isCorrected)
        #expect(try !archive.index.verify().isEmpty)
        _ = try await TestRun(archive.index.repair(options: .forTests))
        try await archive.update()
        #expect(try archive.index.verify().isEmpty)
        #expect(try archive.find("\"water board\"") == ["a.pdf"])
        #expect(
            try archive.index.corrections(of: archive.index.document(DocumentReference("a.pdf"))).map(\.state) == [
                .applied
            ])
    }

    @Test func forgottenDocumentLeavesNoCorrectedTextBesideACopy() async throws {
        let archive = try await Self.archive(["a.pdf", "copy.pdf"])
        try Self.correct(archive, "Boarcl", "Zeppelin")
        try Self.correct(archive, "Zeppelin", "Zeppelins")
        try Self.correct(archive, "Boarcl", "Board", in: "copy.pdf")
        let document = try archive.index.document(DocumentReference("a.pdf"))
        try archive.remove("a.pdf")
        try archive.index.forget([document])
        let left = try await archive.database("pages.sqlite").read { db in
            try String.fetchAll(
                db, sql: "SELECT witness FROM page_text JOIN content ON content.id = content_id ORDER BY witness")
        }
        #expect(left.filter { $0.hasPrefix("corrected ") }.count == 1)
        #expect(left.filter { $0.hasPrefix("corrected \(document.id)") }.isEmpty)
        #expect(try archive.find("\"water board\"") == ["copy.pdf"])
    }

    @Test func attachedCorrectionsAreSearched() async throws {
        let archive = try await Self.archive()
        try archive.write([Self.page + " There is more of it here."], to: "b.pdf")
        try await archive.update()
        try Self.correct(archive, "Boarcl", "Board")
        try Self.correct(archive, "Tuesday", "Thursday", in: "b.pdf")
        try archive.remove("a.pdf")
        try await archive.update { $0.pruneLimit = 1 }
        let orphan = try #require(try archive.index.orphans().first)
        try archive.index.attach(orphan.id, to: archive.index.document(DocumentReference("b.pdf")), by: "ada")
        #expect(try archive.find("\"water board met on thursday\"") == ["b.pdf"])
        try archive.index.undo(by: "ada")
        #expect(try archive.find("\"water boarcl met on thursday\"") == ["b.pdf"])
    }

    @Test func copyThatIsLeftHasTheCorrectionsOfBoth() async throws {
        let archive = try await Self.archive(["a.pdf", "copy.pdf"])
        try Self.correct(archive, "Boarcl", "Board")
        try Self.correct(archive, "Tuesday", "Thursday", in: "copy.pdf")
        try archive.remove("a.pdf")
        try await archive.update { $0.pruneLimit = 1 }
        #expect(try archive.find("\"water board met on thursday\"") == ["copy.pdf"])
    }

    @Test func correctionsThatAKillInterruptedAreUndoneForGood() async throws {
        let archive = try await Self.archive()
        try Self.correct(archive, "Tuesday", "Thursday")
        let noted = try await archive.database("index.sqlite").read { db in try CorrectionState(noted: db) }
        try Self.correct(archive, "Boarcl", "Board")
        // As a kill leaves it before the note is written.
        var unfinished = noted
        unfinished.count = -1
        try await archive.database("index.sqlite").write { [unfinished] db in
            try db.setMeta(CorrectionState.key, to: JSONText.encode(unfinished))
        }
        try archive.index.undo(by: "ada")
        try await archive.update()
        #expect(try archive.find("\"water boarcl met on thursday\"") == ["a.pdf"])
    }

    @Test func wordThatIsReadRightlyNowIsNotTakenFromTheNextRow() async throws {
        let archive = try TestArchive()
        func table(_ first: String, _ second: String) -> String {
            "Received of Smith for rent \(first)\nReceived of Smith for rent \(second)\nReceived of Jones for coal 12"
        }
        try archive.write([table("81", "87")], to: "a.pdf")
        try await archive.update()
        try Self.correct(archive, "81", "31")
        try archive.write([table("31", "81")], to: "a.pdf")
        try await archive.update()
        let text = try archive.index.pages(of: archive.index.document(DocumentReference("a.pdf")), page: 1)[0].text
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("rent 31 Received of Smith for rent 81"))
    }

    @Test func restoringWhatWasReadDoesNotBringBackSomebodyElsesWord() async throws {
        let archive = try await Self.archive()
        try Self.correct(archive, "Boarcl", "Board", by: "ada")
        try Self.correct(archive, "Board", "Bard", by: "ben")
        try Self.correct(archive, "Bard", "Boarcl", by: "ben")
        #expect(try archive.find("\"water boarcl\"") == ["a.pdf"])
        #expect(try archive.find("\"water board\"").isEmpty)
    }
}
