import DocSearchTestSupport
import Testing

@testable import TextRecognition

@Suite("Words worth finding")
struct IndexedWordsTests {
    private func reading(_ lines: [[(String, Double)]], paragraphs: Set<Int> = [0]) -> Reading {
        Reading(
            words: lines.enumerated().flatMap { number, line in
                line.enumerated().map { index, word in
                    Reading.Word(
                        text: word.0, box: PixelBox(left: 0, top: 0, width: 1, height: 1), confidence: word.1,
                        beginsLine: index == 0, beginsParagraph: index == 0 && paragraphs.contains(number))
                }
            })
    }

    private typealias Line = (words: [(String, Double)], text: String)

    private static let lines: [Line] = [
        // A hard word in a good line stays, in a bad one it goes; a good word stays anywhere.
        ([("The", 0.9), ("harbour", 0.3), ("accounts", 0.9)], "The harbour accounts\n"),
        ([("wvv", 0.3), ("harbour", 0.8), ("lllll", 0.2), ("iiiii", 0.1)], "harbour\n"),
        ([("wvv", 0.3), ("lllll", 0.2)], ""),
        // Signs.
        ([("The", 0.9), ("~", 0.4), ("clerk", 0.9)], "The clerk\n"),
        ([("The", 0.9), ("&", 0.8), ("clerk", 0.9)], "The & clerk\n"),
    ]

    @Test(arguments: lines)
    func wordsWorthFindingStandInTheText(line: [(String, Double)], text: String) {
        let reading = reading([line])
        #expect(IndexedWords.text(reading, flags: IndexedWords.flags(reading)) == text)
    }

    @Test func paragraphsAreKeptWhereTheirFirstLineIsLeftOut() {
        let reading = reading([[("one", 0.9)], [("xx", 0.1)], [("two", 0.9)], [("three", 0.9)]], paragraphs: [0, 1])
        #expect(IndexedWords.text(reading, flags: IndexedWords.flags(reading)) == "one\n\ntwo\nthree\n")
    }

    @Test(.enabled(if: LanguageData.installed().languages.contains("eng"), "needs tesseract-ocr-eng"))
    func wordsWorthFindingAreFewInAnEngraving() throws {
        let paper = TestPicture(
            pixels: [UInt8](repeating: 255, count: 2000 * 2000), width: 2000, height: 2000, resolution: 300)
        let picture = paper.with(.engraving(width: 1320, height: 1020, strokes: 3000), left: 300, top: 500)
        let found = try TextRecognizer(languages: ["eng"]).read(picture)
        try #require(found.words.count >= 5, "tesseract read nothing into the engraving: the test needs another one")
        let indexed = found.words.count { $0.isIndexed }
        #expect(indexed * 4 <= found.words.count)
        #expect(found.text.count < 20)
    }
}
