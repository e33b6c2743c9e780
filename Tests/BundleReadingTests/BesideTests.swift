import DocSearchTestSupport
import ExtractionProtocol
import Testing

@testable import BundleReading

/// What lies beside other documents of a zip, or in folders of its own.
@Suite struct BesideTests {
    private static let page =
        "<html><body><div class=\"ocr_page\"><span class=\"ocrx_word\">WORD</span></div></body></html>"

    private static func hocr(_ word: String) -> String { page.replacing("WORD", with: word) }

    // MARK: - Images

    @Test func imagesAreDocumentsBesideAPDF() throws {
        let bundle = try LayoutFixture.open([
            ("a.pdf", LayoutFixture.pdf), ("a.jpg", "image"), ("b.jpg", "image"), ("pages/1.png", "image"),
            ("pages/2.png", "image"), ("x/c.pdf", LayoutFixture.pdf), ("x/d.jpg", "image"), ("x/e.jpg", "image"),
        ])
        expectBundle(bundle, entries: ["a.pdf", "x/c.pdf", "b.jpg", "pages", "x/d.jpg", "x/e.jpg"], problems: [])
        #expect(bundle.documents[3].fileNames == ["pages/1.png", "pages/2.png"])
    }

    @Test(arguments: LayoutFixture.tops) func imagesAreDocumentsBesideAPackage(top: String) throws {
        let files = LayoutFixture.mets + [("extra/4.tif", "image"), ("extra/5.tif", "image")]
        let bundle = try LayoutFixture.open(files, in: top)
        #expect(bundle.documents.map(\.entry) == [top + "img", top + "extra"])
        let bag = try LayoutFixture.open(LayoutFixture.bag + [("data/pages/1.tif", "image")], in: top)
        #expect(bag.documents.map(\.entry) == [top + "data/minutes.pdf", top + "data/pages"])
    }

    // MARK: - hOCR

    @Test(arguments: LayoutFixture.tops, [["", ""], ["img/", "ocr/"]]) func textsGoWithImagesOfTheirFolder(
        top: String, folders: [String]
    ) throws {
        let files = ["vol1", "vol2"].flatMap { volume in
            [
                ("\(volume)/\(folders[0])0001.jpg", "image"),
                ("\(volume)/\(folders[1])0001.hocr", Self.hocr("of \(volume)")),
            ]
        }
        let bundle = try LayoutFixture.open(files, in: top)
        #expect(bundle.problems.isEmpty)
        let document = try #require(bundle.documents.first)
        #expect(bundle.text(of: document).pages.map { $0?.text } == ["of vol1", "of vol2"])
    }

    @Test func textsWithoutAnImageAreNamed() throws {
        let bundle = try LayoutFixture.open([
            ("1.jpg", "image"), ("2.jpg", "image"), ("1.hocr", Self.hocr("one")), ("9.hocr", Self.hocr("nine")),
        ])
        #expect(bundle.problems.map(\.entry) == ["9.hocr"])
        #expect(bundle.text(of: bundle.documents[0]).pages.map { $0?.text } == ["one", nil])
    }

    @Test func imagesAreReadWithoutADamagedText() throws {
        let bundle = try LayoutFixture.open([("1.jpg", "image"), ("2.jpg", "image"), ("x.hocr", "")])
        #expect(bundle.problems.map(\.entry) == ["x.hocr"])
        #expect(bundle.documents.map(\.fileNames) == [["1.jpg", "2.jpg"]])
    }

    // MARK: - Storage roots

    @Test(arguments: LayoutFixture.tops, [true, false]) func ocflObjectsOfAStorageRootAreReadOneByOne(
        top: String, isRoot: Bool
    )
        throws
    {
        let folders = ["a/1", "a/2"]
        let files =
            folders.flatMap { folder in LayoutFixture.ocfl.map { ("\(folder)/\($0.0)", $0.1) } }
            + (isRoot ? [("0=ocfl_1.1", "ocfl_1.1\n"), ("ocfl_layout.json", "{}")] : [])
        let bundle = try LayoutFixture.open(files, in: top)
        expectBundle(bundle, format: .ocfl, problems: [])
        // Old versions are none of the documents.
        #expect(bundle.documents.map(\.entry) == folders.map { (isRoot ? "" : top) + $0 + "/papers/minutes.pdf" })
        #expect(bundle.documents.allSatisfy { $0.metadata.identifier == "urn:me:7" })
        let stated = try FixityLossTests.open(files, in: top).statedFixity.map(\.name)
        #expect(stated.filter { $0.hasSuffix("v1/content/m.pdf") } == folders.map { "\(top)\($0)/v1/content/m.pdf" })
    }

    @Test func ocflObjectSaysWhatItIsOfSeveralDocuments() throws {
        let files = LayoutFixture.ocfl.map { name, text in
            (name, text.replacing("\"papers/minutes.pdf\"", with: "\"a.pdf\",\"b.pdf\""))
        }
        let bundle = try LayoutFixture.open(files)
        #expect(bundle.documents.count == 2)
        #expect(
            bundle.documents.allSatisfy {
                $0.metadata.details.contains(MetadataDetail(.package, called: "Object", "urn:me:7"))
            }
        )
    }
}
