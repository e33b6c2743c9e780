import ExtractionProtocol
import GRDB
import Testing

@testable import DocSearch

@Suite("Which of two recognised texts of a page is taken") struct SecondTextTests {
    private static func words(_ text: String, confidence: Double = 0.95) -> [PageWord] {
        text.split(separator: " ").map { PageWord(text: String($0), box: [1, 1, 1, 1], confidence: confidence) }
    }

    private static func noted(_ answer: [PageWord], besides first: [PageWord]) -> String? {
        let frame = PageFrame(
            entry: "", page: 1, width: 9, height: 9, text: "", origin: .ocr, verdict: .missing, words: answer)
        return SecondText.reasons(of: frame, besides: first).first
    }

    @Test(arguments: [
        ("the cat sat on a long mat", "the cat sat on a mat", "agreement: 5 of 6"),
        ("Cat, cat cat dog bird", "cat dog bird", "agreement: 3 of 5"),
        ("the cat sat on", "the cat sat on", nil),
        ("東京都 の水道 局", "東京 都の 水道局", "agreement: 7 of 7"),
        ("กรุงเทพมหานคร", "กรุงเทพ มหานคร", "agreement: 12 of 12"),
    ])
    func anAnswerIsComparedWithTheWordsThatTesseractIsSureOf(first: String, answer: String, reason: String?) {
        #expect(Self.noted(Self.words(answer, confidence: 0.6), besides: Self.words(first)) == reason)
    }

    @Test func wordsOfTheLayerAndWordsInDoubtDoNotCount() {
        let layer = Self.words("taken from the layer of this page", confidence: 1)
        let first = Self.words("one two three four five") + Self.words("sx seven", confidence: 0.8)
        #expect(Self.noted(layer, besides: layer) == nil)
        #expect(Self.noted(Self.words("one two") + layer, besides: first + layer) == "agreement: 2 of 5")
    }

    private struct Answer: Sendable {
        var name = "reader 1"
        var languages = ["eng"]
        var agreement: String? = "9 of 9"
        var confidence = 0.9
        var text = "some words"
    }

    private static func row(_ id: Int64, _ source: TextSource, _ answer: Answer) throws -> PageTextRow {
        try PageTextRow(
            Row([
                "id": id, "page": 1, "origin": "ocr", "settings": source.settings, "verdict": "missing",
                "reasons": answer.agreement.map { "agreement: \($0)" } ?? "", "confidence": answer.confidence,
                "language": nil, "head": TextCompression.compress(answer.text).prefix(16),
            ]))
    }

    /// `taken` is the number of the answer, from 1; 0 for tesseract's text.
    @Test(
        arguments: [
            ([], 0), ([Answer()], 1), ([Answer(confidence: 0.7)], 0), ([Answer(agreement: "4 of 5")], 1),
            ([Answer(agreement: "3 of 5")], 0), ([Answer(agreement: "93 of 100")], 1),
            ([Answer(agreement: "92 of 100")], 0), ([Answer(agreement: nil)], 1),
            ([Answer(agreement: nil, text: "some")], 0), ([Answer(agreement: "99999999999999999999 of 1")], 1),
            ([Answer(languages: ["deu"])], 0),
            // A page that another program finds nothing on, or reads worse, keeps the better text.
            ([Answer(), Answer(name: "reader 2", text: "")], 1),
            ([Answer(), Answer(name: "reader 2", confidence: 0.8)], 1),
            ([Answer(), Answer(name: "reader 2")], 2), ([Answer(), Answer(name: "reader 2", agreement: "1 of 9")], 1),
        ] as [([Answer], Int64)])
    private func theAnswerWithMostConfidenceIsTakenAmongThoseThatPass(_ answers: [Answer], taken: Int64) throws {
        let tesseract = TextSource.recognition(engine: "tesseract 5.3.0", languages: ["eng"])
        let first = try Self.row(0, tesseract, Answer(agreement: nil, confidence: 0.75))
        let others = try answers.enumerated().map { number, answer in
            try Self.row(
                Int64(number + 1), .second(engine: answer.name, languages: answer.languages), answer)
        }
        #expect(SecondText.better(among: [first] + others, than: first)?.id == taken)
    }
}
