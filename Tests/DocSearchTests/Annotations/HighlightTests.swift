import DocSearch
import DocSearchTestSupport
import Foundation
import GRDB
import Testing

/// What people mark on pages, and what becomes of it. The ten scenarios are numbered.
@Suite("Highlights")
struct HighlightTests {
    private static let page = """
        The water board met on Tuesday. The sluice at Alder Weir was repaired in May
        by H. Dunnock, carpenter, for eleven pounds. The water board thanked him.
        """

    private static func archive() async throws -> (archive: TestArchive, document: ArchiveDocument) {
        let archive = try TestArchive()
        try archive.write([page, "A second page about the mill."], to: "a.pdf")
        try archive.write(["A heron."], to: "b.pdf")
        try await archive.update()
        return (archive, try archive.index.document("a.pdf"))
    }

    private static func draft(
        _ words: String, _ archive: TestArchive, page: Int = 1, number: Int = 0, label: String? = nil,
        color: String? = nil, comment: String? = nil
    ) throws -> HighlightDraft {
        let text = try archive.index.pages(of: archive.index.document("a.pdf"), page: page)[0]
        let range = try #require(text.occurrences(of: words).dropFirst(number).first, "\(words)")
        return HighlightDraft(range, label: label, color: color, comment: comment)
    }

    /// The words that the highlights of the document stand on now; nil for one that is adrift.
    private static func marked(_ archive: TestArchive, _ path: String = "a.pdf") throws -> [String?] {
        let document = try archive.index.document(DocumentReference(path))
        return try archive.index.highlights(of: document).map { highlight in
            guard let range = highlight.anchor?.range else { return nil }
            let scalars = Array(try archive.index.pages(of: document, page: highlight.page)[0].text.unicodeScalars)
            return String(String.UnicodeScalarView(scalars[range])).replacing("\n", with: " ")
        }
    }

    @Test("1: what is marked is listed, shown with its hit, and found by its words, label and comment")
    func highlightsAreListedAndFound() async throws {
        let (archive, document) = try await Self.archive()
        let draft = try Self.draft("H. Dunnock", archive, label: "works", color: "#FFee00", comment: "Cost?")
        let made = try archive.index.addHighlights([draft], to: document, page: 1, by: "ada")
        let found = try archive.index.highlights(of: document)
        #expect(found == made)
        let highlight = try #require(found.first)
        #expect(highlight.quote.exact == "H. Dunnock")
        #expect(highlight.quote.prefix.hasSuffix("by "))
        #expect(highlight.quote.suffix.hasPrefix(", carpenter"))
        #expect(highlight.label == "works")
        #expect(highlight.color == "#FFee00")
        #expect(highlight.comment == "Cost?")
        #expect(highlight.author == "ada")
        #expect(highlight.anchor?.range == draft.range)
        #expect(highlight.anchor?.sureness == 1)
        #expect(highlight.anchor?.boxes == [], "words of a text layer have none")
        for query in ["has:highlight", "label:works", "note:cost", "note:dunnock", "cost"] {
            #expect(try archive.find(query) == ["a.pdf"], "\(query)")
        }
        #expect(try archive.find("label:cost").isEmpty)
        let fields = try archive.index.search(SearchRequest("cost works")).hits.flatMap(\.fields)
        #expect(fields.map(\.field) == [.highlight, .label])
        #expect(fields.map(\.page) == [1, 1])
    }

    @Test("2: it is there when the index is opened again, and when it is made again")
    func highlightsStayOverRestartsAndRebuilds() async throws {
        let (archive, document) = try await Self.archive()
        try archive.index.addHighlights([Self.draft("H. Dunnock", archive)], to: document, page: 1, by: "ada")
        let other = ArchiveIndex(at: archive.indexPath)
        #expect(try other.highlights(of: other.document("a.pdf")).map(\.quote.exact) == ["H. Dunnock"])
        try archive.index.reset()
        try await archive.update([])
        #expect(try Self.marked(archive) == ["H. Dunnock"])
    }

    @Test("3: label, color and comment are changed, taken away and undone")
    func highlightsAreChangedAndUndone() async throws {
        let (archive, document) = try await Self.archive()
        let made = try archive.index.addHighlights(
            [Self.draft("carpenter", archive, label: "trade")], to: document, page: 1, by: "ada")
        let id = String(made[0].id.prefix(8))
        try archive.index.changeHighlight(id, label: "craft", color: "#000000", comment: "Also 1932.", by: "bob")
        let changed = try #require(try archive.index.highlights(of: document).first)
        #expect([changed.label, changed.color, changed.comment] == ["craft", "#000000", "Also 1932."])
        #expect(changed.author == "bob")
        #expect(changed.quote == made[0].quote)
        try archive.index.changeHighlight(id, label: "", by: "bob")
        #expect(try archive.index.highlights(of: document).first?.label == nil)
        #expect(try archive.index.highlights(of: document).first?.comment == "Also 1932.")
        try archive.index.undo(by: "ada")
        #expect(try archive.index.highlights(of: document).first?.label == "craft")
        try archive.index.removeHighlight(id, by: "ada")
        #expect(try archive.index.highlights(of: document).isEmpty)
        #expect(try archive.find("label:craft").isEmpty)
        try archive.index.undo(by: "ada")
        #expect(try archive.find("label:craft") == ["a.pdf"])
    }

    /// What touches does not intersect, and an empty range intersects nothing.
    @Test(
        "4: removing what intersects a range leaves what only touches it",
        arguments: [
            (4..<9, 0), (15..<20, 0), (-5..<0, 0), (0..<5, 1), (8..<20, 1), (14..<15, 1), (-5..<4, 1), (0..<80, 2),
            (2..<2, 0), (4..<4, 0), (12..<12, 0),
        ])
    func removingHighlightsInARangeRemovesThoseThatIntersectIt(range: Range<Int>, removed: Int) async throws {
        let (archive, document) = try await Self.archive()
        // Characters 4 to 9 are left between the two.
        try archive.index.addHighlights(
            [HighlightDraft(0..<4), HighlightDraft(9..<15)], to: document, page: 1, by: "a")
        try archive.index.addHighlights([HighlightDraft(0..<4)], to: document, page: 2, by: "a")
        #expect(try archive.index.removeHighlights(of: document, page: 1, intersecting: range, by: "a") == removed)
        #expect(try archive.index.highlights(of: document).count == 3 - removed)
    }

    /// One transaction and one entry of the journal.
    @Test("5: all of a page are replaced in one change, or none")
    func settingHighlightsReplacesAllOfAPage() async throws {
        let (archive, document) = try await Self.archive()
        try archive.index.addHighlights(
            [HighlightDraft(0..<3), HighlightDraft(4..<9)], to: document, page: 1, by: "a")
        try archive.index.addHighlights([HighlightDraft(0..<3)], to: document, page: 2, by: "a")
        let refused = #expect(throws: DocSearchError.self) {
            try archive.index.setHighlights(
                [HighlightDraft(0..<2), HighlightDraft(0..<100_000)], of: document, page: 1, by: "a")
        }
        #expect(refused?.code == .usage)
        #expect(try archive.index.highlights(of: document, page: 1).count == 2, "nothing was changed")
        try archive.index.setHighlights([HighlightDraft(10..<20)], of: document, page: 1, by: "a")
        #expect(try archive.index.highlights(of: document).compactMap(\.anchor?.range) == [10..<20, 0..<3])
        #expect(try archive.index.changes().count == 3)
        try archive.index.undo(by: "a")
        #expect(try archive.index.highlights(of: document, page: 1).count == 2)
        #expect(try archive.index.removeHighlights(of: document, page: 1, by: "a") == 2)
        #expect(try archive.index.removeHighlights(of: document, by: "a") == 1)
    }

    @Test("6: it follows its words when the page is read anew with misread letters")
    func highlightsAreAnchoredAnewInATextThatWasReadAgain() async throws {
        let (archive, document) = try await Self.archive()
        try archive.index.addHighlights(
            [Self.draft("sluice at Alder Weir was repaired", archive), Self.draft("eleven pounds", archive)],
            to: document, page: 1, by: "ada")
        try archive.write(
            [
                "Minutes, page 1\nThe w4ter board met on Tuesday. The slu1ce at A1der\nWeir was repa1red in May "
                    + "by H. Dunnock, carpenter, for e1even pounds. The water board thanked him."
            ], to: "a.pdf")
        try await archive.update()
        #expect(try Self.marked(archive) == ["slu1ce at A1der Weir was repa1red", "e1even pounds"])
        for highlight in try archive.index.highlights(of: document) {
            let sureness = try #require(highlight.anchor?.sureness)
            #expect((0.85..<1).contains(sureness), "\(sureness)")
        }
    }

    @Test("7: where its words are gone it is adrift, and when they are back it is where it was")
    func highlightsGoAdriftAndComeBack() async throws {
        let (archive, document) = try await Self.archive()
        try archive.index.addHighlights([Self.draft("sluice at Alder Weir", archive)], to: document, page: 1, by: "ada")
        try archive.write(["Something else, of which nothing was ever said by anybody at all.", "2"], to: "a.pdf")
        try await archive.update()
        #expect(try Self.marked(archive) == [nil])
        #expect(try archive.find("has:highlight") == ["a.pdf"], "it is kept")
        try archive.write(["One page that is short"], to: "a.pdf")
        try await archive.update()
        #expect(try Self.marked(archive) == [nil])
        try archive.write([Self.page], to: "a.pdf")
        try await archive.update()
        #expect(try Self.marked(archive) == ["sluice at Alder Weir"])
    }

    @Test("8: of the same words in several places it keeps to its own")
    func aHighlightKeepsToItsPlaceAmongTheSameWords() async throws {
        let (archive, document) = try await Self.archive()
        try archive.index.addHighlights(
            [Self.draft("water board", archive, number: 1)], to: document, page: 1, by: "ada")
        try archive.write(
            ["The water board. " + Self.page.replacing("water board met", with: "water board, the water board met")],
            to: "a.pdf")
        try await archive.update()
        let highlight = try #require(try archive.index.highlights(of: archive.index.document("a.pdf")).first)
        let text = try archive.index.pages(of: archive.index.document("a.pdf"), page: 1)[0].text
        let range = try #require(highlight.anchor?.range)
        let behind = String(String.UnicodeScalarView(Array(text.unicodeScalars)[range.lowerBound...]))
        #expect(behind.replacing("\n", with: " ").hasPrefix("water board thanked him"))
    }

    /// No run deletes it; a person may.
    @Test("9: it goes with its document, waits where that is gone, and is dropped with it by hand")
    func highlightsFollowTheirDocument() async throws {
        let (archive, document) = try await Self.archive()
        try archive.index.addHighlights([Self.draft("carpenter", archive)], to: document, page: 1, by: "ada")
        try FileManager.default.moveItem(atPath: archive.root + "/a.pdf", toPath: archive.root + "/c.pdf")
        try await archive.update()
        #expect(try Self.marked(archive, "c.pdf") == ["carpenter"])
        try archive.remove("c.pdf")
        try await archive.update()
        let orphan = try #require(try archive.index.orphans().first)
        #expect(orphan.annotations == 1)
        try archive.index.drop(orphan.id, by: "ada")
        #expect(try archive.index.orphans().isEmpty)
        let file = try archive.database("user.sqlite")
        #expect(try await file.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM decision") } == 0)
        #expect(try await file.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM said_fts") } == 0)
    }

    @Test("10: what cannot be is refused, and nothing is changed")
    func impossibleHighlightsAreRefused() async throws {
        let (archive, document) = try await Self.archive()
        let impossible = [
            HighlightDraft(5..<5), HighlightDraft(0..<2001), HighlightDraft(100..<300), HighlightDraft(-3..<2),
            HighlightDraft(0..<3, label: ""), HighlightDraft(0..<3, label: "a\u{1B}b"),
            HighlightDraft(0..<3, label: String(repeating: "x", count: 201)), HighlightDraft(0..<3, color: "red"),
            HighlightDraft(0..<3, color: "#FFEE0"), HighlightDraft(0..<3, color: "#FFEE0g"),
            HighlightDraft(0..<3, color: "FFEE001"), HighlightDraft(0..<3, comment: " "),
            HighlightDraft(0..<3, comment: "a\u{0}"),
            HighlightDraft(0..<3, comment: String(repeating: "x", count: 10 << 20)),
        ]
        for draft in impossible {
            let error = #expect(throws: DocSearchError.self, "\(draft.range) \(draft.label ?? "") \(draft.color ?? "")")
            {
                try archive.index.addHighlights([HighlightDraft(0..<3), draft], to: document, page: 1, by: "ada")
            }
            #expect(error?.code == .usage)
        }
        #expect(try archive.index.changes().isEmpty)
    }

    @Test func pagesAndHighlightsThatAreNotThereAreNamed() async throws {
        let (archive, document) = try await Self.archive()
        let page = #expect(throws: DocSearchError.self) {
            try archive.index.addHighlights([HighlightDraft(0..<3)], to: document, page: 3, by: "ada")
        }
        #expect(page?.code == .notFound)
        #expect(page?.page == 3)
        for id in ["", "00", "x'"] {
            let missing = #expect(throws: DocSearchError.self) { try archive.index.removeHighlight(id, by: "ada") }
            #expect(missing?.code == .notFound)
        }
        try archive.index.addHighlights(
            (0..<20).map { HighlightDraft($0..<$0 + 1) }, to: document, page: 1, by: "ada")
        let first = try archive.index.highlights(of: document).map { $0.id.prefix(1) }
        let common = try #require(first.first { letter in first.count(where: { $0 == letter }) > 1 })
        let ambiguous = #expect(throws: DocSearchError.self) {
            try archive.index.removeHighlight(String(common), by: "ada")
        }
        #expect(ambiguous?.code == .ambiguous)
    }

    private static func birds() async throws -> TestArchive {
        let archive = try TestArchive()
        try archive.write(["the heron fishes below the weir", "the mill race is dry"], to: "a.pdf")
        try archive.write(["the plover nests in the reeds"], to: "b.pdf")
        try await archive.update()
        return archive
    }

    @Test func adriftHighlightsOfAllDocumentsAreListed() async throws {
        let archive = try await Self.birds()
        let (one, two) = (try archive.index.document("a.pdf"), try archive.index.document("b.pdf"))
        try archive.index.addHighlights([HighlightDraft(4..<9, label: "bird")], to: one, page: 1, by: "ada")
        try archive.index.addHighlights([HighlightDraft(4..<8)], to: one, page: 2, by: "ada")
        try archive.index.addHighlights([HighlightDraft(4..<10, label: "wader")], to: two, page: 1, by: "ada")
        try archive.index.hide([two], by: "ada")
        #expect(try archive.index.adriftHighlights().isEmpty)
        try archive.write(["nothing of the kind", "the mill race is dry"], to: "a.pdf")
        try archive.write(["entirely other words"], to: "b.pdf")
        try await archive.update()
        let adrift = try archive.index.adriftHighlights()
        #expect(adrift.map(\.document.path) == ["a.pdf", "b.pdf"], "hidden ones too")
        #expect(adrift.map(\.highlight.label) == ["bird", "wader"])
    }

    @Test func theSameWordsAreHighlightedInTheSameWayOnce() async throws {
        let archive = try await Self.birds()
        let document = try archive.index.document("a.pdf")
        func add(_ range: Range<Int>, _ label: String?, _ color: String? = nil, page: Int = 1) throws -> Highlight {
            let draft = HighlightDraft(range, label: label, color: color)
            return try archive.index.addHighlights([draft, draft], to: document, page: page, by: "ada")[1]
        }
        let first = try add(4..<9, "bird", "#00ff00")
        let changes = try archive.index.changes().count
        #expect(try add(4..<9, "bird", "#00FF00").id == first.id)
        #expect(try archive.index.changes().count == changes, "nothing was changed")
        #expect(try archive.index.highlights(of: document).count == 1)
        let others = [
            try add(4..<9, "wader", "#00ff00"), try add(4..<9, "bird"), try add(4..<8, "bird", "#00ff00"),
            try add(4..<9, "bird", "#00ff00", page: 2),
        ]
        #expect(Set(others.map(\.id) + [first.id]).count == 5)
        #expect(try archive.index.highlights(of: document).count == 5)
        // All of a page are replaced, the same ones included.
        let drafts = [HighlightDraft(4..<9), HighlightDraft(4..<9)]
        #expect(try archive.index.setHighlights(drafts, of: document, page: 1, by: "ada").count == 2)
        #expect(try archive.index.highlights(of: document, page: 1).count == 1)
    }

    @Test func highlightsStayWhenTheirPageIsRecognisedAgain() async throws {
        let archive = try TestArchive()
        try archive.write(SampleArchive.bytes(of: "letters/1931-water-board.zip"), to: "board.zip")
        try await archive.update { ($0.ocr, $0.languages) = (.auto, ["eng", "deu"]) }
        let board = try #require(try archive.index.search(SearchRequest("\"water board\" title:letter")).hits.first)
            .document
        let before = try archive.index.pages(of: board, page: 2)[0]
        let range = try #require(before.occurrences(of: "nine thousand gallons").first)
        try archive.index.addHighlights([HighlightDraft(range)], to: board, page: 2, by: "edith")
        try archive.index.correct(board, [.date: "1931-04-21"], by: "edith")
        var options = IndexingOptions.forTests
        (options.ocr, options.languages) = (.auto, ["deu"])
        _ = try await TestRun(archive.index.reread(board, pages: [2], options: options))
        let after = try archive.index.pages(of: board, page: 2)[0]
        #expect(after.origin == .ocr)
        #expect(after.text != before.text || after.confidence != before.confidence, "it was recognised anew")
        #expect(try archive.index.highlights(of: board).map { $0.anchor == nil } == [false])
        #expect(try archive.find("date:1931-04-21") == [board.path])
    }
}
