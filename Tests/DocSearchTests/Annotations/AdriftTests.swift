import DocSearchTestSupport
import Foundation
import Testing

@testable import DocSearch

/// What was said of pages, or of words on them, that are not there.
@Suite("What is adrift")
struct AdriftTests {
    private static func archive() async throws -> TestArchive {
        let archive = try TestArchive()
        try archive.write(["the heron fishes below the weir", "the mill race is dry"], to: "a.pdf")
        try archive.write(["the plover nests in the reeds"], to: "b.pdf")
        try await archive.update()
        return archive
    }

    private static func line(_ number: Int, page: Int, hash: String, path: String, root: String) -> String {
        """
        {"id":"00000000-0000-4000-8000-00000000000\(number)","kind":"note","page":\(page),"value":"Note \(number).",\
        "created":1,"modified":1,"author":"ada","subject":{"content_hash":"\(hash)","root_path":"\(root)",\
        "path":"\(path)","identifier":null,"title":"a"}}

        """
    }

    @Test func importsCountNameAndKeepWhatIsAdrift() async throws {
        let archive = try await Self.archive()
        let hash = try archive.index.document("a.pdf").contentHash
        let lines = [
            Self.line(1, page: 2, hash: hash, path: "a.pdf", root: archive.root),
            Self.line(2, page: 900, hash: hash, path: "elsewhere.pdf", root: "/other"),
            Self.line(3, page: 2, hash: "00", path: "b.pdf", root: archive.root),
            Self.line(4, page: 900, hash: "00", path: "unknown.pdf", root: archive.root),
            Self.line(5, page: 900, hash: "00", path: "b.pdf", root: "/other"),
        ]
        let text = "{\"docsearch\":\"decisions\",\"version\":1}\n" + lines.joined()
        let file = try archive.folder.write(text.utf8, to: "said")
        for isDryRun in [true, false] {
            var adrift: [AnnotationImportReport.Adrift] = []
            let handle = try #require(FileHandle(forReadingAtPath: file))
            let report = try archive.index.importAnnotations(
                from: handle, named: "said", isDryRun: isDryRun, by: "eve", onAdrift: { adrift.append($0) })
            #expect(report.added == 5)
            #expect(report.refused == 0)
            #expect(report.adrift == 2)
            #expect(adrift.map(\.line) == [3, 4])
            #expect(adrift.map(\.page) == [900, 2])
            #expect(adrift.map(\.pageCount) == [2, 1])
            #expect(adrift.map(\.path) == ["elsewhere.pdf", "b.pdf"])
        }
        let notes = try archive.index.annotations(of: archive.index.document("a.pdf"))
        #expect(notes.map(\.page).sorted() == [2, 900], "it is kept")
        // Nothing new is said by a second import.
        let handle = try #require(FileHandle(forReadingAtPath: file))
        let again = try archive.index.importAnnotations(from: handle, named: "said", by: "eve")
        #expect(again.adrift == 0)
    }

    @Test func adriftHighlightsOfAllDocumentsAreListed() async throws {
        let archive = try await Self.archive()
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
        let archive = try await Self.archive()
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

    @Test func hiddenDocumentsAreInNoSuggestionAndNoTagUnlessAskedFor() async throws {
        let archive = try await Self.archive()
        try archive.write(["the heronry of the herons", "the heron again"], to: "c.pdf")
        try await archive.update()
        let hidden = try archive.index.document("c.pdf")
        try archive.index.tag([hidden], adding: ["shy"], by: "ada")
        func words(_ includingHidden: Bool = false) throws -> [String: Int] {
            let found = try archive.index.suggestions(for: "heron", includingHidden: includingHidden)
            return Dictionary(uniqueKeysWithValues: found.map { ($0.text, $0.pages) })
        }
        let all = ["heron": 2, "heronry": 1, "herons": 1]
        #expect(try words() == all)
        try archive.index.hide([hidden], by: "ada")
        #expect(try words() == ["heron": 1])
        #expect(try words(true) == all)
        #expect(try archive.index.suggestions(for: "heron", limit: 1).map(\.text) == ["heron"])
        #expect(try archive.index.suggestions(for: "heronr").isEmpty)
        #expect(try archive.index.tags().isEmpty)
        #expect(try archive.index.tags(includingHidden: true).map(\.tag) == ["shy"])
    }
}
