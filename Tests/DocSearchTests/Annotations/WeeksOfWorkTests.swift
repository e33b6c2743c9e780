import DocSearch
import Foundation
import Testing

/// What a person does over weeks, and what happens to their archive meanwhile.
@Suite("Weeks of work")
struct WeeksOfWorkTests {
    private static let letter = "letter.zip!/letter.pdf"

    @Test func everyAnnotationIsWhereItBelongsAfterWeeksOfWork() async throws {
        let archive = try TestArchive()
        for sample in ["letters/1931-water-board.zip", "minutes/1931-council-minutes.pdf"] {
            try archive.write(SampleArchive.bytes(of: sample), to: (sample as NSString).lastPathComponent)
        }
        try await archive.update { ($0.ocr, $0.languages) = (.auto, ["eng", "deu"]) }
        try Self.begin(archive)
        try archive.write(
            [TestDocument("letter", pages: ["The sluice at the mill was repaired by H. Dunnock.", "Two."])],
            to: "letter.zip")
        try archive.write(["A receipt for eleven pounds."], to: "receipt.pdf")
        try await archive.update([])
        try Self.work(archive)
        try Self.expectAll(archive, "right away")

        for suffix in ["", "-wal", "-shm"] { unlink(archive.indexPath + "/index.sqlite" + suffix) }
        try await archive.update([])
        try Self.expectAll(archive, "after the index was made again")

        try FileManager.default.createDirectory(atPath: archive.root + "/1931", withIntermediateDirectories: false)
        try FileManager.default.moveItem(
            atPath: archive.root + "/1931-council-minutes.pdf", toPath: archive.root + "/1931/minutes.pdf")
        try FileManager.default.moveItem(
            atPath: archive.root + "/1931-water-board.zip", toPath: archive.root + "/board.zip")
        try await archive.update([])
        try Self.expectAll(archive, minutes: "1931/minutes.pdf", "after moving and renaming")

        try archive.write(
            [
                TestDocument(
                    "letter", pages: ["The sluice at the mill was repaired by H. Dunnock.", "Two."], title: "Brief",
                    tags: ["metadata"])
            ], to: "letter.zip")
        try await archive.update([])
        try Self.expectAll(archive, minutes: "1931/minutes.pdf", "after other metadata")
        #expect(try archive.index.document(DocumentReference(Self.letter)).tags == ["metadata", "repairs"])

        try await Self.readWaterBoardAgain(archive)
        try Self.expectAll(archive, minutes: "1931/minutes.pdf", "after recognition in another language")

        try archive.write(
            [
                TestDocument(
                    "letter", pages: ["Page 1 of 2\nThe slu1ce at the mi1l was repaired by H. Dunnock.", "Zwei."])
            ],
            to: "letter.zip")
        try await archive.update([])
        try Self.expectAll(archive, minutes: "1931/minutes.pdf", adrift: ["Two"], "after a better scan")
        #expect(try Self.marked(archive, Self.letter) == ["slu1ce at the mi1l", nil])

        try archive.remove("receipt.pdf")
        try await archive.update([])
        let orphan = try #require(try archive.index.orphans().first)
        #expect(try archive.index.orphans().count == 1)
        #expect(orphan.path == "receipt.pdf")
        let board = try #require(try archive.index.search(SearchRequest("has:date tag:board")).hits.first).document
        try archive.index.attach(orphan.id, to: board, by: "edith")
        #expect(try archive.find("tag:money") == [board.path])
        #expect(try archive.index.orphans().isEmpty)
    }

    private static func board(_ archive: TestArchive) throws -> ArchiveDocument {
        try #require(try archive.index.search(SearchRequest("\"water board\" title:letter")).hits.first).document
    }

    /// What Edith says of the minutes before the letter comes.
    private static func begin(_ archive: TestArchive) throws {
        let minutes = try archive.index.document("1931-council-minutes.pdf")
        try archive.index.tag([minutes], adding: ["council"], by: "edith")
        try archive.index.correct(minutes, [.title: "Minutes of the council, 1931"], by: "edith")
        _ = try archive.index.addNote("Compare the ledger of 1930.", to: minutes, page: 1, by: "edith")
        try archive.index.saveQuestion("goats", "goat", by: "edith")
    }

    /// What is said on the first day.
    private static func work(_ archive: TestArchive) throws {
        let index = archive.index
        let (minutes, letter) = (try index.document("1931-council-minutes.pdf"), try index.document(.init(letter)))
        let board = try board(archive)
        try index.tag([board], adding: ["board"], by: "edith")
        try index.correct(board, [.date: "1931-04-21"], by: "edith")
        try index.tag([letter], adding: ["repairs"], by: "hubert")
        try index.tag([index.document("receipt.pdf")], adding: ["money"], by: "hubert")
        try index.saveQuestion("repairs", "sluice OR bridge", by: "hubert")
        for (document, page, words) in [
            (minutes, 1, "Minutes of the Year"), (letter, 1, "sluice at the mill"), (letter, 2, "Two"),
            (board, 2, "nine thousand gallons"),
        ] {
            let text = try index.pages(of: document, page: page)[0]
            let range = try #require(text.occurrences(of: words).first, "\(words)")
            try index.addHighlights([HighlightDraft(range, label: "evidence")], to: document, page: page, by: "edith")
        }
    }

    private static func expectAll(
        _ archive: TestArchive, minutes: String = "1931-council-minutes.pdf", adrift: Set<String> = [],
        _ comment: Comment
    ) throws {
        let board = try board(archive)
        for (query, path) in [
            ("tag:council", minutes), ("title:\"minutes of the council\"", minutes),
            ("note:\"the ledger of\"", minutes),
            ("tag:board", board.path), ("date:1931-04-21", board.path), ("tag:repairs", letter),
            ("tag:money", "receipt.pdf"),
        ] {
            #expect(try archive.find(query) == [path], "\(query) \(comment)")
        }
        #expect(try Set(archive.find("label:evidence")) == [minutes, board.path, letter], comment)
        #expect(try archive.index.savedQuestions().map(\.name) == ["goats", "repairs"], comment)
        #expect(try archive.index.orphans().isEmpty, comment)
        for path in [minutes, board.path, letter] {
            for highlight in try archive.index.highlights(of: archive.index.document(.init(path))) {
                let isAdrift = highlight.anchor == nil
                #expect(isAdrift == adrift.contains(highlight.quote.exact), "\(highlight.quote.exact) \(comment)")
            }
        }
    }

    private static func marked(_ archive: TestArchive, _ path: String) throws -> [String?] {
        let document = try archive.index.document(.init(path))
        return try archive.index.highlights(of: document).map { highlight in
            guard let range = highlight.anchor?.range else { return nil }
            let scalars = Array(try archive.index.pages(of: document, page: highlight.page)[0].text.unicodeScalars)
            return String(String.UnicodeScalarView(scalars[range])).replacing("\n", with: " ")
        }
    }

    private static func readWaterBoardAgain(_ archive: TestArchive) async throws {
        let before = try archive.index.pages(of: board(archive), page: 2)[0]
        var options = IndexingOptions.forTests
        options.ocr = .auto
        options.languages = ["deu"]
        _ = try await TestRun(archive.index.reread(board(archive), pages: [2], options: options))
        let after = try archive.index.pages(of: board(archive), page: 2)[0]
        #expect(after.origin == .ocr)
        #expect(after.text != before.text || after.confidence != before.confidence, "it was recognised anew")
    }
}
