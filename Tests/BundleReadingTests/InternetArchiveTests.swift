import DocSearchTestSupport
import ExtractionProtocol
import Testing

@testable import BundleReading

/// Items of the Internet Archive.
@Suite struct InternetArchiveTests {
    @Test(arguments: LayoutFixture.tops)
    func readsAnInternetArchiveItem(top: String) throws {
        let bundle = try LayoutFixture.open(LayoutFixture.internetArchive, in: top)
        expectBundle(bundle, format: .internetArchive, entries: [top + "me1931.pdf"], problems: [])
        let expected = DocumentMetadata.described(
            "Directory", by: ["Lee, Ann"], date: "1931", identifier: "me1931", description: "Of the town",
            pageCount: 2)
        #expect(bundle.documents[0].metadata == expected)
        let text = bundle.text(of: bundle.documents[0])
        #expect(text.pages.map { $0?.text } == ["one", "two"])
        #expect(text.pages.map { $0?.label } == ["iv", "5"])
    }

    /// The best first. Each is taken when all before it are missing.
    @Test func internetArchiveItemPrefersTextWithBoxes() throws {
        let names = [
            ["_djvu.xml"], ["_hocr.html"], ["_hocr.html.gz"], ["_chocr.html"], ["_chocr.html.gz"],
            ["_hocr_searchtext.txt.gz", "_hocr_pageindex.json.gz"], ["_djvu.txt"],
        ]
        for index in names.indices {
            let files = names[index...].joined().map { ("me1931\($0)", "x") }
            let text = try Self.item(files.reversed()).text
            if case .searchText(let reference, _) = text {
                #expect(reference.entry?.name == "me1931\(names[index][0])")
            } else {
                #expect(text.names == ["me1931\(names[index][0])"])
            }
        }
        // Nothing says where its pages are.
        #expect(try Self.item([("me1931_hocr_searchtext.txt.gz", "x"), ("me1931_djvu.txt", "x")]).text.form == .plain)
    }

    /// The document of an item that has a PDF and nothing that says what its pages are.
    private static func item(_ more: [(String, String)]) throws -> BundledDocument {
        let files = LayoutFixture.internetArchive.filter { file in
            ["_meta.xml", "_files.xml", "me1931.pdf"].contains { file.0.hasSuffix($0) }
        }
        return try #require(try LayoutFixture.open(files + more).documents.first)
    }

    @Test func readsInternetArchiveFilesThatKeptTheirNames() throws {
        let files = LayoutFixture.internetArchive.filter { !$0.0.hasSuffix(".pdf") }
        let bundle = try LayoutFixture.open(
            files + [
                ("Town plan.pdf", LayoutFixture.pdf), ("Town plan_text.pdf", LayoutFixture.pdf),
                ("Town plan_djvu.txt", "plan\u{C}"), ("Scan_text.pdf", LayoutFixture.pdf),
                ("Scan_djvu.txt", "scan\u{C}"),
            ])
        #expect(bundle.documents.map(\.entry) == ["Town plan.pdf", "Scan_text.pdf"])
        #expect(bundle.documents.map { bundle.text(of: $0).pages.first??.text } == ["plan", "scan"])
        #expect(bundle.documents.map(\.metadata.title) == ["Directory", "Directory"])
        #expect(bundle.documents.map(\.metadata.claimedPageCount) == [nil, nil])
    }

    /// By the item's own list of leaves or a packed one.
    @Test(arguments: [false, true]) func leavesOutLeavesThatAreNoPages(isPacked: Bool) throws {
        let images = LayoutFixture.zip((0...2).map { ("me1931_jp2/me1931_000\($0).jp2", "image \($0)") })
        let files = LayoutFixture.internetArchive.filter {
            !$0.0.hasSuffix(".pdf") && !(isPacked && $0.0.hasPrefix("me1931_scandata"))
        }
        let scanData = isPacked ? [ZipWriter.Entry("scandata.zip", Self.packedScanData)] : []
        let bundle = try openZip(files.map { .init($0.0, $0.1) } + scanData + [.init("me1931_jp2.zip", images)])
        #expect(bundle.documents.map(\.entry) == ["me1931_jp2.zip"])
        #expect(bundle.documents[0].fileNames == ["me1931_jp2/me1931_0001.jp2", "me1931_jp2/me1931_0002.jp2"])
        guard case .images(let pages) = try bundle.content(of: bundle.documents[0]) else { return }
        #expect(try bytes(of: pages.content(1)) == Array("image 2".utf8))
    }

    // MARK: - What the pages are

    private static let scanData = """
        <book><bookData/><pageData><page leafNum="0"><addToAccessFormats>false</addToAccessFormats></page>
        <page leafNum="1"><pageNumber>3</pageNumber></page><page leafNum="2"><pageNumber>4</pageNumber></page></pageData></book>
        """

    private static let packedScanData = ZipWriter([.init("scandata.xml", scanData)]).bytes

    /// The labels of the first document's pages.
    private static func labels(_ more: [ZipWriter.Entry]) throws -> [String?] {
        let files = LayoutFixture.internetArchive.filter {
            !$0.0.contains("page_numbers") && !$0.0.contains("scandata")
        }
        let bundle = try openZip(files.map { .init($0.0, $0.1) } + more)
        #expect(bundle.problems.isEmpty)
        return bundle.text(of: bundle.documents[0]).pages.map { $0?.label }
    }

    @Test func findsScanDataOfOlderInternetArchiveItems() throws {
        #expect(try Self.labels([]) == [nil, nil])
        #expect(try Self.labels([.init("scandata.xml", Self.scanData)]) == ["3", "4"])
        #expect(try Self.labels([.init("scandata.zip", Self.packedScanData)]) == ["3", "4"])
        let inFolder = ZipWriter([.init("me1931/scandata.xml", Self.scanData)]).bytes
        #expect(try Self.labels([.init("scandata.zip", inFolder)]) == ["3", "4"])
    }

    @Test func prefersScanDataWithTheItemsName() throws {
        let old = [ZipWriter.Entry("scandata.xml", Self.scanData), .init("scandata.zip", Self.packedScanData)]
        let own = Self.scanData.replacing("<pageNumber>", with: "<pageNumber>A-")
        #expect(try Self.labels(old + [.init("me1931_scandata.xml", own)]) == ["A-3", "A-4"])
    }

    /// Nothing says whose it is.
    @Test func leavesScanDataThatMayBelongToAnotherItem() throws {
        let second = LayoutFixture.internetArchive.prefix(2).map {
            ZipWriter.Entry($0.0.replacing("me1931", with: "me1932"), $0.1)
        }
        #expect(try Self.labels(second + [.init("scandata.xml", Self.scanData)]) == [nil, nil])
    }

    @Test(
        arguments: [
            (Array("no zip".utf8), .unsupported), (Array(packedScanData.dropLast(9)), .damaged),
            (ZipWriter([.init("readme.txt", "x")]).bytes, .damaged),
            (ZipWriter([.init("scandata.xml", "<book>")]).bytes, .damaged),
        ] as [([UInt8], ProblemFrame.Code)])
    func reportsScanDataThatCannotBeRead(bytes: [UInt8], code: ProblemFrame.Code) throws {
        let files = LayoutFixture.internetArchive.filter { !$0.0.contains("scandata") }
        let bundle = try openZip(files.map { .init($0.0, $0.1) } + [.init("scandata.zip", bytes)])
        #expect(bundle.problems.map(\.code) == [code])
        #expect(bundle.problems.allSatisfy { $0.entry?.hasPrefix("scandata.zip") == true })
        // Nothing else is lost with it.
        #expect(bundle.text(of: bundle.documents[0]).pages.map { $0?.text } == ["one", "two"])
        #expect(bundle.text(of: bundle.documents[0]).pages.map { $0?.label } == ["iv", "9"])
    }

    // MARK: - Texts with characters

    private static let characters = """
        <html><body><div class='ocr_page' title='bbox 0 0 100 200; ppageno 0'><span class='ocr_line'><span class='ocrx_word'
        title='bbox 10 20 30 40'><span class='ocrx_cinfo'>o</span> <span class='ocrx_cinfo'>n</span> <span
        class='ocrx_cinfo'>e</span></span></span></div></body></html>
        """

    @Test(arguments: ["_chocr.html.gz", "_hocr.html.gz", "_chocr.html", "_hocr.html"], [false, true])
    func readsWordsOfAnItemFromTheirCharacters(ending: String, isPacked: Bool) throws {
        // What is packed is told by its bytes.
        let bytes = isPacked ? GzipTests.member(Array(Self.characters.utf8)) : Array(Self.characters.utf8)
        let files = LayoutFixture.internetArchive.filter { !$0.0.hasSuffix("_djvu.txt") && !$0.0.contains("numbers") }
        let bundle = try openZip(files.map { .init($0.0, $0.1) } + [.init("me1931\(ending)", bytes)])
        let text = bundle.text(of: bundle.documents[0])
        #expect(text.problems.isEmpty)
        #expect(text.pages.map { $0?.text } == ["one"])
        #expect(text.pages.first??.words == [BoxedWord(text: "one", left: 10, top: 20, width: 20, height: 20)])
    }

    @Test func limitsWhatPackedCharactersOfAnItemUnpackTo() throws {
        let files = LayoutFixture.internetArchive.filter { !$0.0.hasSuffix("_djvu.txt") }.map {
            ZipWriter.Entry($0.0, $0.1)
        }
        let bomb = GzipTests.member([UInt8](repeating: 0, count: Fixture.bombSize), deflated: Fixture.bomb)
        let damaged = GzipTests.member(Array(Self.characters.utf8)).dropLast(12)
        for (bytes, code) in [(bomb, ProblemFrame.Code.limit), (Array(damaged), .damaged)] {
            let bundle = try openZip(files + [.init("me1931_chocr.html.gz", bytes)])
            let text = bundle.text(of: bundle.documents[0])
            #expect(text.problems.map(\.code) == [code])
            #expect(text.problems.map(\.entry) == ["me1931_chocr.html.gz"])
            #expect(text.pages.isEmpty)
        }
    }
}
