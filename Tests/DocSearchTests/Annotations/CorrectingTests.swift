import DocSearchTestSupport
import Foundation
import Testing

@testable import DocSearch

/// What people correct in the text of pages, and what becomes of it.
@Suite("Corrections of texts")
struct CorrectingTests {
    private static let page =
        "The water Boarcl met on Tuesday. The sluice at Alder Weir was repaired in May by H. Dunnock, carpenter."

    private static func archive() async throws -> TestArchive {
        let archive = try TestArchive()
        try archive.write([page, "A second page about the Boarcl and the mill."], to: "a.pdf")
        try archive.write(["A heron."], to: "b.pdf")
        try await archive.update()
        return archive
    }

    private static func document(_ archive: TestArchive, _ path: String = "a.pdf") throws -> ArchiveDocument {
        try archive.index.document(DocumentReference(path))
    }

    @discardableResult
    private static func correct(
        _ archive: TestArchive, _ wrong: String, _ right: String, page: Int = 1, by author: String = "ada"
    ) throws -> Int {
        let document = try document(archive)
        let shown = try archive.index.pageToCorrect(page, of: document)
        return try archive.index.correct(
            shown, of: document, to: shown.text.replacing(wrong, with: right), by: author)
    }

    private static func words(_ archive: TestArchive, _ path: String = "a.pdf", page: Int = 1) throws -> String {
        let text = try archive.index.pages(of: document(archive, path), page: page)[0].text
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func states(_ archive: TestArchive, _ path: String = "a.pdf") throws
        -> [TextCorrection.State]
    {
        try archive.index.corrections(of: document(archive, path)).map(\.state)
    }

    @Test func correctedWordIsFoundAtOnceAndTheMisreadOneNoLonger() async throws {
        let archive = try await Self.archive()
        #expect(try Self.correct(archive, "Boarcl", "Board") == 1)
        #expect(try archive.find("\"water board\"") == ["a.pdf"])
        #expect(try archive.find("\"water boarcl\"").isEmpty)
        let snippet = try archive.index.search(SearchRequest("board")).hits.first?.pages.first?.snippet
        #expect(snippet?.contains("water Board met") == true)
        let page = try archive.index.pages(of: Self.document(archive), page: 1)[0]
        #expect(page.originalText?.contains("Boarcl") == true)
        let found = try archive.index.corrections(of: Self.document(archive))
        #expect(found.map(\.quote.exact) == ["Boarcl"])
        #expect(found.map(\.text) == ["Board"])
        #expect(found.map(\.author) == ["ada"])
        #expect(found.map(\.isSearched) == [true])
        #expect(try archive.index.pages(of: Self.document(archive), page: 2)[0].originalText == nil)
    }

    @Test func correctionsStayOverRunsRereadingMovesAndARebuild() async throws {
        let archive = try await Self.archive()
        try Self.correct(archive, "Boarcl", "Board")
        func expectCorrected(_ path: String, _ comment: Comment) throws {
            #expect(try archive.find("\"water board\"") == [path], comment)
            #expect(try Self.states(archive, path) == [.applied], comment)
        }
        try await archive.update()
        try expectCorrected("a.pdf", "another run")
        try await archive.update { $0.full = true }
        try expectCorrected("a.pdf", "a full run")
        try await archive.reread("a.pdf")
        try expectCorrected("a.pdf", "read again")
        try archive.move("a.pdf", to: "deep/z.pdf")
        try await archive.update()
        try expectCorrected("deep/z.pdf", "moved")
        archive.removeIndexFile()
        try await archive.update()
        try expectCorrected("deep/z.pdf", "an index that is made again")
        try archive.index.reset()
        try await archive.update([])
        try expectCorrected("deep/z.pdf", "texts that are read again")
        try archive.remove("deep/z.pdf")
        try await archive.update { $0.pruneLimit = 1 }
        try archive.write([Self.page, "A second page about the Boarcl and the mill."], to: "back.pdf")
        try await archive.update()
        try expectCorrected("back.pdf", "gone for a run")
    }

    @Test(arguments: [
        ("Boarcl", "Boarci", TextCorrection.State.applied, "Board"), ("Boarcl", "Board", .read, "Board"),
        ("Boarcl", "heron", .adrift, "heron"),
        ("The water Boarcl met", "Item 4: the water Boarcl met", .applied, "Board"),
    ])
    func correctionIsFoundAgainInABetterScan(
        old: String, new: String, state: TextCorrection.State, word: String
    ) async throws {
        let archive = try await Self.archive()
        try Self.correct(archive, "Boarcl", "Board")
        try archive.write([Self.page.replacing(old, with: new), "Another second page."], to: "a.pdf")
        try await archive.update()
        #expect(try Self.states(archive) == [state])
        #expect(try Self.words(archive).contains(word))
        #expect(try archive.index.adriftCorrections().count == (state == .adrift ? 1 : 0))
        guard state == .adrift else { return }
        try archive.write([Self.page, "Another second page."], to: "a.pdf")
        try await archive.update()
        #expect(try archive.find("\"water board\"") == ["a.pdf"], "its words are back")
    }

    /// Pages with few words around the misread one.
    @Test(arguments: [
        ("Alder Boarcl", "The great Boarcl of this county"), ("Boarcl minutes", "Boarcl and mill at Alder Weir"),
        ("brother carpenter flour question Boarcl third", "Friday lower carpenter lawyer Monday Boarcl horse church"),
    ])
    func correctionIsAdriftOnAnotherPaper(old: String, new: String) async throws {
        let archive = try await Self.archive()
        for (text, state, word) in [(old, TextCorrection.State.applied, "Board"), (new, .adrift, "Boarcl")] {
            try archive.write([text], to: "a.pdf")
            try await archive.update()
            if state == .applied { try Self.correct(archive, "Boarcl", "Board") }
            #expect(try Self.states(archive) == [state])
            #expect(try Self.words(archive).contains(word))
        }
    }

    @Test func correctionsAreUndoneAndRemoved() async throws {
        let archive = try await Self.archive()
        try Self.correct(archive, "Boarcl", "Board")
        try archive.index.undo(by: "ada")
        #expect(try archive.find("\"water board\"").isEmpty)
        #expect(try archive.find("\"water boarcl\"") == ["a.pdf"])
        #expect(try archive.index.corrections(of: Self.document(archive)).isEmpty)
        #expect(try archive.index.pages(of: Self.document(archive), page: 1)[0].originalText == nil)
        try archive.index.undo(archive.index.changes()[0].id, by: "ada")
        #expect(try archive.find("\"water board\"") == ["a.pdf"], "undoing is undone")
        let id = try #require(try archive.index.corrections(of: Self.document(archive)).first?.id)
        try archive.index.removeCorrection(String(id.prefix(8)), by: "bob")
        #expect(try archive.find("\"water board\"").isEmpty)
        #expect(throws: DocSearchError.self) { try archive.index.removeCorrection(id, by: "bob") }
    }

    @Test func correctionsAreExportedAndImported() async throws {
        let archive = try await Self.archive()
        try Self.correct(archive, "Boarcl", "Board")
        var text = ""
        try archive.index.exportAnnotations { text += $0 }
        #expect(text.contains(#""kind":"correction","page":1"#))
        let other = try await Self.archive()
        let file = try other.folder.write(text.utf8, to: "said.jsonl")
        let handle = try #require(FileHandle(forReadingAtPath: file))
        let report = try other.index.importAnnotations(from: handle, named: "said.jsonl", by: "eve")
        #expect(report.added == 1)
        #expect(try other.find("\"water board\"") == ["a.pdf"])
        try other.index.undo(by: "eve")
        #expect(try other.find("\"water board\"").isEmpty)
        var refusals: [String] = []
        let hostile = text.replacing(#"\"text\":\"Board\""#, with: #"\"text\":\"\\u001B[31m\""#)
        let bad = try other.folder.write(hostile.utf8, to: "bad.jsonl")
        _ = try other.index.importAnnotations(
            from: #require(FileHandle(forReadingAtPath: bad)), named: "bad.jsonl", by: "eve"
        ) { refusals.append($0.reason) }
        #expect(refusals == ["The corrected text has control characters"])
    }

    @Test func twoPeopleWhoDifferAreShownAndTheLaterCounts() async throws {
        let archive = try await Self.archive()
        try Self.correct(archive, "Boarcl", "Board", by: "ada")
        try Self.correct(archive, "Tuesday", "Thursday", by: "ada")
        try Self.correct(archive, "Board", "Bard", by: "bob")
        #expect(try Self.words(archive).hasPrefix("The water Bard met on Thursday."))
        let found = try archive.index.corrections(of: Self.document(archive))
        #expect(found.map(\.text) == ["Board", "Bard", "Thursday."])
        #expect(found.map(\.state) == [.replaced, .applied, .applied])
        #expect(found.map(\.isContested) == [true, true, false])
        try Self.correct(archive, "Bard", "Boarcl", by: "bob")
        #expect(try Self.words(archive).hasPrefix("The water Boarcl met on Thursday."), "as it was read")
        #expect(try archive.index.corrections(of: Self.document(archive)).map(\.isContested) == [true, true, false])
        try Self.correct(archive, "Boarcl", "Board", by: "ada")
        #expect(try Self.words(archive).hasPrefix("The water Board met on Thursday."))
    }

    @Test func twoPeopleStillDifferWhenThePageReadsAsOneOfThemSaid() async throws {
        let archive = try await Self.archive()
        try Self.correct(archive, "Boarcl", "Board", by: "ada")
        try Self.correct(archive, "Board", "Bard", by: "bob")
        try archive.write([Self.page.replacing("Boarcl", with: "Board"), "A second page."], to: "a.pdf")
        try await archive.update()
        let found = try archive.index.corrections(of: Self.document(archive))
        #expect(found.map(\.state) == [.read, .applied])
        #expect(found.map(\.isContested) == [true, true])
    }

    @Test func copyOfADocumentKeepsItsOwnText() async throws {
        let archive = try TestArchive()
        try archive.write([Self.page], to: "a.pdf")
        try archive.write([Self.page], to: "copy.pdf")
        try await archive.update()
        try Self.correct(archive, "Boarcl", "Board")
        try await archive.update { $0.full = true }
        #expect(try Self.words(archive).contains("Board "))
        #expect(try Self.words(archive, "copy.pdf").contains("Boarcl"))
    }

    @Test func whatIsClosedTellsAVisitorNothing() async throws {
        let archive = try await Self.archive()
        try Self.correct(archive, "Boarcl", "Zeppelin")
        #expect(try archive.find("zeppelin") == ["a.pdf"])
        for query in ["zeppelin", "zeppelni", "zepp*", "\"water zeppelin\"", "~zeppelim"] {
            var request = SearchRequest(query)
            request.access = "-path:a.pdf"
            let results = try archive.index.search(request)
            #expect(results.hits.isEmpty, "\(query)")
            #expect(results.suggestion == nil, "\(query)")
        }
    }

    @Test func textThatHasChangedSinceIsNotOverwritten() async throws {
        let archive = try await Self.archive()
        let document = try Self.document(archive)
        let shown = try archive.index.pageToCorrect(1, of: document)
        try Self.correct(archive, "Tuesday", "Thursday", by: "bob")
        #expect {
            try archive.index.correct(shown, of: document, to: "The water Board met.", by: "ada")
        } throws: {
            ($0 as? DocSearchError)?.message.contains("another text by now") == true
        }
    }

    @Test func sameWordIsOfferedElsewhereAndCorrectedEverywhere() async throws {
        let archive = try await Self.archive()
        let document = try Self.document(archive)
        try Self.correct(archive, "Boarcl", "Board")
        #expect(
            try archive.index.correctionOffers(of: document) == [
                CorrectionOffer(word: "Boarcl", text: "Board", pages: [2: 1])
            ])
        #expect(try archive.index.correct(word: "Boarcl", to: "Board", in: document, by: "ada") == [2: 1])
        #expect(try Self.words(archive, page: 2) == "A second page about the Board and the mill.")
        #expect(try archive.index.correctionOffers(of: document).isEmpty)
        #expect(try archive.index.changes().first?.action.hasPrefix("correct Boarcl") == true)
    }

    @Test func wordsThatAPersonChoseAreOfferedElsewhereWhenTheyAreChosenTwice() async throws {
        let archive = try TestArchive()
        let line = "The sluice at Alder was repaired on Tuesday."
        try archive.write([line, line, "And " + line, "Then " + line], to: "a.pdf")
        try await archive.update()
        let document = try Self.document(archive)
        try Self.correct(archive, "sluice", "weir")
        #expect(try archive.index.correctionOffers(of: document).isEmpty)
        let others = try archive.index.places(ofWord: "sluice", in: document)
        #expect(others == [2: 1, 3: 1, 4: 1], "asked for, it is told")
        try Self.correct(archive, "sluice", "weir", page: 2)
        try Self.correct(archive, "Alder", "Alders", page: 2)
        try Self.correct(archive, "Tuesday", "tuesday", page: 2)
        #expect(
            try archive.index.correctionOffers(of: document) == [
                CorrectionOffer(word: "sluice", text: "weir", pages: [3: 1, 4: 1])
            ])
    }

    @Test(arguments: [
        ("the Boarcl, and Boarcl.", "Boarcl", [4..<10, 16..<22]), ("Boarclet overBoarcl Boar-\ncl", "Boarcl", []),
        ("the Water\n  Boarcl", "Water Boarcl", [4..<18]), ("boarcl", "Boarcl", []), ("tbe", "tbe", [0..<3]),
        ("no no no no", "no no", [0..<5, 6..<11]), ("1.50 and 11.50", "1.50", [0..<4]),
        ("a - b -", "-", [2..<3, 6..<7]),
        ("東京水局長", "水局", [2..<4]), ("", "tbe", []), ("tbe", " ", []),
    ])
    func wordsAreFoundAsTheyAreWritten(text: String, word: String, places: [Range<Int>]) {
        #expect(WordSearch([word]).places(in: text) == [places])
        #expect(WordSearch(["and", word, word]).places(in: text).suffix(2) == [places, places])
    }

    /// Each row is the same, so a row by itself could be any of them.
    @Test func correctionInOneOfManySameRowsMovesWithWhatIsBeforeIt() async throws {
        let archive = try TestArchive()
        let row = "Received of Mr Smith of Alder for the rent of his lower meadow by the weir 81 pounds"
        let rows = Array(repeating: row, count: 5).joined(separator: "\n")
        try archive.write(["The Ledgcr of the council " + rows], to: "a.pdf")
        try await archive.update()
        try Self.correct(archive, "Ledgcr", "Ledger")
        let document = try Self.document(archive)
        let shown = try archive.index.pageToCorrect(1, of: document)
        var words = shown.text.split(whereSeparator: \.isWhitespace).map(String.init)
        let third = words.indices.filter { words[$0] == "81" }[2]
        words[third] = "87"
        try archive.index.correct(shown, of: document, to: words.joined(separator: " "), by: "ada")
        try archive.write(["Copied for the record office. The Ledgcr of the council " + rows], to: "a.pdf")
        try await archive.update()
        #expect(try Self.states(archive) == [.applied, .applied])
        let numbers = try Self.words(archive).split(separator: " ").filter { $0 == "81" || $0 == "87" }
        #expect(numbers == ["81", "81", "87", "81", "81"])
    }

    @Test func correctionIsFoundWhilePagesAreReadAgain() async throws {
        let archive = try TestArchive()
        try archive.write(PDFWriter(try (1...2).map { _ in try DrawnScan.page() }).bytes, to: "b.pdf")
        try archive.write([Self.page], to: "a.pdf")
        try await archive.update()
        let scan = try Self.document(archive, "b.pdf")
        var isFound: [Bool] = []
        for try await event in archive.index.reread(scan, options: .forTests) {
            guard case .recognized(_, 1) = event else { continue }
            try Self.correct(archive, "Boarcl", "Board")
            isFound.append(try archive.find("\"water board\"") == ["a.pdf"])
        }
        #expect(isFound == [true])
        #expect(try archive.index.waitingCorrections() == 0)
    }

    @Test func aForgottenDocumentLeavesNoCorrection() async throws {
        let archive = try await Self.archive()
        try Self.correct(archive, "Boarcl", "Zeppelin")
        try archive.remove("a.pdf")
        try archive.index.forget([Self.document(archive)])
        for name in try FileManager.default.contentsOfDirectory(atPath: archive.indexPath) {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: archive.indexPath + "/" + name))
            #expect(bytes.range(of: Data("Zeppelin".utf8)) == nil, "\(name)")
        }
    }

    // MARK: - Recognised words

    @Test func correctedWordsHaveTheBoxesOfWhatTheyReplace() async throws {
        let archive = try TestArchive()
        try archive.write(PDFWriter([try DrawnScan.page()]).bytes, to: "a.pdf")
        try await archive.update { $0.ocr = .auto }
        let before = try archive.index.pages(of: Self.document(archive), page: 1)[0]
        try #require(before.text.contains("counted nine herons"))
        try Self.correct(archive, "nine herons", "the nine grey-herons")
        try Self.correct(archive, "water rose", "waterrose")
        let after = try archive.index.pages(of: Self.document(archive), page: 1)[0]
        func word(_ text: String, _ page: PageText) throws -> PageText.Word {
            try #require(page.words.first { $0.text == text }, "\(text)")
        }
        let (herons, grey) = (try word("herons", before), try word("grey-herons", after))
        #expect(grey.isCorrected && grey.confidence == 1 && grey.box == herons.box)
        #expect(try word("nine", after) == word("nine", before))
        let (counted, nine) = (try word("counted", after), try word("nine", after))
        let added = try #require(after.words.first { $0.text == "the" && $0.isCorrected })
        #expect(added.box[0] >= counted.box[0] + counted.box[2] - 0.01)
        #expect(added.box[0] + added.box[2] <= nine.box[0] + 0.01)
        let joined = try word("waterrose", after)
        let (water, rose) = (try word("water", before), try word("rose", before))
        #expect(joined.box[0] == water.box[0])
        #expect(abs(joined.box[0] + joined.box[2] - rose.box[0] - rose.box[2]) < 0.02)
        let marked = try archive.index.matches(of: "grey-herons", in: after)
        #expect(marked.matches.first?.boxes.isEmpty == false)
        let export = PageExport(after, title: "a", imageName: "a.pdf")
        #expect(export.alto().contains("CONTENT=\"grey-herons\""))
        #expect(export.alto().contains(" WC=\"1.0\" CS=\"true\"/>"))
        #expect(export.hocr().contains("x_wconf 100\">grey-herons</span>"))
    }

    @Test func scanThatIsTouchedKeepsItsCorrectionsAndIsNotRecognisedAgain() async throws {
        let archive = try TestArchive()
        let bytes = PDFWriter([try DrawnScan.page()]).bytes
        try archive.write(bytes, to: "a.pdf")
        try await archive.update { $0.ocr = .auto }
        let words = DrawnScan.lines.joined(separator: "\n").replacing("e", with: "x")
        let document = try Self.document(archive)
        try archive.index.correct(archive.index.pageToCorrect(1, of: document), of: document, to: words, by: "ada")
        try archive.write(bytes + Array("\n% looked at\n".utf8), to: "a.pdf")
        let run = try await archive.update { $0.ocr = .auto }
        #expect(run.report.recognized == 0)
        #expect(run.failures.isEmpty)
        #expect(try Self.words(archive) == words.replacing("\n", with: " "))
        let again = try await archive.reread("a.pdf") { $0.ocr = .auto }
        #expect(again.report.recognized == 1)
        #expect(try Self.words(archive) == words.replacing("\n", with: " "))
    }

    @Test func correctedWordsOfATextLayerHavePlacesToo() async throws {
        let archive = try await Self.archive()
        try Self.correct(archive, "Boarcl", "Board")
        let page = try await archive.pages().page(1, of: Self.document(archive))
        let board = try #require(page.words.first { $0.text == "Board" })
        #expect(board.isCorrected && board.box.count == 4)
        #expect(!page.words.contains { $0.text == "Boarcl" })
        #expect(page.words.count { $0.isCorrected } == 1)
    }

    // MARK: - Edits

    /// Whatever two people make of a text, the page reads as the last of them has written it.
    @Test func anyEditsGiveTheTextThatWasWritten() throws {
        var generator = SeededGenerator(seed: 7)
        let vocabulary = ["the", "board", "met", "on", "a", "heron", "=cmd", "<b>", "\u{6771}\u{4EAC}", "weir", "12"]
        func text(_ count: Int) -> [String] {
            (0..<count).map { _ in vocabulary.randomElement(using: &generator) ?? "" }
        }
        for _ in 0..<300 {
            let read = text(Int.random(in: 1...14, using: &generator)).joined(separator: " ")
            var said: [CorrectedText.Said] = []
            for round in 0..<4 {
                let shown = CorrectedText(read, said)
                var words = shown.text.split(separator: " ").map(String.init)
                for _ in 0..<Int.random(in: 1...3, using: &generator) {
                    let place = Int.random(in: 0...words.count, using: &generator)
                    switch Int.random(in: 0..<3, using: &generator) {
                    case 0: words.insert(contentsOf: text(2), at: place)
                    case 1 where words.count > 1 && place < words.count: words.remove(at: place)
                    default:
                        if place < words.count { words[place] = vocabulary[Int.random(in: 0..<11, using: &generator)] }
                    }
                }
                let author = round.isMultiple(of: 2) ? "ada" : "bob"
                for edit in TextEdit.edits(as: shown, to: words.joined(separator: " ")) {
                    said.removeAll { known in
                        edit.superseded.contains { $0.annotation.id == known.annotation.id }
                            && known.annotation.author == author
                    }
                    let quote = try #require(TextQuote(edit.range, in: read))
                    let annotation = Annotation(
                        kind: .correction, page: 1, value: "", author: author, time: Int64(round + 1))
                    said.append((annotation, StoredCorrection(quote: quote, text: edit.text)))
                }
                let made = CorrectedText(read, said).text
                #expect(TextWords(made).words == TextWords(words.joined(separator: " ")).words, "\(read)")
            }
        }
    }

    @Test func longTextsAreComparedInLittleTime() {
        let old = (0..<60_000).map { "w\($0 % 5_000)" }
        var new = old
        for place in stride(from: 0, to: 60_000, by: 997) { new[place] = "x\(place)" }
        let hunks = WordDifference(old, new).hunks
        #expect(hunks.reduce(0) { $0 + $1.new.count } < 2_000)
        #expect(WordDifference(old, (0..<60_000).map { "y\($0)" }).hunks.count == 60_000)
    }
}
