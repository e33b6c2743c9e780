import ExtractionProtocol
import Testing

@testable import BundleReading

@Suite struct SearchTextTests {
    private func pages(
        _ text: [UInt8], _ index: String, limits: ExtractionLimits = ExtractionLimits()
    ) throws -> [String] {
        try SearchTextReader.pages(text: text, index: Array(index.utf8), limits: limits).map(\.text)
    }

    @Test func searchTextPagesAreCountedInScalars() throws {
        // An "e" and its accent are two.
        let text = Array("Größe e\u{301}\n𝄞 zwei\n\nEnde\n".utf8)
        #expect(
            try pages(text, "[[0,9,0,500],[9,16,500,900],[16,17,900,950],[17,22,1,2]]") == [
                "Größe e\u{301}", "𝄞 zwei", "", "Ende",
            ])
    }

    @Test func searchTextGivesEmptyPagesWhereTextIsMissing() throws {
        let text = Array("abcdef".utf8)
        #expect(try pages(text, "[[0,3],[3,99],[99,100]]") == ["abc", "def", ""])
        #expect(try pages(text, "[]").isEmpty)
        // Nothing twice.
        #expect(try pages(text, "[[0,6],[0,6],[2,6]]") == ["abcdef", "", ""])
        #expect(try pages([0x41, 0xE4, 0x42], "[[0,2],[2,3]]") == ["Aä", "B"])
    }

    @Test(arguments: ["{}", "[1]", "[[1]]", "[[2,1]]", "[[-1,1]]", "[[0,1e400]]", "[[0,1.5]]", "[[\"x\",1]]", "x", ""])
    func searchTextRefusesAnIndexOfOtherJSON(index: String) throws {
        let error = try #require(throws: BundleError.self) { try pages(Array("abc".utf8), index) }
        #expect(error.code == .damaged)
    }

    @Test func searchTextLimitsPages() throws {
        let limits = limits { $0.pages = 1 }
        #expect(try pages(Array("ab".utf8), "[[0,1]]", limits: limits) == ["a"])
        let error = try #require(throws: BundleError.self) {
            try pages(Array("ab".utf8), "[[0,1],[1,2]]", limits: limits)
        }
        #expect(error == BundleError(.limit, "it has 2 pages; the limit is 1 (pages)"))
    }
}
