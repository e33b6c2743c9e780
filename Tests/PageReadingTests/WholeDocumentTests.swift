import DocSearchTestSupport
import Foundation
import Testing

@testable import PageReading

@Suite("A whole PDF")
struct WholeDocumentTests {
    @Test func pdfIsTheSameFromADescriptorAndFromItsBytes() throws {
        let writer = Self.archive
        let folder = try TemporaryFolder()
        let descriptor = open(try folder.write(writer.bytes, to: "archive.pdf"), O_RDONLY)
        defer { close(descriptor) }
        let (file, memory) = try (PDFDocument(descriptor: descriptor), PDFDocument(writer))
        #expect(file.information == memory.information)
        #expect(file.information.xmp.creators == ["O'Neill & Söhne"])
        #expect(file.information.author == "Zoë (clerk)")
        #expect(file.pageCount == 4)
        #expect(memory.pageCount == 4)
        for number in 1...4 {
            let isSame = try Contents(file.page(number)) == Contents(memory.page(number))
            #expect(isSame, "page \(number)")
        }
    }

    @Test(arguments: [
        ("D:2004", "2004"), ("D:19950203", "1995-02-03"), ("D:18850101120000+01'00'", "1885-01-01T12:00:00+01:00"),
        ("D:19120101120000Z", "1912-01-01T12:00:00Z"), ("D:19010203040506-05'00'", "1901-02-03T04:05:06-05:00"),
        ("D:16010101000000Z", nil), ("D:19700101000000Z", nil), ("D:19691231190000-05'00'", nil),
        ("D:20040101", "2004-01-01"),
        ("2004-05-06T07:08:09+02:00", "2004-05-06T07:08:09+02:00"), ("2004/03/05 07:08:09", "2004-03-05T07:08:09Z"),
        ("Mon Jan 05 10:00:00 2004", "2004-01-05"), ("1/2/2004 10:00:00", "2004"), ("D:20040506240000", "2004-05-06"),
        ("D:20040506070860+01'00'", "2004-05-06"), ("(null)", nil),
        ("20040506070809+01'00'", "2004-05-06T07:08:09+01:00"),
        ("D:19291231235959+00'00'", "1929-12-31T23:59:59Z"),
        ("D:191040506070809", "2004-05-06T07:08:09Z"), ("D:99990101000000Z", nil), ("D:2650", nil),
        ("D:20240331+02'00'", "2024-03-31"), ("D:20240101003000+0530", "2024-01-01T00:30:00+05:30"),
        ("D:20240101003000-03", "2024-01-01T00:30:00-03:00"),
    ])
    func pdfTellsADateAsItHasIt(written: String, expected: String?) throws {
        let writer = PDFWriter(texts: ["text"], information: ["CreationDate": written])
        let folder = try TemporaryFolder()
        let descriptor = open(try folder.write(writer.bytes, to: "date.pdf"), O_RDONLY)
        defer { close(descriptor) }
        #expect(try PDFDocument(descriptor: descriptor).information.creationDate == expected)
        #expect(try PDFDocument(writer).information.creationDate == expected)
    }

    @Test func pdfIsReadPageByPageInAnyOrder() throws {
        let document = try PDFDocument(Self.archive)
        let (last, first) = try (document.page(4), document.page(1))
        #expect(last.textLayer().text == "IV\nend")
        #expect(first.textLayer().text == "Minutes\nof the board")
        #expect(try document.page(4).textLayer().text == last.textLayer().text)
    }

    @Test func pdfHasTextThatCannotBeSeen() throws {
        let page = try PDFDocument(Self.archive).page(3)
        #expect(page.textLayer().text == "found only by searching")
        #expect(try page.overview().glyphRuns == 0)
    }

    @Test(arguments: [(14_400.0, 14_400.0), (14_400, 842), (595, 14_400)])
    func imagesOfHugePagesKeepWithinTheLimit(width: Double, height: Double) throws {
        var page = PDFWriter.Page(text: "a map")
        (page.width, page.height) = (width, height)
        let image = try PDFDocument(PDFWriter([page])).page(1).image(
            resolution: 400, maximumPixels: 2_000_000)
        let (count, ratio) = (image.pixels.count, Double(image.width) / Double(image.height))
        #expect(count <= 2_000_000)
        #expect(abs(ratio / (width / height) - 1) < 0.01)
    }

    @Test(.enabled(if: Self.hasSample, "Samples/archive is not there"))
    func lockedPDFOfTheSampleArchiveIsLocked() throws {
        let descriptor = open(Self.sample, O_RDONLY)
        defer { close(descriptor) }
        let error = try #require(throws: PageReadingError.self) { try PDFDocument(descriptor: descriptor) }
        #expect(error.code == .locked)
    }

    /// Everything about a page that can be compared.
    private struct Contents: Equatable {
        let text: String
        let label: String?
        let size: [Double]
        let scanResolution: Double?
        let pixels: [UInt8]

        init(_ page: PDFPage) throws {
            text = page.textLayer().text
            label = page.label
            size = [page.width, page.height]
            scanResolution = page.scanResolution()
            pixels = try page.image(resolution: 72, maximumPixels: 4_000_000).pixels
        }
    }

    private static let archive: PDFWriter = {
        var searchable = PDFWriter.Page()
        searchable.texts = [.init("found only by searching", left: 72, baseline: 600)]
        searchable.texts[0].isVisible = false
        let pages = [
            PDFWriter.Page(text: "Minutes\nof the board"), PDFPageTests.scan(bits: 1), searchable,
            PDFWriter.Page(text: "IV\nend"),
        ]
        var writer = PDFWriter(
            pages,
            information: ["Title": "Minutes", "CreationDate": "D:19610620120000Z", "Author": "Zoë (clerk)"])
        writer.labels = [
            .init(firstIndex: 0, style: "r"), .init(firstIndex: 3, style: "A", prefix: "Plate "),
        ]
        writer.metadata = "<dc:creator><rdf:li>O&apos;Neill &amp; S&#xF6;hne</rdf:li></dc:creator>"
        return writer
    }()

    private static let hasSample = FileManager.default.fileExists(atPath: sample)

    private static let sample = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent()
        .appendingPathComponent("../../Samples/archive/reports/1961-closed-session.pdf").standardizedFileURL
        .path
}
