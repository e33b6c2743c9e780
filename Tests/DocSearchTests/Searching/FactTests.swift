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
        ("heron lang:de", ["zips/german.zip!/de.pdf"]), ("heron lang:ger", ["zips/german.zip!/de.pdf"]),
        ("heron lang:German", ["zips/german.zip!/de.pdf"]), ("heron lang:Deutsch", ["zips/german.zip!/de.pdf"]),
        ("heron lang:deu-AT", ["zips/german.zip!/de.pdf"]),
        ("heron lang:deu-CH", []), ("heron lang:ge", []), ("heron lang:DE-at", ["zips/german.zip!/de.pdf"]),
        ("heron -lang:de pages:1", ["Letters/1931/short.pdf"]), ("heron lang:d", []),
        ("heron origin:ocr", []), ("pages:12 origin:text-layer", ["ledgers/long_100%.pdf"]),
        ("plover OR nothing path:birds", ["zips/birds.zip!/b.pdf"]),
    ])
    func factsLetThroughWhatTheySay(query: String, expected: [String]) async throws {
        let archive = try await Self.archived.value
        #expect(try archive.find(query) { $0.match = .all }.sorted() == expected.sorted(), "\(query)")
        #expect(try archive.index.search(SearchRequest(query)).hits.count == expected.count, "the same when it relaxes")
    }

    @Test func factsListDocumentsWithoutAWord() async throws {
        let archive = try await Self.archived.value
        #expect(try archive.find("path:zips").sorted() == ["zips/birds.zip!/b.pdf", "zips/german.zip!/de.pdf"])
    }

    /// The folder that was indexed is called "archive".
    @Test(arguments: [
        ("path:archive", 4), ("path:ARCHIVE/zips", 2), ("path:archive/letters/1931", 1), ("-path:archive", 0),
        ("path:archiv/letters", 0), ("path:chive/Letters", 1), ("path:archive_", 0), ("path:%archive", 0),
    ])
    func factsFindAFolderByItsOwnName(query: String, count: Int) async throws {
        let archive = try await Self.archived.value
        #expect(try archive.find("heron \(query)") { $0.match = .all }.count == count)
    }

    @Test func factsFindAFullPathThatWasPasted() async throws {
        let archive = try await Self.archived.value
        let root = try #require(try archive.index.status().roots.first)
        for (path, count) in [
            (root, 4), (root + "/", 4), (root + "/zips", 2), (root + "/Letters/1931/short.pdf", 1), (root + "/x", 0),
            (root + "/zips/birds.zip!/b.pdf", 1), (String(root.dropFirst(5)), 0), ("/1931/short", 1),
            (root + "//zips/.", 2), (root + "/Letters/../zips/", 2), ("./zips//birds.zip", 1), ("zips/../", 0),
        ] {
            #expect(try archive.find("path:\"\(path)\"").count == count, "\(path)")
        }
        let only = try TestArchive()
        try only.write(["a heron"], to: "one.pdf")
        try await only.update([only.root + "/one.pdf"])
        let file = try #require(try only.index.status().roots.first)
        #expect(try only.find("path:\"\(file)\"") == ["one.pdf"])
    }

    /// Who makes a zip chooses the names in it.
    @Test func aRightToAFolderIsNoneToItsNameElsewhere() async throws {
        let archive = try TestArchive()
        let open = archive.root + "/open/"
        try archive.write(["heron in the open"], to: "open/a.pdf")
        try archive.write(["heron beside"], to: "Open/b.pdf")
        try archive.write(["heron below"], to: "closed\(open)c.pdf")
        let pdf = TestDocument("x", pages: ["heron in a back-up"]).pdf
        try archive.write(
            ZipWriter([.init(open + "d.pdf", pdf), .init(String(open.dropFirst()) + "e.pdf", pdf)]).bytes,
            to: "closed/backup.zip")
        try await archive.update()
        #expect(try archive.find("heron") { $0.showsCopies = true }.count >= 4)
        #expect(try archive.find("heron") { $0.access = "path:\"\(open)\"" } == ["open/a.pdf"])
        #expect(try !archive.find("heron") { $0.access = "-path:\"\(open)\"" }.contains("open/a.pdf"))
        // What is excluded is more rather than less.
        for path in ["/open/", open.uppercased()] {
            let left = try archive.find("heron") { $0.access = "-path:\"\(path)\"" }
            #expect(!left.contains { $0.lowercased().hasPrefix("open/") }, "\(path)")
        }
    }

    @Test func factsFindDocumentsThatWereRecognised() async throws {
        let samples = try await SampleArchive.shared()
        let found = try samples.archive.find("origin:ocr")
        #expect(found.contains { $0.hasPrefix("letters/1931-water-board.zip") })
        #expect(!found.contains("minutes/1931-council-minutes.pdf"))
    }

    @Test func aTagWithQuotationMarksIsFoundWhole() async throws {
        let archive = try TestArchive()
        let tags = ["the \"long\" file", "the long file", "a „new“ file", "5\" disk"]
        try archive.write(
            tags.enumerated().map { TestDocument("d\($0)", pages: ["a heron"], tags: [$1]) }, to: "all.zip")
        try await archive.update()
        for (number, tag) in tags.enumerated() {
            #expect(try archive.find(SearchRequest.wholeTag(tag)) == ["all.zip!/d\(number).pdf"], "\(tag)")
            #expect(try archive.find("heron -" + SearchRequest.wholeTag(tag)).count == tags.count - 1, "\(tag)")
            #expect(throws: DocSearchError.self) {
                try archive.find("heron") { $0.access = "-tag:=\"closed\"\"secret\"" }
            }
        }
    }
}
