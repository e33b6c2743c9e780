import ExtractionProtocol
import GRDB
import Testing

@testable import DocSearch

@Suite("Which reading of a page in another language is taken, and which is still to come")
struct SecondReadingTests {
    private static let folder = TextSource.recognition(engine: "tesseract 5.3.0", languages: ["eng"])

    private struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var installed: [String]
        var rows: [(languages: [String], need: String?, confidence: Double, language: String?)]
        /// The number of the row, from 1.
        var text: Int64?
        var next: [String]?
        var need: String?
        var testDescription: String { name }
    }

    private static let german = (languages: ["eng"], need: "deu" as String?, confidence: 0.9, language: "de" as String?)
    private static let script = (
        languages: ["eng"], need: "Cyrillic" as String?, confidence: 0.6, language: nil as String?
    )

    private static let cases = [
        Case(name: "not read yet", installed: ["eng"], rows: [], next: ["eng"]),
        Case(name: "fits", installed: ["deu", "eng"], rows: [(["eng"], nil, 0.9, "en")], text: 1),
        Case(name: "no data", installed: ["eng"], rows: [german], text: 1, need: "deu"),
        Case(name: "data", installed: ["deu", "eng"], rows: [german], text: 1, next: ["deu", "eng"], need: "deu"),
        Case(
            name: "read twice", installed: ["deu", "eng"], rows: [german, (["deu", "eng"], nil, 0.95, "de")], text: 2),
        Case(
            name: "no better", installed: ["deu", "eng"], rows: [german, (["deu", "eng"], nil, 0.85, "de")], text: 1),
        Case(
            name: "another language after all", installed: ["deu", "eng"],
            rows: [german, (["deu", "eng"], "fra", 0.95, "fr")], text: 1),
        Case(
            name: "a hostile page", installed: ["deu", "eng", "fra", "ita"],
            rows: [german, (["deu", "eng"], "fra", 0.95, nil)], text: 2),
        Case(
            name: "script", installed: ["eng", "rus"], rows: [script], text: 1, next: ["rus", "eng"], need: "Cyrillic"),
        Case(
            name: "languages of a script", installed: ["bel", "bul", "eng", "rus", "srp", "ukr"], rows: [script],
            text: 1,
            next: ["rus", "ukr", "bul", "eng"], need: "Cyrillic"),
        Case(
            name: "data for a script", installed: ["Cyrillic", "eng", "rus"], rows: [script], text: 1,
            next: ["Cyrillic", "eng"], need: "Cyrillic"),
        Case(
            name: "language of a script without data", installed: ["eng", "rus"],
            rows: [script, (["rus", "eng"], "ukr", 0.8, "uk")], text: 2, need: "ukr"),
        Case(
            name: "language of a script that was installed later", installed: ["eng", "rus", "ukr"],
            rows: [script, (["rus", "eng"], "ukr", 0.8, "uk")], text: 2, next: ["rus", "ukr", "eng"], need: "ukr"),
        Case(
            name: "another language of the script does no harm", installed: ["eng", "rus", "ukr"],
            rows: [script, (["rus", "eng"], nil, 0.95, "ru")], text: 2),
        Case(
            name: "Fraktur", installed: ["Fraktur", "eng", "frk"], rows: [(["eng"], "Fraktur", 0.6, nil)], text: 1,
            next: ["frk", "eng"], need: "Fraktur"),
        Case(
            name: "read in other languages of the folder", installed: ["deu", "eng"], rows: [(["deu"], nil, 0.9, "de")],
            text: 1, next: ["eng"]),
    ]

    @Test(arguments: cases) private func readingsFollowFromTexts(_ case: Case) throws {
        let rows = try `case`.rows.enumerated().map { number, row in
            try PageTextRow(
                Row([
                    "id": number + 1, "page": 1, "origin": "ocr",
                    "settings": TextSource.recognition(engine: "tesseract 5.3.0", languages: row.languages).settings,
                    "verdict": "missing", "reasons": row.need.map(LanguageReason.of) ?? "",
                    "confidence": row.confidence, "language": row.language,
                    "head": try TextCompression.compress("some words").prefix(16),
                ]))
        }
        var choice = PageChoice(ocr: .auto, recognition: Self.folder)
        choice.others.installed = `case`.installed
        let found = choice.recognition(rows)
        #expect(found.text?.id == `case`.text)
        #expect(found.next?.languages == `case`.next)
        #expect(found.need == `case`.need)
        let page = try #require(choice.pages(count: 1, known: rows, sidecar: nil).first)
        #expect(page.needsRecognition == (`case`.next != nil))
        #expect(page.reasons.compactMap(LanguageReason.code).first == `case`.need)
    }

    /// Whatever readings show, each is followed by one at most.
    @Test func noPageIsReadMoreThanTwice() {
        let needs = ["deu", "fra", "Cyrillic", "ukr", "Fraktur", "Greek"]
        let installed = ["Cyrillic", "deu", "ell", "eng", "fra", "frk", "rus", "ukr"]
        for first in needs {
            for second in needs {
                var choice = PageChoice(ocr: .auto, recognition: Self.folder)
                choice.others.installed = installed
                var rows: [PageTextRow] = []
                for need in [first, second] {
                    guard let next = choice.recognition(rows).next else { break }
                    let row = try? PageTextRow(
                        Row([
                            "id": rows.count + 1, "page": 1, "origin": "ocr", "settings": next.settings,
                            "verdict": "missing", "reasons": LanguageReason.of(need), "confidence": 0.9,
                            "language": nil, "head": TextCompression.compress("some words").prefix(16),
                        ]))
                    rows += row.map { [$0] } ?? []
                }
                #expect(rows.count == 2)
                #expect(choice.recognition(rows).next == nil, "\(first), then \(second)")
            }
        }
    }
}
