import ExtractionProtocol
import Foundation
import Testing

@testable import DocSearch

@Suite("Titles that are guessed from texts")
struct GuessedTitleTests {
    private static let body = """
        The council met on Monday in the town hall and heard the engineer about the mains in the lower town, which had
        been laid in the year before and were found to be in good order, so that no money was asked for them this time.
        """

    @Test(arguments: [
        ("Minutes of the Water Board\nHeld in the Town Hall", "Minutes of the Water Board"),
        ("17\nHARTLEY WATER BOARD\nAnnual Report of the Engineer", "HARTLEY WATER BOARD"),
        ("Tel. 0221 4711\nBericht über die Kanalbauten\n", "Bericht über die Kanalbauten"),
        ("Berlin, den 12. März 1931\nBetreff: Kanal\nBericht über die Schleuse\n", "Bericht über die Schleuse"),
        ("- 3 -\nReport on the Water Supply of the\nLower Town", "Report on the Water Supply of the Lower Town"),
        ("Dear Sir,\nThe pump was repaired.\n", "The pump was repaired"),
        (
            "The pump was repaired and works\nagain. It had been broken for long.",
            "The pump was repaired and works again"
        ),
    ])
    func aTitleIsTheFirstLineThatReadsLikeOne(text: String, title: String) {
        #expect(GuessedTitle(GuessedTitle.lines(of: text + "\n\n" + Self.body)).text == title)
    }

    @Test(arguments: [
        "", "xq jtr vvk\nrnEeting tlie1r ofthe", "12 March 1931", "www.example.org\n@ | = ~",
        "and then the pump was lost",
        "From: Anna Kern\nTo: John Smith", "1,204.50 77.20\n12 13 14",
    ])
    func noTitleIsGuessedFromLinesThatTellNone(text: String) {
        #expect(GuessedTitle(GuessedTitle.lines(of: text + "\n" + Self.body.lowercased())).text == nil)
    }

    @Test func theLargestOfTheFirstLinesIsTheTitle() {
        func line(_ text: String, _ height: Double) -> GuessedTitle.Line { .init(text: text, height: height) }
        let lines = [
            line("Printed by Anna Kern and Sons", 9), line("The Mains of Hartley", 22), line("and Their Keeping", 22),
            line("The council met on Monday", 9), line("in the town hall", 9), line("and heard the engineer", 9),
        ]
        #expect(GuessedTitle(lines).text == "The Mains of Hartley and Their Keeping")
        #expect(GuessedTitle(lines.map { .init(text: $0.text, height: $0.height, confidence: 0.5) }).text == nil)
    }

    @Test func aPageThatMayBeGarbageTellsNoTitle() {
        func page(_ origin: TextOrigin, _ verdict: TextLayerVerdict, _ confidence: Double?) -> IndexedPage {
            IndexedPage(
                number: 1, verdict: verdict, origin: origin, confidence: confidence, textID: 1, needsRecognition: false)
        }
        #expect(GuessedTitle.trusts(page(.textLayer, .good, nil), Self.body))
        #expect(GuessedTitle.trusts(page(.ocr, .missing, 0.93), Self.body))
        #expect(!GuessedTitle.trusts(page(.ocr, .missing, 0.61), Self.body))
        #expect(!GuessedTitle.trusts(page(.textLayer, .garbled, nil), Self.body))
        #expect(!GuessedTitle.trusts(page(.textLayer, .good, nil), "A few letters"))
        #expect(!GuessedTitle.trusts(page(.textLayer, .good, nil), String(repeating: "1 2 . ; a ", count: 100)))
    }

    @Test func aDocumentThatNothingNamesIsShownWithAGuessedTitle() async throws {
        let archive = try TestArchive()
        let text = "Minutes of the Heron Board\n" + Self.body
        try archive.write([text], to: "scan0001.pdf")
        try archive.write([text], to: "Heron papers.pdf")
        try archive.write([TestDocument("IMG_2034", pages: [text], title: "Letter")], to: "box.zip")
        try await archive.update()
        func document(_ path: String) throws -> ArchiveDocument { try archive.index.document(DocumentReference(path)) }
        let guessed = try document("scan0001.pdf")
        #expect(guessed.title == "Minutes of the Heron Board")
        #expect(guessed.hasGuessedTitle)
        for (path, title) in [("Heron papers.pdf", "Heron papers"), ("box.zip!/IMG_2034.pdf", "Letter")] {
            #expect(try document(path).title == title)
            #expect(try !document(path).hasGuessedTitle)
        }
        // It has the weight of the page's words, and is no title that was given.
        #expect(try archive.find("heron").first == "Heron papers.pdf")
        #expect(try archive.find("title:heron") == ["Heron papers.pdf"])
        #expect(try archive.find("scan0001") == ["scan0001.pdf"])
        #expect(try archive.find("has:title") == ["box.zip!/IMG_2034.pdf"])
        #expect(try archive.index.verify().isEmpty)

        // What a person says wins, and a changed text tells another.
        try archive.index.correct(guessed, [.title: "The minute book"], by: "ada")
        #expect(try document("scan0001.pdf").title == "The minute book")
        #expect(try !document("scan0001.pdf").hasGuessedTitle)
        #expect(try archive.find("has:title").contains("scan0001.pdf"))
        try archive.write(["Accounts of the Stork Board\n" + Self.body], to: "scan0002.pdf")
        try await archive.update()
        #expect(try document("scan0002.pdf").title == "Accounts of the Stork Board")
        try archive.write(["A page"], to: "scan0002.pdf")
        try await archive.update()
        #expect(try document("scan0002.pdf").title == "scan0002")
    }
}
