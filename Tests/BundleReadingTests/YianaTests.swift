import BundleReading
import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

@Suite struct YianaTests {
    @Test func readsVersion2OfYiana() throws {
        let bundle = try openBundle(Fixture.yianaZip(metadata: Fixture.yianaMetadata()))
        let document = try #require(bundle.documents.first)
        #expect(bundle.format == .yianaZip)
        #expect(document.entry == "content.pdf")
        #expect(document.metadata.identifier == "6F9A1B2C-0000-4000-8000-000000000001")
        #expect(document.metadata.title == "Minutes")
        #expect(document.metadata.titleSource == .metadata)
        #expect(document.metadata.tags == ["council", "water"])
        #expect(document.metadata.claimedPageCount == 3)
        #expect(document.metadata.language == nil)
        // 2001-01-01 and 781,000,000 seconds.
        #expect(document.metadata.date == "2025-10-01T08:26:40Z")
        #expect(bundle.text(of: document).unpaged == "The water board met")
        #expect(bundle.text(of: document).pages.isEmpty)
        #expect(try bytes(of: bundle.pdf(of: document)) == Fixture.pdf)
    }

    @Test func yianaKeepsRawMetadataWithoutItsBulk() throws {
        let bundle = try openBundle(Fixture.yianaZip(metadata: Fixture.yianaMetadata()))
        #expect(
            bundle.documents[0].rawMetadata
                == #"{"created":781000000.25,"id":"6F9A1B2C-0000-4000-8000-000000000001","modified":781000001,"#
                + #""ocrCompleted":true,"ocrSource":"service","pageCount":3,"tags":["council","water"],"#
                + #""title":"Minutes"}"#)
    }

    @Test func takesYianaWithoutAFormatForVersion2() throws {
        let bundle = try openBundle(Fixture.yianaZip(metadata: Fixture.yianaMetadata(), formatInfo: nil))
        #expect(bundle.format == .yianaZip)
    }

    @Test func yianaKeepsMetadataWithoutPDF() throws {
        let bundle = try openBundle(Fixture.yianaZip(metadata: Fixture.yianaMetadata(), content: nil))
        let document = bundle.documents[0]
        #expect(document.entry == "content.pdf")
        #expect(!document.hasContent)
        #expect(bundle.text(of: document).unpaged == "The water board met")
        let error = try bundleError { try bundle.pdf(of: document) }
        #expect(error == BundleError(.empty, "there is metadata but no PDF", entry: "content.pdf"))
    }

    static let formatProblems: [(json: String, error: BundleError)] = [
        (
            #"{"formatVersion":3}"#,
            BundleError(.unsupported, "this is version 3 of Yiana's format, up to 2 are supported")
        ), ("{", BundleError(.damaged, "it is not valid JSON", entry: "format.json")),
        ("{}", BundleError(.damaged, "it does not say the version of the format", entry: "format.json")),
        (
            #"{"formatVersion":"two"}"#,
            BundleError(.damaged, "it does not say the version of the format", entry: "format.json")
        ),
    ]

    @Test(arguments: formatProblems)
    func refusesOtherFormatsOfYiana(json: String, error: BundleError) throws {
        let bytes = try Fixture.yianaZip(metadata: Fixture.yianaMetadata(), formatInfo: json)
        #expect(try bundleError { try openBundle(bytes) } == error)
    }

    @Test(arguments: [true, false])
    func readsVersion1OfYiana(hasPDF: Bool) throws {
        let metadata = try Fixture.yianaMetadata(["title": "Größe"])
        let bundle = try openBundle(metadata + Fixture.separator + (hasPDF ? Fixture.pdf : []))
        let document = bundle.documents[0]
        #expect(bundle.format == .yianaBinary)
        #expect(document.entry == "")
        #expect(document.metadata.title == "Größe")
        #expect(document.hasContent == hasPDF)
        if hasPDF { #expect(try bytes(of: bundle.pdf(of: document)) == Fixture.pdf) }
    }

    @Test func findsTheSeparatorOfYianaAcrossTwoReads() throws {
        let short = try Fixture.yianaMetadata(["fullText": ""])
        for length in (65_536 - short.count - 4)...(65_536 - short.count + 1) {
            let metadata = try Fixture.yianaMetadata(["fullText": String(repeating: "x", count: length)])
            let bundle = try openBundle(metadata + Fixture.separator + Fixture.pdf)
            #expect(try bytes(of: bundle.pdf(of: bundle.documents[0])) == Fixture.pdf)
        }
    }

    @Test func readsYianaMetadataAlone() throws {
        let bundle = try openBundle(Fixture.yianaMetadata(["fullText": nil]))
        #expect(bundle.documents[0].metadata.title == "Minutes")
        #expect(bundle.text(of: bundle.documents[0]).unpaged == nil)
        #expect(!bundle.documents[0].hasContent)
    }

    @Test func limitsMetadataOfYianaVersion1() throws {
        let limits = limits { $0.metadataBytes = 100 }
        let bytes = try Fixture.yianaMetadata() + Fixture.separator + Fixture.pdf
        let error = try bundleError { try openBundle(bytes, limits: limits) }
        #expect(
            error
                == BundleError(
                    .limit, "the metadata has more bytes than allowed; the limit is 100 (metadataBytes)"))
    }

    /// A value of `created` as JSON, and the date it means.
    static let dates: [(json: String, date: String?)] = [
        ("0", "2001-01-01T00:00:00Z"), ("-1", "2000-12-31T23:59:59Z"),
        (#""2025-10-10T09:30:00+02:00""#, "2025-10-10T09:30:00+02:00"), (#""2025-10-10""#, "2025-10-10"),
        (#""soon""#, nil), ("1e300", nil), ("-1e13", nil), ("null", nil), ("[]", nil), ("true", nil),
    ]

    @Test(arguments: dates)
    func readsTheDateOfCreationOfYiana(json: String, date: String?) throws {
        let text = String(decoding: try Fixture.yianaMetadata(["created": "CREATED"]), as: UTF8.self)
        let bundle = try openBundle(text.replacing(#""CREATED""#, with: json).utf8)
        #expect(bundle.documents[0].metadata.date == date)
    }

    @Test(arguments: [0, 7, 900])
    func yianaKeepsTheClaimedPageCount(count: Int) throws {
        let bundle = try openBundle(Fixture.yianaMetadata(["pageCount": count]))
        #expect(bundle.documents[0].metadata.claimedPageCount == count)
    }

    @Test func yianaBearsWithWrongTypesOfOptionalFields() throws {
        let metadata = try Fixture.yianaMetadata([
            "pageCount": "many", "tags": 5, "fullText": ["a"], "pageProcessingStates": "none", "pdfHash": 1,
            "ocrConfidence": "high", "title": "", "ocrCompleted": "yes",
        ])
        let bundle = try openBundle(Fixture.yianaZip(metadata: metadata))
        #expect(bundle.format == .yianaZip)
        #expect(bundle.documents[0].metadata.claimedPageCount == nil)
        #expect(bundle.documents[0].metadata.title == nil)
        #expect(bundle.documents[0].metadata.titleSource == nil)
        #expect(bundle.text(of: bundle.documents[0]).unpaged == nil)
    }

    @Test func doesNotLosePDFsBesideYianaMetadata() throws {
        let bundle = try openZip([
            .init("metadata.json", Fixture.yianaMetadata()), .init("a.pdf", Fixture.pdf), .init("b.pdf", "x"),
        ])
        expectBundle(bundle, format: .zip, entries: ["a.pdf", "b.pdf"])
    }

    @Test func yianaKeepsMetadataWhenItsPDFIsLocked() throws {
        let bundle = try openZip([
            .init("metadata.json", Fixture.yianaMetadata()),
            ZipWriter.Entry("content.pdf", Fixture.pdf).with { $0.flags = ZipWriter.Entry.encrypted },
        ])
        #expect(bundle.format == .yianaZip)
        #expect(!bundle.documents[0].hasContent)
        #expect(bundle.problems.map(\.code) == [.locked])
    }
}
