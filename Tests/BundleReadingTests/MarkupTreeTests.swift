import ExtractionProtocol
import Testing

@testable import BundleReading

@Suite struct MarkupTreeTests {
    private func tree(_ text: String) throws -> MarkupElement {
        try MarkupTree.parse(Array(text.utf8), limits: ExtractionLimits())
    }

    @Test func collectsTextInOrder() throws {
        let root = try tree("<a> one <b>two</b>\n three<c><b>fo</b>ur</c> <d/> five </a>")
        #expect(root.text == "one two threefour five")
        #expect(root.first("c")?.text == "four")
        #expect(root.first("d")?.text == "")
    }

    @Test func findsElementsByName() throws {
        let root = try tree("<a><b n='1'><b n='2'/></b><c><b n='3'/></c><b n='4'/></a>")
        #expect(root.name == "a")
        #expect(root.first("b")?["n"] == "1")
        #expect(root.first("B") == nil)
        #expect(root.all("b").map { $0["n"] } == ["1", "4"])
        #expect(root.descendants("b").map { $0["n"] } == ["1", "2", "3", "4"])
        #expect(root.attributes.isEmpty)
    }

    @Test func countsElements() throws {
        let text = "<a>" + String(repeating: "<b/>", count: 2_000_000) + "</a>"
        let error = try #require(throws: BundleError.self) { _ = try tree(text) }
        #expect(error == BundleError(.limit, "it has more than 2000000 elements"))
    }
}
