import DocSearchTestSupport
import Foundation
import Testing

@testable import PageReading

@Suite("Text from right to left")
struct RightToLeftTests {
    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    @Test func everyLineOfAHebrewPageIsThereAsItIsRead() throws {
        #expect(lines(try Self.hebrewPage().page.textLayer().text) == Self.hebrew)
    }

    @Test func englishLinesOfSuchAPageAreThereToo() throws {
        var text = PlacedText()
        text.add(line: ["Minutes", "of", "the", "committee"], left: 72, top: 90)
        let middle = ["הישיבה תהיה ביום שני בבוקר", "נא להביא את הספרים הישנים", "ואת רשימת הקוראים של השנה"]
        for (index, line) in middle.enumerated() {
            text.add(line: PlacedText.standing(line), left: 72, top: 110 + 20 * Double(index))
        }
        text.add(line: ["Signed", "by", "the", "treasurer."], left: 72, top: 170)
        let expected = ["Minutes of the committee"] + middle + ["Signed by the treasurer."]
        #expect(lines(try text.page.textLayer().text) == expected)
    }

    @Test(arguments: [
        // As it stands from left to right, and as it is read.
        (["הנשב", "1948", "הלחתהה"], "ההתחלה 1948 בשנה"),
        (["Windows", "XP", "Server", "תכרעמ", "לע"], "על מערכת Windows XP Server"),
        (["ביבא-לתב", "12.5%", "לש", "היילע"], "עלייה של 12.5% בתל-אביב"),
        (["1950", "1948", "םינשב"], "בשנים 1948 1950"),
        (["٢٠٢٣"] + PlacedText.standing("في عام"), "في عام ٢٠٢٣"),
    ])
    func numbersAndForeignWordsKeepTheirDirection(standing: [String], read: String) throws {
        var text = PlacedText()
        text.add(line: standing, right: 520, top: 100)
        text.add(line: PlacedText.standing("הישיבה תהיה ביום שני בבוקר בספריה"), right: 520, top: 120)
        #expect(lines(try text.page.textLayer().text).first == read)
    }

    /// Quarter turns clockwise. Poppler gives some words of such pages as they stand, and some as they are read.
    @Test(arguments: [0, 90, 180, 270]) func aTurnedPageHasItsWordsAsTheyAreRead(rotation: Int) throws {
        var text = PlacedText()
        text.rotation = rotation
        text.add(line: PlacedText.standing("قاعة السوق"), right: 520, top: 100)
        text.add(line: ["habibi"] + PlacedText.standing("حبيبي"), left: 72, top: 160)
        let read = lines(try text.page.textLayer().text)
        #expect(read.contains("قاعة السوق"))
        #expect(read.joined(separator: " ").contains("حبيبي"))
    }

    @Test func lettersThatShareAGlyphKeepTheirOrder() throws {
        var text = PlacedText()
        // Alef and lam of the article have glyphs of their own, lam and alef share one.
        text.add(line: ["باتكلا", "دح\u{E000}ا"], right: 520, top: 100)
        text.glyphs = ["\u{E000}": "لأ"]
        let read = lines(try text.page.textLayer().text)
        #expect(read == ["الأحد الكتاب"])
    }

    @Test func aHebrewWordOnAnEnglishPageIsReadFromItsRight() throws {
        var text = PlacedText()
        text.add(line: ["The", "word", "םולש", "means", "peace"], top: 100)
        text.add(line: ["and", "is", "a", "greeting"], top: 120)
        let page = try text.page
        #expect(lines(page.textLayer().text) == ["The word שלום means peace", "and is a greeting"])
        #expect(page.words(maximum: 100).map(\.text).contains("שלום"))
    }

    @Test func wordsHaveTheBoxesOfTheirLetters() throws {
        var text = PlacedText()
        text.add(line: PlacedText.standing("שלום לכל החברים"), right: 520, top: 90)
        text.add(line: PlacedText.standing("תודה רבה"), right: 520, top: 110)
        let words = try text.page.words(maximum: 100)
        #expect(words.map(\.text) == ["שלום", "לכל", "החברים", "תודה", "רבה"])
        for (word, piece) in zip(words, [2, 1, 0, 4, 3].map { text.pieces[$0] }) {
            #expect(abs(word.area.left - piece.left) < 0.5 && abs(word.area.right - piece.left - piece.width) < 0.5)
            #expect(word.area.top < piece.top && word.area.bottom > piece.top - 8)
        }
    }

    private static let hebrew = [
        "שלום לכל החברים בספריה", "הישיבה תהיה ביום שני בבוקר", "נא להביא את הספרים", "תודה רבה מהמזכירה",
    ]

    private static func hebrewPage() -> PlacedText {
        var text = PlacedText()
        for (index, line) in hebrew.enumerated() {
            text.add(line: PlacedText.standing(line), right: 520, top: 90 + 20 * Double(index))
        }
        return text
    }

    @Test func aPageThatCannotHaveAllItsLinesSaysSo() throws {
        var text = Self.hebrewPage()
        // Poppler-cpp reads no files of more than 2 GiB.
        let hole = 1 << 31
        text.hole = hole
        let (body, trailer) = text.parts
        let folder = try TemporaryFolder()
        let path = try folder.write(body, to: "large.pdf")
        let descriptor = open(path, O_RDWR)
        defer { close(descriptor) }
        try #require(ftruncate(descriptor, off_t(body.count + hole)) == 0)
        try #require(pwrite(descriptor, trailer, trailer.count, off_t(body.count + hole)) == trailer.count)
        let page = try PDFDocument(descriptor: descriptor).page(1)
        #expect(isHeard({ $0?.contains("too large") == true }) { _ = page.textLayer() })
    }

    @Test func whatIsWrongWithTheFileIsNotSaidOfThePageAgain() throws {
        // There is no table of cross-references.
        let bytes = Self.hebrewPage().bytes
        let isQuiet = try isHeard({ $0 == nil }) {
            let page = try PDFDocument(bytes).page(1)
            HeardWarnings.take()
            #expect(lines(page.textLayer().text) == Self.hebrew)
        }
        #expect(isQuiet)
    }

    /// Whether this is heard of a piece of work, which may be done again and again: tests run side by side, and hear each
    /// other's complaints.
    private func isHeard(_ expected: (String?) -> Bool, of work: () throws -> Void) rethrows -> Bool {
        try (0..<20).contains { _ in
            HeardWarnings.take()
            try work()
            return expected(HeardWarnings.take().summary)
        }
    }

    @Test func aFieldThatTheTextLayerHasIsNotReadTwice() throws {
        var text = Self.hebrewPage()
        let looks = PlacedText.standing("ספרית הכפר").joined(separator: " ")
        text.fields = [
            ("ספרית הכפר", .init(text: looks, left: 300, top: 200)), ("hidden", .init(text: "", left: 72, top: 300)),
        ]
        let page = try text.page
        #expect(page.textLayer().text.contains("ספרית הכפר"))
        #expect(page.unsaid(page.fieldTexts()).map(\.text) == ["hidden"])
    }

    @Test func aFieldOfAnEnglishPageIsRead() throws {
        var text = PlacedText()
        text.add(line: ["Name", "of", "the", "library"], top: 100)
        text.fields = [("Marsh End", .init(text: "Marsh End", left: 300, top: 100))]
        let page = try text.page
        #expect(page.unsaid(page.fieldTexts()).map(\.text) == ["Marsh End"])
    }

    /// Poppler orders blocks, and selects them by how near they are to corners.
    @Test(arguments: 1...40)
    func noWordIsLostWhereverItStands(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var text = PlacedText()
        var expected: [String] = []
        let letters = Array("אבגדהוזחטיכלמנסעפצקרשת")
        for column in 0..<Int.random(in: 1...3, using: &random) {
            for line in 0..<Int.random(in: 1...12, using: &random) where Int.random(in: 0..<5, using: &random) > 0 {
                let isEnglish = Int.random(in: 0..<4, using: &random) == 0
                let words = (0..<Int.random(in: 1...3, using: &random)).map { _ -> String in
                    let length = Int.random(in: 2...6, using: &random)
                    return String(
                        (0..<length).map { _ in isEnglish ? "a" : letters.randomElement(using: &random) ?? "א" })
                }
                expected += words
                let standing = isEnglish ? words : PlacedText.standing(words.joined(separator: " "))
                let size = Double(Int.random(in: 8...12, using: &random))
                let (left, top) = (30.0 + 190 * Double(column), 40.0 + 65 * Double(line))
                text.add(line: standing, left: left, top: top, size: size)
            }
        }
        let page = try text.page
        let read = page.textLayer().text.split(whereSeparator: \.isWhitespace).map(String.init)
        #expect(read.sorted() == expected.sorted())
        #expect(page.words(maximum: 1_000).map(\.text) == read)
    }
}
