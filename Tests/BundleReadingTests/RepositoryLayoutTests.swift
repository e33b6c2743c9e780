import ExtractionProtocol
import Testing

@testable import BundleReading

/// What repositories and document managers export, and comics.
@Suite struct RepositoryLayoutTests {
    @Test(arguments: LayoutFixture.tops)
    func readsPaperlessExport(top: String) throws {
        let bundle = try LayoutFixture.open(LayoutFixture.paperless, in: top)
        expectBundle(
            bundle, format: .paperless, entries: ["a.png-archive.pdf", "originals/b.jpg", "c.eml"].map { top + $0 },
            problems: [])
        let expected = DocumentMetadata.described(
            "Water rates", by: ["Marsh End"], date: "2023-05-01", tags: ["water"], identifier: "7")
        #expect(bundle.documents[0].metadata == expected)
        #expect(bundle.text(of: bundle.documents[0]).unpaged == "Rates are due")
        #expect(bundle.documents[1].fileNames == [top + "originals/b.jpg"])
        #expect(!bundle.documents[1].hasText)
        #expect(!bundle.documents[2].hasContent)
        #expect(bundle.text(of: bundle.documents[2]).unpaged == "Dear Sir")
        #expect(bundle.documents.allSatisfy { $0.rawMetadata?.contains("SECRET") == false })
    }

    @Test func readsSplitManifests() throws {
        let bundle = try LayoutFixture.open([
            ("manifest.json", #"[{"model":"documents.tag","pk":6,"fields":{"name":"water"}}]"#),
            (
                "json/a-manifest.json",
                #"[{"model":"documents.document","pk":1,"fields":{"title":"A","tags":[6]},"__exported_file_name__":"a.pdf"}]"#
            ), ("json/b-manifest.json", "{"), ("a.pdf", LayoutFixture.pdf),
        ])
        #expect(bundle.documents.map(\.metadata.tags) == [["water"]])
        #expect(bundle.problems.map(\.entry) == ["json/b-manifest.json"])
    }

    @Test func reportsPaperlessRecordsWithoutFiles() throws {
        func record(_ key: Int, _ rest: String) -> String {
            #"{"model":"documents.document","pk":\#(key),"fields":{"title":"T\#(key)"}\#(rest)}"#
        }
        let records = [
            record(1, ""), record(2, #","__exported_file_name__":"../../etc/passwd""#),
            record(3, #","__exported_file_name__":"c.pdf","__exported_archive_name__":"gone.pdf""#),
        ]
        let bundle = try LayoutFixture.open([
            ("manifest.json", "[\(records.joined(separator: ","))]"), ("c.pdf", LayoutFixture.pdf),
        ])
        expectBundle(bundle, entries: ["c.pdf"], problems: ["T1", "T2", "gone.pdf"])
    }

    @Test(arguments: LayoutFixture.tops)
    func readsItemsOfSimpleArchiveFormat(top: String) throws {
        let bundle = try LayoutFixture.open(LayoutFixture.simpleArchive, in: top)
        expectBundle(bundle, format: .simpleArchive, problems: [top + "item_000/lost.pdf"])
        let entries = ["item_000/organ.pdf", "item_000/second.pdf", "x", "y/dublin_core.xml", "loose.pdf"]
        #expect(bundle.documents.map(\.entry) == entries.map { top + $0 })
        let expected = DocumentMetadata.described(
            "Organ", by: ["Lee, Ann"], date: "1990-05", identifier: "123/45")
        #expect(bundle.documents[0].metadata == expected)
        #expect(bundle.text(of: bundle.documents[0]).pages.map { $0?.text } == ["one", "two"])
        #expect(!bundle.documents[1].hasText)
        // In the order of the contents, not of the names.
        #expect(bundle.documents[2].fileNames == [top + "x/2.png", top + "x/1.png"])
        #expect(bundle.documents[2].metadata.title == "Letter on Rooks")
        #expect(!bundle.documents[3].hasContent)
        #expect(bundle.documents[4].metadata == DocumentMetadata())
    }

    @Test func readsLinesOfTheContentsOfAnItem() {
        let text = "a.pdf\nb c.txt\tBUNDLE:text\tdescription:x\n-r -s 1 -f /etc/passwd\n\n d.pdf \tprimary:TRUE\r\n"
        #expect(
            SimpleArchiveItem.lines(of: Array(text.utf8)) == [
                .init(path: "a.pdf", bundle: "ORIGINAL", isPrimary: false),
                .init(path: "b c.txt", bundle: "TEXT", isPrimary: false),
                .init(path: "d.pdf", bundle: "ORIGINAL", isPrimary: true),
            ])
    }

    @Test(arguments: [
        ("a.pdf\tbundle:ORIG", ["contents"]), ("a.pdf\tbundle:", ["contents"]),
        ("a.pdf\tbundle:OR\u{1}G\n", ["contents"]),
        ("a.pdf\tbundle:ORIG\n", []), ("a.pdf\tbundle:OTHER", []), ("a.pdf", []), ("", []),
    ])
    func reportsContentsThatAreCutOff(contents: String, problems: [String]) throws {
        let bundle = try LayoutFixture.open([
            ("dublin_core.xml", "<dublin_core/>"), ("contents", contents), ("a.pdf", "%PDF-1.4"),
        ])
        expectBundle(bundle, format: .simpleArchive, problems: problems)
    }

    @Test(arguments: LayoutFixture.tops)
    func readsComic(top: String) throws {
        let bundle = try LayoutFixture.open(LayoutFixture.comic, in: top)
        expectBundle(bundle, format: .comic, entries: [""], problems: [])
        #expect(bundle.documents[0].fileNames == ["a/page 11.png", "b/page 9.png", "b/page 10.png"].map { top + $0 })
        #expect(bundle.documents[0].metadata.title == "Marsh End #7")
        #expect(bundle.documents[0].metadata.authors == ["Ann Lee"])
        #expect(bundle.documents[0].metadata.date == "1962")
    }

    @Test func readsComicWhoseDescriptionIsDamaged() throws {
        let bundle = try LayoutFixture.open([("ComicInfo.xml", "<ComicInfo>"), ("1.png", "image")])
        #expect(bundle.problems.map(\.entry) == ["ComicInfo.xml"])
        #expect(bundle.documents.count == 1)
    }
}
