import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

@testable import BundleReading

@Suite("Soft hyphens")
struct SoftHyphenTests {
    private static func page(_ lines: String) throws -> SidecarPage {
        let html = "<html><body><div class='ocr_page' title='bbox 0 0 1000 1000'>\(lines)</div></body></html>"
        return try #require(try HOCRReader.document(Array(html.utf8), limits: ExtractionLimits()).pages.first).page
    }

    private static func word(_ text: String) -> String { "<span class='ocrx_word' title='bbox 1 2 3 4'>\(text)</span>" }
    private static func line(_ parts: String...) -> String { "<span class='ocr_line'>\(parts.joined())</span>" }

    /// What each line has, where `WORD|` is a word and anything else stands as it is: wherever a program writes them.
    @Test(
        arguments: [
            (["ecclé|", "&#173;"], "", ["siastique.|"]), (["ecclé|"], "&#173;", ["siastique.|"]),
            (["ecclé&#173;|"], "", ["siastique.|"]), (["ecclé|"], "", ["&#173;siastique.|"]),
            (["ecclé|", " &shy;\n "], "\n", ["siastique.|"]), (["ecclé|", " ", "&#173;|"], "", ["siastique.|"]),
        ] as [([String], String, [String])])
    func softHyphensJoinWhatLinesDivide(first: [String], between: String, second: [String]) throws {
        let start = Self.line(Self.word("l'état"), " ", Self.parts(first))
        let page = try Self.page(start + between + Self.line(Self.parts(second), " ", Self.word("Il")))
        #expect(page.text == "l'état ecclésiastique.\nIl")
        #expect(page.words.map(\.text) == ["l'état", "ecclésiastique.", "Il"])
    }

    private static func parts(_ parts: [String]) -> String {
        parts.map { $0.hasSuffix("|") ? word(String($0.dropLast())) : $0 }.joined()
    }

    @Test(arguments: [
        ["ecclé&#173;|", "siastique.|"], ["ecclé|", "&#173;", "siastique.|"], ["ecclé|", "&#173; ", "siastique.|"],
        ["ecclé&#173; |", " ", "siastique.|"], ["ecclé&#173;siastique.|"],
    ])
    func softHyphensJoinWhatWordsDivide(words: [String]) throws {
        let page = try Self.page(Self.line(Self.word("l'état"), " ", Self.parts(words), " ", Self.word("Il")))
        #expect(page.text == "l'état ecclésiastique. Il")
        #expect(page.words.map(\.text) == ["l'état", "ecclésiastique.", "Il"])
    }

    @Test func softHyphensJoinTextWithoutWords() throws {
        let page = try Self.page(Self.line("l'état ecclé&#173;") + Self.line("siastique. Il"))
        #expect(page.text == "l'état ecclésiastique.\nIl")
    }

    @Test func softHyphensJoinNoWordsOfTheirOwn() throws {
        #expect(try Self.page(Self.line(Self.word("one")) + Self.line(Self.word("two"))).text == "one\ntwo")
        let beforeNumber = try Self.page(Self.line(Self.word("one&#173;")) + Self.line(Self.word("2")))
        #expect(beforeNumber.words.count == 2)
        #expect(try Self.page(Self.line("&#173;") + Self.line(Self.word("two"))).text == "two")
    }

    private static let book = "bundles/hocr-soft-hyphen/hocr.html"

    @Test(.enabled(if: Corpus.has(book), "the corpus is not on this machine")) func softHyphensJoinTheWordsOfABook()
        throws
    {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: Corpus.path + "/" + Self.book))
        let pages = try HOCRReader.document(Array(bytes), limits: ExtractionLimits()).pages
        let text = pages.map(\.page.text).joined(separator: "\n")
        #expect(text.contains("ecclésiastique"))
        #expect(text.contains("connaissance"))
        #expect(text.contains("compromise"))
        let left = text.unicodeScalars.count { $0 == "\u{AD}" }
        // Those at the end of a page and before what is no letter.
        #expect(left < 60, "\(left) of 1,046 are left")
    }
}
