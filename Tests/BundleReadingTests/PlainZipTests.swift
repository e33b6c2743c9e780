import BundleReading
import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

@Suite struct PlainZipTests {
    @Test func takesEveryPDFOfAZipByItsNameOrItsContent() throws {
        let names = [
            "a.pdf", "Letters/B.PDF", "Letters/", "folder.pdf/", "__MACOSX/a.pdf", "__MACOSX/._a.pdf", "x/._c.pdf",
            ".DS_Store", "Thumbs.db", "notes.txt", "a.pdf.zip", "windows\\d.pdf", "pdf",
        ]
        let bundle = try openZip(names.map { .init($0, $0.hasSuffix("/") ? [] : Fixture.pdf) })
        expectBundle(bundle, format: .zip, entries: ["a.pdf", "Letters/B.PDF", "windows/d.pdf", "pdf", "a.pdf.zip"])
        #expect(bundle.documents.allSatisfy { $0.hasContent && $0.metadata == DocumentMetadata() })
        #expect(bundle.problems.isEmpty)
    }

    @Test func readsTheOwnBytesOfEachDocumentOfAZip() throws {
        let bundle = try openZip((1...5).map { .init("\($0).pdf", "content \($0)") })
        for (number, document) in bundle.documents.enumerated().reversed() {
            #expect(try bytes(of: bundle.pdf(of: document)) == Array("content \(number + 1)".utf8))
        }
    }

    @Test func readsMetadataSidecar() throws {
        let json = """
            {"title":" Minutes of 1931 ","author":"Ann Lee; Bo Ek","date":"1931-03","keywords":"water, council;law",
            "id":42,"lang":"en","description":"The year","page_count":"12","extra":{"kept":true}}
            """
        let bundle = try openZip([.init("box/m.json", json), .init("box/m.pdf", Fixture.pdf)])
        var expected = DocumentMetadata()
        expected.identifier = "42"
        expected.title = "Minutes of 1931"
        expected.titleSource = .metadata
        expected.authors = ["Ann Lee", "Bo Ek"]
        expected.date = "1931-03"
        expected.tags = ["water", "council", "law"]
        expected.language = "en"
        expected.description = "The year"
        expected.claimedPageCount = 12
        #expect(bundle.documents[0].metadata == expected)
        #expect(bundle.documents[0].rawMetadata?.contains(#""extra":{"kept":true}"#) == true)
    }

    /// A sidecar's name, and whether it belongs to `in/Scan.PDF`.
    @Test(arguments: [
        ("in/Scan.json", true), ("in/Scan.PDF.json", true), ("in/Scan.JSON", true), ("Scan.json", false),
        ("in/Scan2.json", false), ("out/Scan.json", false), ("in/scan.json", false),
    ])
    func sidecarBelongsToItsDocumentByItsName(name: String, belongs: Bool) throws {
        let bundle = try openZip([.init("in/Scan.PDF", Fixture.pdf), .init(name, #"{"title":"T"}"#)])
        #expect(bundle.documents[0].metadata.title == (belongs ? "T" : nil))
    }

    @Test func prefersMoreParticularSidecar() throws {
        let bundle = try openZip([
            .init("a.json", #"{"title":"for all that is called a"}"#), .init("a.pdf.json", #"{"title":"for a.pdf"}"#),
            .init("a.pdf", Fixture.pdf),
        ])
        #expect(bundle.documents[0].metadata.title == "for a.pdf")
    }

    @Test(
        arguments: [
            ("one\u{C}two\u{C}", ["one", "two"], nil), ("one\u{C}\u{C}three", ["one", "", "three"], nil),
            ("\u{C}\u{C}\u{C}", ["", "", ""], nil), ("no borders", [], "no borders"), ("", [], nil),
            ("one\r\n\u{C}\u{301}two", ["one\r\n", "\u{301}two"], nil),
        ] as [(String, [String], String?)])
    func splitsTextSidecarAtFormFeeds(text: String, pages: [String], unpaged: String?) throws {
        let bundle = try openZip([.init("a.pdf", Fixture.pdf), .init("a.txt", text)])
        #expect(bundle.text(of: bundle.documents[0]).pages.map { $0?.text ?? "" } == pages)
        #expect(bundle.text(of: bundle.documents[0]).unpaged == unpaged)
    }

    @Test(
        arguments: [
            (Array("Größe €".utf8), "Größe €"), ([0xEF, 0xBB, 0xBF] + Array("Größe".utf8), "Größe"),
            ([0xFF, 0xFE, 0x41, 0x00, 0xDF, 0x00], "Aß"), ([0xFE, 0xFF, 0x00, 0x41, 0x00, 0xDF, 0x00], "Aß"),
            ([0xFF, 0xFE], nil), ([0x47, 0x72, 0xF6, 0xDF, 0x65, 0x20, 0x80, 0x93], "Größe €\u{201C}"),
            ([0x41, 0x81], "A\u{FFFD}"),
        ] as [([UInt8], String?)])
    func readsATextSidecarInAnyEncoding(bytes: [UInt8], text: String?) throws {
        let bundle = try openZip([.init("a.pdf", Fixture.pdf), .init("a.txt", bytes)])
        #expect(bundle.text(of: bundle.documents[0]).unpaged == text)
    }

    @Test func reportsDamagedSidecarAndGoesOn() throws {
        let bundle = try openZip([
            .init("a.json", #"{"title":"#), .init("a.pdf", Fixture.pdf), .init("b.json", "[1]"),
            .init("b.pdf", Fixture.pdf), ZipWriter.Entry("b.txt", "text").with { $0.checksum = 1 },
        ])
        #expect(bundle.documents.map(\.entry) == ["a.pdf", "b.pdf"])
        #expect(
            bundle.problems == [
                BundleError(.damaged, "it is not valid JSON", entry: "a.json"),
                BundleError(.damaged, "it is not a JSON object", entry: "b.json"),
            ])
        #expect(
            bundle.text(of: bundle.documents[1]).problems == [
                BundleError(.damaged, "its checksum does not match", entry: "b.txt")
            ])
    }

    @Test func reportsSidecarOfSeveralPDFsOnce() throws {
        let bundle = try openZip([
            .init("a.pdf", Fixture.pdf), .init("a.PDF", Fixture.pdf), .init("a.pdf", Fixture.pdf), .init("a.json", "{"),
        ])
        expectBundle(bundle, entries: ["a.pdf", "a.PDF", "a.pdf#2"], problems: ["a.json"])
    }

    private static let common =
        #"{"title":"Box 7","id":"B7","date":"1931","tags":["box"],"author":["Clerk"],"language":"sv","pageCount":9}"#

    @Test(arguments: ["", "Box/"])
    func completesSingleDocumentFromBundleMetadata(folder: String) throws {
        let bundle = try openZip([
            .init(folder + "metadata.json", Self.common), .init(folder + "a.pdf", Fixture.pdf),
            .init(folder + "a.json", #"{"tags":["letter"],"title":"Own"}"#), .init("__MACOSX/._x", "litter"),
        ])
        let metadata = bundle.documents[0].metadata
        #expect(metadata.title == "Own")
        #expect(metadata.identifier == "B7")
        #expect(metadata.date == "1931")
        #expect(metadata.tags == ["letter", "box"])
        #expect(metadata.claimedPageCount == 9)
    }

    @Test func metadataSharesOnlyCommonFieldsAmongSeveralDocuments() throws {
        let bundle = try openZip([
            .init("metadata.json", Self.common), .init("a.pdf", Fixture.pdf), .init("b.pdf", Fixture.pdf),
        ])
        for document in bundle.documents {
            #expect(document.metadata.title == nil)
            #expect(document.metadata.identifier == nil)
            #expect(document.metadata.claimedPageCount == nil)
            #expect(document.metadata.date == "1931")
            #expect(document.metadata.tags == ["box"])
            #expect(document.metadata.authors == ["Clerk"])
            #expect(document.metadata.language == "sv")
            #expect(document.rawMetadata == nil)
        }
    }

    @Test func ignoresBundleMetadataInASubfolder() throws {
        let bundle = try openZip([.init("x/metadata.json", Self.common), .init("a.pdf", Fixture.pdf)])
        #expect(bundle.documents[0].metadata == DocumentMetadata())
    }

    @Test func takesMetadataBesideMetadataPDFForSidecar() throws {
        let bundle = try openZip([
            .init("metadata.json", Self.common), .init("metadata.pdf", Fixture.pdf), .init("b.pdf", Fixture.pdf),
        ])
        #expect(bundle.documents.map(\.metadata.title) == ["Box 7", nil])
        #expect(bundle.documents.map(\.metadata.date) == ["1931", nil])
    }
}
