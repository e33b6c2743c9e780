import ExtractionProtocol
import Testing

@testable import Markup

@Suite struct MarkupTreeTests {
    private func tree(_ text: String) throws -> MarkupElement {
        try MarkupTree.parse(Array(text.utf8), limits: ExtractionLimits())
    }

    @Test func markupTreeCollectsTextInOrder() throws {
        let root = try tree("<a> one <b>two</b>\n three<c><b>fo</b>ur</c> <d/> five </a>")
        #expect(root.text == "one two threefour five")
        #expect(root.first("c")?.text == "four")
        #expect(root.first("d")?.text == "")
    }

    @Test func markupTreeFindsElementsByName() throws {
        let root = try tree("<a><b n='1'><b n='2'/></b><c><b n='3'/></c><b n='4'/></a>")
        #expect(root.name == "a")
        #expect(root.first("b")?["n"] == "1")
        #expect(root.first("B") == nil)
        #expect(root.all("b").map { $0["n"] } == ["1", "4"])
        #expect(root.descendants("b").map { $0["n"] } == ["1", "2", "3", "4"])
        #expect(root.attributes.isEmpty)
    }

    @Test func markupTreeLimitsElements() throws {
        func count(_ elements: Int) throws {
            let text = "<a>" + String(repeating: "<b/>", count: elements - 1) + "</a>"
            _ = try MarkupTree.parse(Array(text.utf8), limits: ExtractionLimits(), maximumElements: 10)
        }
        try count(10)
        let error = try #require(throws: MarkupError.self) { try count(11) }
        #expect(error == MarkupError(.limit, "it has more than 10 elements"))
    }
}
