import DocSearchTestSupport
import ExtractionProtocol
import Testing

@testable import BundleReading

@Suite("Images that come with mails")
struct MailImageTests {
    /// As much of a PNG as says its size.
    static func png(_ width: Int, _ height: Int) -> [UInt8] {
        let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        let end: [UInt8] = [8, 2, 0, 0, 0]
        return [start, four(width), four(height), end].flatMap { $0 }
    }

    /// As much of a JPEG, behind `before` bytes of what a camera notes.
    static func jpeg(_ width: Int, _ height: Int, before: Int = 0) -> [UInt8] {
        var bytes: [UInt8] = [0xFF, 0xD8]
        if before > 0 {
            bytes += [0xFF, 0xE1]
            bytes += two(before + 2)
            bytes += [UInt8](repeating: 0xC0, count: before)
        }
        // A table has a mark like that of a frame.
        bytes += [0xFF, 0xC4, 0, 4, 0, 0, 0xFF, 0xC2, 0, 17, 8]
        bytes += two(height)
        bytes += two(width)
        return bytes
    }

    private static func four(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { (shift: Int) in UInt8(truncatingIfNeeded: number >> shift) }
    }
    private static func two(_ number: Int) -> [UInt8] { Array(four(number).suffix(2)) }

    @Test func mailedImagesAreMeasuredByTheirFirstBytes() {
        let bare: [UInt8] = [0xFF, 0x4F, 0xFF, 0x51, 0, 41, 0, 0]
        let boxed: [UInt8] = [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 13, 10, 0x87, 10, 0x69, 0x68, 0x64, 0x72]
        let images: [([UInt8], Int, Int)] = [
            (Self.png(600, 800), 600, 800), (Self.jpeg(600, 800), 600, 800),
            (Self.jpeg(3000, 2000, before: 60_000), 3000, 2000),
            ([bare, Self.four(700), Self.four(900), Self.four(0), Self.four(0)].flatMap { $0 }, 700, 900),
            ([boxed, Self.four(900), Self.four(700)].flatMap { $0 }, 700, 900),
        ]
        for (bytes, width, height) in images {
            let measure = ImageMeasure(of: bytes)
            #expect(measure?.width == width)
            #expect(measure?.height == height)
            // Of fewer bytes nothing is told, and nothing goes wrong.
            for count in 0..<min(bytes.count, 40) {
                #expect((ImageMeasure(of: Array(bytes.prefix(count)))?.width ?? 1) > 0)
            }
        }
        #expect(ImageMeasure(of: Self.png(0, 5)) == nil)
        #expect(ImageMeasure(of: Array("GIF89a".utf8)) == nil)
    }

    private static func image(_ name: String, _ bytes: [UInt8], inText: Bool = false) -> MailWriter.Part {
        var part = MailWriter.Part(file: name, type: "image/png", bytes)
        if inText {
            part.headers.removeLast()
            part.headers += ["Content-Disposition: inline; filename=\(name)", "Content-ID: <\(name)@x>"]
        }
        return part
    }

    @Test func mailedImagesAreLeftOutWhereTheyAreTooSmallForPages() throws {
        let bundle = try openBundle(
            MailWriter([
                .text(), Self.image("logo.png", Self.png(200, 80)),
                Self.image("banner.png", Self.png(700, 200), inText: true),
                Self.image("scan.png", Self.png(1240, 1754)), Self.image("shown.png", Self.png(500, 700), inText: true),
                Self.image("receipt.jpg", Self.jpeg(384, 900)),
                Self.image("pasted.jpg", Self.jpeg(900, 600), inText: true),
                Self.image("odd.jpg", [0xFF, 0xD8, 0xFF, 0xD9]),
            ]).text.utf8)
        #expect(bundle.documents.map(\.entry) == ["", "images"])
        guard case .images(let images) = try bundle.content(of: bundle.documents[1]) else {
            throw BundleError(.damaged, "no images")
        }
        #expect((0..<images.count).map { images.name($0) } == ["odd.jpg", "pasted.jpg", "receipt.jpg", "scan.png"])
        #expect(
            bundle.documents[0].metadata.details.last
                == MetadataDetail(
                    .other, called: "Left out", "3 images too small to be a page: logo.png, banner.png, shown.png"))
        #expect(bundle.problems.isEmpty)
    }

    @Test func mailedImagesAreDocumentsBesideOthers() throws {
        let scan = Self.image("scan.png", Self.png(1240, 1754))
        let one = try openBundle(MailWriter([.init(file: "june.pdf"), scan]).text.utf8)
        #expect(one.documents.map(\.entry) == ["", "june.pdf", "scan.png"])
        #expect(
            one.documents.map { $0.metadata.title ?? $0.message?.title }
                == [String](repeating: "Minutes of June", count: 3))
        // What is in one message of a mailbox does not hide what is in another.
        let separator = "From a@b Tue Jun  3 18:30:05 2003\r\n"
        let box = separator + MailWriter([.init(file: "june.pdf")]).text + "\r\n" + separator + MailWriter([scan]).text
        #expect(
            try openBundle(box.utf8).documents.map(\.entry)
                == ["message-1", "message-1/june.pdf", "message-2", "message-2/scan.png"])
    }
}
