import DocSearch
import Foundation
import Testing

@Suite("What people say of documents")
struct AnnotatingTests {
    private static func archive() async throws -> TestArchive {
        let archive = try TestArchive()
        try archive.write(
            [TestDocument("a", pages: ["heron on the weir"], title: "Scan 417", tags: ["draft", "river"])], to: "a.zip")
        try archive.write(["heron in the reeds"], to: "b.pdf")
        try await archive.update()
        return archive
    }

    // MARK: - Tags

    @Test func tagsAreFoundAndShownAtOnce() async throws {
        let archive = try await Self.archive()
        let document = try archive.index.document("b.pdf")
        #expect(try archive.index.tag([document], adding: ["street lamps", "council"], by: "ada") == 1)
        #expect(try archive.find("tag:lamps") == ["b.pdf"])
        #expect(try archive.find("council") == ["b.pdf"])
        #expect(try archive.find("tag:=council") == ["b.pdf"])
        #expect(try archive.find("tag:counc*") == ["b.pdf"])
        let shown = try archive.index.document("b.pdf")
        #expect(shown.tags == ["street lamps", "council"])
        #expect(shown.addedTags == shown.tags)
        #expect(try archive.index.tag([document], adding: ["council"], by: "ada") == 0, "it is there already")
    }

    @Test func tagsAreAskedForAsTheyAreShown() async throws {
        let archive = try await Self.archive()
        let tags = ["street lamps", "C++", "a  b", "!", "1931-33", "-draft", "x:y", "(old)", "*", "Käse", "50 %"]
        for tag in tags {
            try archive.index.tag([archive.index.document("b.pdf")], adding: [tag], by: "ada")
            try archive.index.tag([archive.index.document("a.zip!/a.pdf")], adding: [tag + "x", "x" + tag], by: "ada")
            var request = SearchRequest("heron")
            request.countsFacets = true
            let facets = try #require(try archive.index.search(request).facets)
            #expect(facets.tags.contains { $0.name == tag && $0.documents == 1 }, "\(tag)")
            #expect(try archive.find("tag:=\"\(tag)\"") == ["b.pdf"])
            #expect(try archive.find("heron -tag:=\"\(tag)\"") == ["a.zip!/a.pdf"])
            for _ in 0..<2 { try archive.index.undo(by: "ada") }
        }
    }

    @Test func hitsSayWhereTheWordsAre() async throws {
        let archive = try await Self.archive()
        let document = try archive.index.document("b.pdf")
        try archive.index.tag([document], adding: ["sluice gates", "weir"], by: "ada")
        try archive.index.correct(document, [.title: "Repairs", .authors: "Wells\nMoor"], by: "ada")
        _ = try archive.index.addNote("The sluice was repaired.", to: document, by: "ada")
        func fields(_ query: String) throws -> [String] {
            try archive.index.search(SearchRequest(query)).hits.flatMap(\.fields).map { hit in
                let scalars = Array(hit.text.unicodeScalars)
                let marked = hit.marks.map { String(String.UnicodeScalarView(scalars[$0])) }
                return "\(hit.field): \(marked.joined(separator: "|"))"
            }
        }
        #expect(try fields("sluice") == ["tag: sluice", "note: sluice"])
        #expect(try fields("repair") == ["title: Repairs", "note: repaired"])
        #expect(try fields("note:repair") == ["note: repaired"])
        #expect(try fields("author:moor") == ["author: Moor"])
        #expect(try fields("reeds").isEmpty)
    }

    @Test func documentsWithNotesAreToldApart() async throws {
        let archive = try await Self.archive()
        #expect(try archive.find("has:note").isEmpty)
        _ = try archive.index.addNote("x", to: archive.index.document("b.pdf"), by: "ada")
        #expect(try archive.find("has:note") == ["b.pdf"])
        try archive.index.tag([archive.index.document("b.pdf")], adding: ["x"], by: "ada")
        #expect(try archive.find("has:tags").count == 2)
        #expect(try archive.find("-has:tags").isEmpty)
    }

    @Test func tagsOfTheMetadataCanBeTakenAwayAndGivenBack() async throws {
        let archive = try await Self.archive()
        let document = try archive.index.document("a.zip!/a.pdf")
        try archive.index.tag([document], removing: ["draft"], by: "ada")
        let without = try archive.index.document("a.zip!/a.pdf")
        #expect(without.tags == ["river"])
        #expect(without.addedTags.isEmpty)
        #expect(try archive.index.tags().map(\.tag) == ["river"])
        #expect(try archive.find("tag:draft").isEmpty)
        #expect(try archive.find("tag:river") == ["a.zip!/a.pdf"])
        #expect(try archive.find("-tag:draft") == ["a.zip!/a.pdf", "b.pdf"])
        try archive.index.tag([without], adding: ["draft"], by: "ada")
        #expect(try archive.index.document("a.zip!/a.pdf").tags == ["draft", "river"])
        #expect(try archive.index.tags().map(\.added) == [0, 0])
    }

    @Test func tagsAreRenamedAndMerged() async throws {
        let archive = try await Self.archive()
        let documents = try archive.index.documents(answering: "heron")
        try archive.index.tag(documents, adding: ["counsil"], by: "ada")
        try archive.index.tag([documents[0]], adding: ["council"], by: "ada")
        #expect(try archive.index.renameTag("counsil", to: "council", by: "ada") == 2)
        #expect(try archive.index.tags().filter { $0.added > 0 }.map(\.tag) == ["council"])
        #expect(try archive.index.renameTag("river", to: "stream", by: "ada") == 1)
        #expect(try archive.index.document("a.zip!/a.pdf").tags.contains("stream"))
        #expect(throws: DocSearchError.self) { try archive.index.renameTag("none", to: "x", by: "ada") }
        #expect(throws: DocSearchError.self) { try archive.index.renameTag("council", to: "council", by: "ada") }
        #expect(throws: DocSearchError.self) {
            try archive.index.tag(documents, adding: ["x"], removing: ["x"], by: "ada")
        }
    }

    @Test func aTagThatALaterChangeCountsOnIsNotUndone() async throws {
        let archive = try await Self.archive()
        let documents = try archive.index.documents(answering: "heron")
        try archive.index.tag([documents[0]], adding: ["council"], by: "ada")
        let first = try #require(archive.index.changes().first)
        try archive.index.tag([documents[0]], adding: ["counsil"], by: "ada")
        #expect(try archive.index.renameTag("counsil", to: "council", by: "ada") == 1)
        let renaming = try #require(archive.index.changes().first)
        #expect(throws: DocSearchError.self) { try archive.index.undo(first.id, by: "ada") }
        #expect(try archive.index.tags().filter { $0.added > 0 }.map(\.tag) == ["council"])
        try archive.index.undo(renaming.id, by: "ada")
        try archive.index.undo(first.id, by: "ada")
        #expect(try archive.index.tags().filter { $0.added > 0 }.map(\.tag) == ["counsil"])
    }

    @Test func impossibleTagsAreRefused() async throws {
        let archive = try await Self.archive()
        let document = try archive.index.document("b.pdf")
        for tag in ["", "  ", "a\u{1B}[31m", "a\nb", String(repeating: "x", count: 201)] {
            let error = #expect(throws: DocSearchError.self, "\(tag)") {
                try archive.index.tag([document], adding: ["good", tag], by: "ada")
            }
            #expect(error?.code == .usage)
        }
        #expect(try archive.index.changes().isEmpty, "nothing was changed")
    }

    // MARK: - Corrections

    @Test func correctionsAreShownSearchedAndSortedBy() async throws {
        let archive = try await Self.archive()
        let document = try archive.index.document("a.zip!/a.pdf")
        #expect(
            try archive.index.correct(
                document, [.title: "Drainage report", .date: "1931-03", .authors: "Wells\nMoor", .language: "en"],
                by: "ada"))
        let shown = try archive.index.document("a.zip!/a.pdf")
        #expect(shown.title == "Drainage report")
        #expect(shown.authors == ["Wells", "Moor"])
        #expect(shown.date?.description == "1931-03")
        #expect(shown.dateOrigin == .person)
        #expect(shown.language == "en")
        #expect(shown.corrected == [.title: "Scan 417", .date: "", .authors: "", .language: ""])
        for query in ["drainage", "title:drainage", "author:moor", "date:1931", "lang:en", "has:date"] {
            #expect(try archive.find(query) == ["a.zip!/a.pdf"], "\(query)")
        }
        try archive.index.correct(archive.index.document("b.pdf"), [.title: "Aviary"], by: "ada")
        #expect(try archive.find("heron") { $0.sort = .title } == ["b.pdf", "a.zip!/a.pdf"])
        var request = SearchRequest("heron")
        request.countsFacets = true
        let facets = try #require(try archive.index.search(request).facets)
        #expect(facets.authors.map(\.name).sorted() == ["Moor", "Wells"])
        #expect(facets.years.map(\.name) == ["1931"])
        try archive.index.correct(document, [.title: nil, .date: nil, .authors: nil, .language: nil], by: "ada")
        #expect(try archive.index.document("a.zip!/a.pdf").corrected.isEmpty)
        #expect(try archive.find("drainage").isEmpty)
    }

    @Test func aDateIsCorrectedInTheFormsThatPeopleType() async throws {
        let archive = try await Self.archive()
        let forms = [
            ("22 April 1931", "1931-04-22"), ("1931", "1931"), ("22.4.1931", "1931-04-22"), ("avril 1931", "1931-04"),
            ("22/4/1931", "1931-04-22"), ("1930", "1930"), ("22. April 1931", "1931-04-22"),
        ]
        for (typed, date) in forms {
            try archive.index.correct(archive.index.document("b.pdf"), [.date: typed], by: "ada")
            #expect(try archive.index.document("b.pdf").date?.description == date)
            #expect(try archive.find("date:\(date)") == ["b.pdf"])
        }
    }

    @Test func aDateOfWhichTheMonthIsInDoubtIsAskedFor() async throws {
        let archive = try await Self.archive()
        let error = #expect(throws: DocSearchError.self) {
            try archive.index.correct(archive.index.document("b.pdf"), [.date: "3/4/2001"], by: "ada")
        }
        #expect(error?.message.contains("write it as 2001-04-03 or 2001-03-04") == true)
        #expect(try archive.index.changes().isEmpty)
    }

    @Test func impossibleCorrectionsAreRefused() async throws {
        let archive = try await Self.archive()
        let document = try archive.index.document("b.pdf")
        let impossible: [(Annotation.Kind, String)] = [
            (.date, "1931-13"), (.date, "31.2.1931"), (.date, "soon"), (.language, "e"), (.language, "germna"),
            (.title, "\u{7}"), (.title, ""),
        ]
        for (kind, value) in impossible {
            let error = #expect(throws: DocSearchError.self, "\(value)") {
                try archive.index.correct(document, [kind: value], by: "ada")
            }
            #expect(error?.code == .usage)
        }
    }

    // MARK: - Notes

    @Test func notesAreFoundByTheirWords() async throws {
        let archive = try await Self.archive()
        let document = try archive.index.document("b.pdf")
        let note = try archive.index.addNote("The sluice was repaired twice.", to: document, page: 1, by: "ada")
        #expect(try archive.find("sluice") == ["b.pdf"])
        #expect(try archive.find("note:repair") == ["b.pdf"])
        #expect(try archive.find("heron sluice") { $0.match = .all } == ["b.pdf"])
        #expect(try archive.find("title:sluice").isEmpty)
        #expect(try archive.index.annotations(of: document).map(\.value) == ["The sluice was repaired twice."])
        try archive.index.changeNote(String(note.id.prefix(6)), to: "The lock was repaired.", by: "ada")
        #expect(try archive.find("sluice").isEmpty)
        #expect(try archive.find("note:lock") == ["b.pdf"])
        try archive.index.changeNote(note.id, to: nil, by: "ada")
        #expect(try archive.find("note:lock").isEmpty)
        #expect(throws: DocSearchError.self) { try archive.index.changeNote(note.id, to: "x", by: "ada") }
    }

    @Test func notesOfImpossiblePagesAndSizesAreRefused() async throws {
        let archive = try await Self.archive()
        let document = try archive.index.document("b.pdf")
        let missing = #expect(throws: DocSearchError.self) {
            _ = try archive.index.addNote("x", to: document, page: 2, by: "ada")
        }
        #expect(missing?.code == .notFound)
        #expect(missing?.page == 2)
        let long = String(repeating: "x", count: 10 << 20)
        let tooLong = #expect(throws: DocSearchError.self) {
            _ = try archive.index.addNote(long, to: document, by: "ada")
        }
        #expect(tooLong?.code == .usage)
    }

    @Test func annotationsOnADocumentThatHasGoneMeanwhileAreRefused() async throws {
        let archive = try await Self.archive()
        let document = try archive.index.document("b.pdf")
        try archive.remove("b.pdf")
        try await archive.update()
        let error = #expect(throws: DocSearchError.self) {
            try archive.index.addNote("Too late.", to: document, by: "ada")
        }
        #expect(error?.code == .notFound)
        #expect(try archive.index.changes().isEmpty)
    }

    // MARK: - Hiding

    @Test func hiddenDocumentsAreFoundOnlyWhenTheyAreAskedFor() async throws {
        let archive = try await Self.archive()
        let document = try archive.index.document("b.pdf")
        #expect(try archive.index.hide([document], by: "ada") == 1)
        #expect(try archive.find("heron") == ["a.zip!/a.pdf"])
        #expect(try archive.index.search(SearchRequest("heron")).total == 1)
        #expect(try archive.find("heron") { $0.showsHidden = true }.count == 2)
        #expect(try archive.index.document("b.pdf").isHidden)
        #expect(try archive.index.hide([document], false, by: "ada") == 1)
        #expect(try archive.find("heron").count == 2)
    }

    // MARK: - The journal

    @Test func changesAreUndoneFromTheLastOn() async throws {
        let archive = try await Self.archive()
        let document = try archive.index.document("b.pdf")
        try archive.index.tag([document], adding: ["one"], by: "ada")
        try archive.index.correct(document, [.title: "First"], by: "bob")
        try archive.index.correct(document, [.title: "Second"], by: "ada")
        let blocked = #expect(throws: DocSearchError.self) { try archive.index.undo(2, by: "ada") }
        #expect(blocked?.code == .failed, "a later change is in the way")
        #expect(throws: DocSearchError.self) { try archive.index.undo(by: "ada\u{1B}[31m") }
        #expect(try archive.index.undo(by: "ada").id == 3)
        #expect(try archive.index.document("b.pdf").title == "First")
        #expect(try archive.index.undo(by: "ada").id == 2)
        #expect(try archive.index.document("b.pdf").corrected.isEmpty)
        #expect(try archive.index.undo(by: "ada").id == 1)
        #expect(try archive.index.document("b.pdf").tags.isEmpty)
        #expect(throws: DocSearchError.self) { try archive.index.undo(by: "ada") }
        let journal = try archive.index.changes()
        #expect(journal.map(\.author) == ["ada", "ada", "ada", "ada", "bob", "ada"])
        #expect(journal.filter(\.isUndone).map(\.id) == [3, 2, 1])
        try archive.index.undo(6, by: "ada")
        #expect(try archive.index.document("b.pdf").tags == ["one"])
        #expect(try archive.index.changes().filter(\.isUndone).map(\.id) == [6, 3, 2])
        try archive.index.undo(1, by: "ada")
        #expect(try archive.index.document("b.pdf").tags.isEmpty)
    }

    // MARK: - Questions

    @Test func savedQuestionsShowOnlyWhatIsNew() async throws {
        let archive = try await Self.archive()
        try archive.index.saveQuestion("birds", "heron", by: "ada")
        var request = SearchRequest("heron")
        request.newTo = "birds"
        request.limit = 1
        let first = try archive.index.search(request)
        #expect(first.total == 2)
        try archive.index.noteShown(first.hits, of: "birds")
        let second = try archive.index.search(request)
        #expect(second.total == 1)
        #expect(second.hits.first?.document.path != first.hits.first?.document.path)
        try archive.index.noteShown(second.hits, of: "birds")
        #expect(try archive.index.search(request).hits.isEmpty)
        try archive.write(["another heron"], to: "c.pdf")
        try FileManager.default.moveItem(atPath: archive.root + "/b.pdf", toPath: archive.root + "/d.pdf")
        try await archive.update()
        #expect(try archive.index.search(request).hits.map(\.document.path) == ["c.pdf"], "what was moved is not new")
        request.newTo = "others"
        #expect(try archive.index.search(request).total == 3)
    }

    @Test func anotherSavedQuestionOfTheSameNameHasShownNothing() async throws {
        let archive = try await Self.archive()
        try archive.index.saveQuestion("birds", "heron", by: "ada")
        var request = SearchRequest("heron")
        request.newTo = "birds"
        try archive.index.noteShown(archive.index.search(request).hits, of: "birds")
        try archive.index.saveQuestion("birds", "heron", by: "ada")
        #expect(try archive.index.search(request).total == 0, "it is the same")
        try archive.index.saveQuestion("birds", "heron OR reeds", by: "ada")
        #expect(try archive.index.search(request).total == 2)
        try archive.index.noteShown(archive.index.search(request).hits, of: "birds")
        try archive.index.saveQuestion("birds", nil, by: "ada")
        #expect(try archive.index.search(request).total == 2)
    }

    @Test func savedQuestionsHaveNames() async throws {
        let archive = try await Self.archive()
        try archive.index.saveQuestion("birds", "heron -reeds", by: "ada")
        try archive.index.saveQuestion("birds", "heron", by: "ada")
        #expect(try archive.index.savedQuestions() == [SavedQuestion(name: "birds", query: "heron")])
        try archive.index.saveQuestion("birds", nil, by: "ada")
        #expect(try archive.index.savedQuestions().isEmpty)
        for name in ["", "a b", "x/y", String(repeating: "x", count: 101)] {
            #expect(throws: DocSearchError.self) { try archive.index.saveQuestion(name, "heron", by: "ada") }
        }
    }

    @Test func hiddenDocumentsAreInNoSuggestionAndNoTagUnlessAskedFor() async throws {
        let archive = try TestArchive()
        try archive.write(["the heron fishes below the weir"], to: "a.pdf")
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
