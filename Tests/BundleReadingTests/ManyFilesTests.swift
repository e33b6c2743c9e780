import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

@testable import BundleReading

/// The work grows with the size of a bundle, not with its square, and what a bundle says once is not kept a million times.
@Suite struct ManyFilesTests {
    private static let png = "\u{89}PNG"

    @Test func readsManyFoldersOfImagesInTime() throws {
        try expectInTime { () throws in
            let files = (0..<5000).map { ("\($0)/1.png", Self.png) }
            #expect(try LayoutFixture.open(files).documents.count == 5000)
        }
    }

    @Test func readsManyItemsOfImagesInTime() throws {
        try expectInTime { () throws in
            let files = (0..<2500).flatMap { number in
                [
                    ("\(number)/dublin_core.xml", "<dublin_core/>"), ("\(number)/contents", "1.png\n"),
                    ("\(number)/1.png", Self.png),
                ]
            }
            #expect(try LayoutFixture.open(files).documents.count == 2500)
        }
    }

    @Test func readsManyScansOfSeveralPagesInTime() throws {
        try expectInTime { () throws in
            // A directory without fields, and another.
            let tiff: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 0, 0, 8, 0, 0, 0]
            let bundle = try openZip((0..<5000).map { ZipWriter.Entry("\($0).tif", tiff) })
            #expect(bundle.documents.count == 5000)
        }
    }

    @Test func completesManySubjectsInTime() throws {
        try expectInTime { () throws in
            func subjects(_ prefix: String) -> String {
                (0..<60_000).map { #"<dcvalue element="subject">\#(prefix)\#($0)</dcvalue>"# }.joined()
            }
            let bundle = try LayoutFixture.open([
                ("i/contents", "a.pdf\n"), ("i/a.pdf", LayoutFixture.pdf),
                ("i/dublin_core.xml", "<dublin_core>\(subjects("a"))</dublin_core>"),
                ("i/metadata_dc.xml", #"<dublin_core schema="dc">\#(subjects("b"))</dublin_core>"#),
            ])
            #expect(bundle.documents.map(\.metadata.tags.count) == [120_000])
        }
    }

    @Test func readsManyImagesByMailInTime() throws {
        try expectInTime { () throws in
            let messages = (0..<3000).map { _ in
                "From a\n" + MailWriter([.init(file: "1.png", type: "image/png", Array("image".utf8))]).text + "\n"
            }
            let bundle = try openBundle(messages.joined().utf8)
            #expect(bundle.documents.count == 6000)
            #expect(bundle.documents.allSatisfy { ($0.message ?? $0.metadata).title == "Minutes of June" })
        }
    }

    @Test func knowsTheMessageOfAnImageInAMailInAZip() throws {
        let mail = MailWriter([.init(file: "1.png", type: "image/png", Array("image".utf8))])
        let bundle = try LayoutFixture.open([("box/a.eml", mail.text)])
        #expect(bundle.documents.map(\.entry) == ["box/a.eml", "box/a.eml!/1.png"])
        #expect(bundle.documents.map { ($0.message ?? $0.metadata).title } == ["Minutes of June", "Minutes of June"])
    }

    /// A hostile title of one tag: each quotation mark once had all blanks before it looked through.
    @Test func readsManyQuotationMarksInHOCRInTime() throws {
        try expectInTime { () throws in
            let title = "image" + String(repeating: " ", count: 30_000) + String(repeating: "''", count: 15_000)
            let page = #"<div class="ocr_page" title="\#(title)">x</div>"#
            let text = "<html><body>\(String(repeating: page, count: 20))</body></html>"
            let document = try HOCRReader.document(Array(text.utf8), limits: ExtractionLimits())
            #expect(document.pages.count == 20)
        }
    }

    @Test func givesAFileOfTextToOnePage() throws {
        let pages = ["T", "U", "T"].map { "<div TYPE=\"page\"><fptr FILEID=\"\($0)\"/></div>" }.joined()
        let files = [("T", "1.xml"), ("U", "2.xml"), ("P", "a.pdf")].map { LayoutFixture.file($0.0, $0.1) }.joined()
        let alto = "<alto><Layout><Page><TextLine><String CONTENT=\"once\"/></TextLine></Page></Layout></alto>"
        let bundle = try LayoutFixture.open([
            ("mets.xml", LayoutFixture.mets(files: files, pages: pages)), ("1.xml", alto), ("2.xml", alto),
            ("a.pdf", LayoutFixture.pdf),
        ])
        #expect(try bundle.text(of: #require(bundle.documents.first)).pages.map { $0?.text } == ["once", "once", nil])
    }

    @Test func makesOneDocumentOfAFileThatIsNamedTwice() throws {
        let files = LayoutFixture.file("P", "a.pdf") + LayoutFixture.file("Q", "a.pdf")
        let mets = [("mets.xml", LayoutFixture.mets(files: files, pages: "")), ("a.pdf", LayoutFixture.pdf)]
        #expect(try LayoutFixture.open(mets).documents.map(\.entry) == ["a.pdf"])
        let item = [
            ("dublin_core.xml", "<dublin_core/>"), ("contents", "a.pdf\na.pdf\n"), ("a.pdf", LayoutFixture.pdf),
        ]
        #expect(try LayoutFixture.open(item).documents.map(\.entry) == ["a.pdf"])
    }

    @Test(arguments: [(3, true), (3000, false)])
    func keepsLongListsWithFewDocumentsOnly(count: Int, areKept: Bool) throws {
        let tags = (0..<3000).map { "\"tag \($0)\"" }.joined(separator: ",")
        let pdfs = (0..<count).map { ("\($0).pdf", LayoutFixture.pdf) }
        let bundle = try LayoutFixture.open([("metadata.json", #"{"tags":[\#(tags)],"date":"1931"}"#)] + pdfs)
        #expect(bundle.documents.count == count)
        #expect(bundle.documents.allSatisfy { $0.metadata.date == "1931" && $0.metadata.tags.isEmpty != areKept })
        let bag = try LayoutFixture.open(
            [("bagit.txt", LayoutFixture.declaration), ("bag-info.txt", "Title: \(tags)\nBagging-Date: 1931\n")]
                + pdfs.map { ("data/" + $0.0, $0.1) })
        #expect(bag.documents.allSatisfy { ($0.rawMetadata != nil) == areKept })
    }

    @Test func ordersNumbersInNamesByTheirValues() {
        let sorted = [
            "1.png", "01.png", "9.png", "10.png", "a", "a01b1", "A 2/x", "a 2b", "a 10", "b", "page 2", "Page 3",
            "page 010", "page 11", "ä", "漢2", "漢10",
        ]
        for seed in 0..<20 {
            var generator = SeededGenerator(seed: UInt64(seed))
            let files = sorted.shuffled(using: &generator).map {
                BundleFolder.File(path: $0, entry: BundleEntry(index: 0, name: $0))
            }
            #expect(NaturalOrder.sorted(files).map(\.path) == sorted)
        }
    }
}
