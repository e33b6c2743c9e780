import BundleConventions
import DocSearchTestSupport
import ExtractionProtocol
import Testing

@testable import BundleReading

/// The content of a file decides what it is, wherever it lies.
@Suite("Files under wrong names, and under none")
struct WrongNameTests {
    enum Content: CaseIterable {
        case pdf, tiff, png, jpeg, jpeg2000, zip, tar, winmail, mail

        /// With two PDFs where it holds files.
        func bytes() throws -> [UInt8] {
            switch self {
            case .pdf: Fixture.pdf
            case .tiff: [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]
            case .png: MailImageTests.png(1240, 1754)
            case .jpeg: MailImageTests.jpeg(2000, 3000)
            case .jpeg2000: [0xFF, 0x4F, 0xFF, 0x51, 0, 41, 0, 0, 0, 0, 8, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]
            case .zip: ZipWriter([.init("a.pdf", Fixture.pdf), .init("b.pdf", Fixture.pdf)]).bytes
            case .tar: try ArchiveWriter.bytes([.init("a.pdf", Fixture.pdf), .init("b.pdf", Fixture.pdf)], .tar)
            case .winmail:
                TNEFWriter(attachments: [
                    .init(title: "a.pdf", bytes: Fixture.pdf), .init(title: "b.pdf", bytes: Fixture.pdf),
                ]).bytes
            case .mail: Array("From: ada@example.org\nSubject: about %PDF-1.4 files\n\nThe header 1 0 obj.\n".utf8)
            }
        }

        var isImage: Bool { [.tiff, .png, .jpeg, .jpeg2000].contains(self) }

        /// The names of the documents in a file of this name.
        func documents(in name: String) -> [String] {
            [.zip, .tar, .winmail].contains(self) ? ["\(name)!/a.pdf", "\(name)!/b.pdf"] : [name]
        }
    }

    /// Beside a document that is called right, so that images stay documents of their own.
    private static func check(_ bundle: OpenedBundle, _ content: Content, _ name: String, _ place: String) throws {
        let found = bundle.documents.filter { $0.entry.hasPrefix(name) }
        #expect(found.map(\.entry) == content.documents(in: name), "\(content) called \(name) in \(place)")
        #expect(bundle.problems == [] && bundle.passedOver == [], "\(content) called \(name) in \(place)")
        guard content != .mail, let document = found.first else { return }
        let isImages = if case .images = document.files { true } else { false }
        #expect(isImages == content.isImage, "\(content) called \(name) in \(place)")
    }

    @Test(arguments: Content.allCases) func contentDecidesWhatAFileIs(content: Content) throws {
        let bytes = try content.bytes()
        for name in ["a.pdf", "a.TIF", "a.jpg", "a.jp2", "a.png", "a.zip", "a.tar", "a.eml", "a"] {
            let zip = try openZip([.init("other.pdf", Fixture.pdf), .init(name, bytes)])
            try Self.check(zip, content, name, "a zip")
            let tar = try ArchiveWriter.bytes([.init("other.pdf", Fixture.pdf), .init(name, bytes)], .gzip)
            try Self.check(openBundle(tar), content, name, "a tar")
            guard name != "a" else { continue }
            let mail = MailWriter([.text(), .init(file: name, type: "application/octet-stream", bytes)])
            try Self.check(openBundle(mail.text.utf8), content, name, "a mail")
        }
    }

    private static let unnamed: [(content: Content, name: String)] = [
        (.zip, "noname.zip"), (.tar, "noname.tar"), (.winmail, "noname.tnef"), (.mail, "noname.eml"),
        (.pdf, "noname.pdf"), (.tiff, "noname.tif"),
    ]

    /// A zip or a tar that is not packed has the beginning of its first PDF within the first kilobyte.
    @Test(arguments: unnamed) func attachmentWithoutAnEndingIsReadAsWhatItIs(content: Content, name: String) throws {
        for type in ["application/octet-stream", "application/x-unknown"] {
            let mail = MailWriter([.text(), .init(file: "noname", type: type, try content.bytes())])
            let bundle = try openBundle(mail.text.utf8)
            #expect(bundle.documents.map(\.entry) == [""] + content.documents(in: name), "\(type)")
            #expect(bundle.problems == [] && bundle.passedOver == [], "\(type)")
        }
    }

    @Test func attachmentThatIsSaidToBeTextIsReadAsThePDFThatItIs() throws {
        let mail = MailWriter([.text(), .init(file: "scan", type: "text/plain", Fixture.pdf)])
        #expect(try openBundle(mail.text.utf8).documents.map(\.entry) == ["", "scan.pdf"])
    }

    private static let texts = [
        "The header %PDF-1.4 of a PDF is explained here.\n", "2024 converting %PDF-1.4 ok\n2024 10 objects\n",
        "notes\n\n%PDF-1.7\nis what the file begins with\n",
    ]

    @Test(arguments: texts) func textThatMentionsAPDFIsNone(text: String) throws {
        let bytes = Array(String(repeating: text, count: 40).utf8)
        #expect(FirstBytes.type(of: bytes, named: "notes") == nil)
        let mail = try openBundle(
            MailWriter([.text(), .init(file: "notes", type: "application/x-log", bytes)]).text.utf8)
        #expect(mail.documents.map(\.entry) == [""])
        #expect(mail.passedOver == ["notes"])
        #expect(mail.problems == [])
        #expect(try bundleError { try openBundle(bytes) }.code == .unsupported)
    }

    @Test(arguments: [0, 1, 128, 700, 1010]) func pdfBehindOtherBytesIsOne(count: Int) throws {
        let before = [UInt8](repeating: 0x41, count: count)
        let pdf = before + Fixture.pdf + [UInt8](repeating: 0x20, count: 2000) + Array("startxref\n0\n%%EOF\n".utf8)
        #expect(try openBundle(pdf).format == .pdf)
        #expect(FirstBytes.type(of: Array(pdf.prefix(FirstBytes.count)), named: "0001") == .pdf)
    }
}
