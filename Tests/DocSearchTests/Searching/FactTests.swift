import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

@Suite("Facts that a query asks for")
struct FactTests {
    private static let archived = Task {
        let archive = try TestArchive()
        try archive.write(["a heron"], to: "Letters/1931/short.pdf")
        try archive.write((1...12).map { "page \($0) of herons" }, to: "ledgers/long_100%.pdf")
        try archive.write([TestDocument("b", pages: ["a heron", "a plover"])], to: "zips/birds.zip")
        try archive.write(
            ZipWriter([
                ZipWriter.Entry("de.pdf", TestDocument("", pages: ["ein heron"]).pdf),
                ZipWriter.Entry("de.json", Array(#"{"title": "Reiher", "language": "de-AT"}"#.utf8)),
            ]).bytes, to: "zips/german.zip")
        try await archive.update()
        return archive
    }

    @Test(arguments: [
        ("heron path:letters", ["Letters/1931/short.pdf"]),
        ("heron path:\"1931/short\"", ["Letters/1931/short.pdf"]),
        ("heron -path:zips", ["Letters/1931/short.pdf", "ledgers/long_100%.pdf"]),
        // Signs that SQL takes for anything are meant as they stand.
        ("heron path:100%", ["ledgers/long_100%.pdf"]), ("heron path:%", ["ledgers/long_100%.pdf"]),
        ("heron path:long_1", ["ledgers/long_100%.pdf"]), ("heron path:s_ort", []),
        ("heron pages:>10", ["ledgers/long_100%.pdf"]), ("heron pages:2", ["zips/birds.zip!/b.pdf"]),
        ("heron pages:2..12", ["ledgers/long_100%.pdf", "zips/birds.zip!/b.pdf"]), ("heron pages:>12", []),
        ("heron format:zip", ["zips/birds.zip!/b.pdf", "zips/german.zip!/de.pdf"]),
        ("heron -format:zip pages:<2", ["Letters/1931/short.pdf"]),
        ("heron lang:de", ["zips/german.zip!/de.pdf"]), ("heron lang:DE-at", ["zips/german.zip!/de.pdf"]),
        ("heron -lang:de pages:1", ["Letters/1931/short.pdf"]), ("heron lang:d", []),
        ("heron origin:ocr", []), ("pages:12 origin:text-layer", ["ledgers/long_100%.pdf"]),
        ("plover OR nothing path:birds", ["zips/birds.zip!/b.pdf"]),
    ])
    func letThroughWhatTheySay(query: String, expected: [String]) async throws {
        let archive = try await Self.archived.value
        #expect(try archive.find(query) { $0.match = .all }.sorted() == expected.sorted(), "\(query)")
        #expect(try archive.index.search(SearchRequest(query)).hits.count == expected.count, "the same when it relaxes")
    }

    @Test func listWithoutAWord() async throws {
        let archive = try await Self.archived.value
        #expect(try archive.find("path:zips").sorted() == ["zips/birds.zip!/b.pdf", "zips/german.zip!/de.pdf"])
    }

    @Test func findWhatWasRecognised() async throws {
        let samples = try await SampleArchive.shared()
        let found = try samples.archive.find("origin:ocr")
        #expect(found.contains { $0.hasPrefix("letters/1931-water-board.zip") })
        #expect(!found.contains("minutes/1931-council-minutes.pdf"))
    }
}
