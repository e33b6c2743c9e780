import BundleReading
import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

@Suite struct FormatDetectionTests {
    static let bundles: [(name: String, format: BundleFormat, bytes: [UInt8])] = {
        // Fixed JSON that can always be made: a failure here would show as an empty table.
        let metadata = (try? Fixture.yianaMetadata()) ?? []
        return [
            ("PDF", .pdf, Fixture.pdf),
            ("PDF after other bytes", .pdf, [UInt8](repeating: 0x0A, count: 1000) + Fixture.pdf),
            ("zip", .zip, ZipWriter([.init("a.pdf", Fixture.pdf)]).bytes),
            ("zip after a program", .zip, ZipWriter([.init("a.pdf", "x")], prefix: [0x4D, 0x5A, 0]).bytes),
            ("yianazip 2", .yianaZip, Fixture.yianaZip(metadata: metadata)),
            ("yianazip 1", .yianaBinary, metadata + Fixture.separator + Fixture.pdf),
            ("yianazip 1 without PDF", .yianaBinary, metadata + Fixture.separator),
            ("metadata alone", .yianaMetadata, metadata),
            ("metadata with byte order mark", .yianaMetadata, [0xEF, 0xBB, 0xBF, 0x0A] + metadata),
        ]
    }()

    @Test(arguments: bundles)
    func tellsTheFormatOfABundleByItsContent(name: String, format: BundleFormat, bytes: [UInt8]) throws {
        let bundle = try openBundle(bytes)
        #expect(bundle.format == format)
        #expect(bundle.documents.count == 1)
        #expect(bundle.problems.isEmpty)
    }

    static let rubbish: [(bytes: [UInt8], code: ProblemFrame.Code, reason: String)] = [
        ([], .empty, "the file is empty"),
        (Array("Dear reader".utf8), .unsupported, "this is neither a PDF, an image, a zip, a tar, a 7z nor a mail"),
        (
            Array(#"{"title":"x","id":"y"}"#.utf8), .unsupported,
            "this is neither a PDF nor a zip, and JSON that Yiana did not write: it lacks \"created\", "
                + "\"modified\", \"pageCount\", \"tags\", \"ocrCompleted\""
        ),
        (
            Array("{\"nothing".utf8), .damaged,
            "this begins like a Yiana document, but its metadata is not valid JSON"
        ),
        (
            Array("PK\u{3}\u{4} and no more".utf8), .damaged,
            "this zip has no directory, its end is missing or damaged"
        ),
        (
            Array(#"{\rtf1\ansi not a record"#.utf8), .unsupported,
            "this is neither a PDF, an image, a zip, a tar, a 7z nor a mail"
        ),
    ]

    @Test(arguments: rubbish)
    func saysWhatIsWrongWithAFileThatIsNoBundle(bytes: [UInt8], code: ProblemFrame.Code, reason: String) throws {
        let error = try bundleError { try openBundle(bytes) }
        #expect(error == BundleError(code, reason))
    }

    @Test(
        arguments: [
            ([], "there is no PDF and no page image in it"),
            ([.init("a.csv", "1,2")], "there is no PDF and no page image in it"),
            (
                [.init("[Content_Types].xml", "<Types/>"), .init("word/media/1.png", "x")],
                "it is a document of an office program, not a bundle"
            ),
            (
                [.init("mimetype", "application/epub+zip"), .init("META-INF/container.xml", "<x/>")],
                "it is an EPUB, not a bundle"
            ),
        ] as [([ZipWriter.Entry], String)])
    func skipsZipThatIsNoBundle(entries: [ZipWriter.Entry], reason: String) throws {
        let bundle = try openZip(entries)
        #expect(bundle.skipReason == reason)
        #expect(bundle.documents.isEmpty)
        #expect(bundle.problems.isEmpty)
    }

    @Test func bundleReaderRefusesAFolder() throws {
        let folder = try TemporaryFolder()
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY)
        defer { close(descriptor) }
        let error = try bundleError {
            try BundleReader(limits: ExtractionLimits()).open(descriptor: descriptor, path: folder.path)
        }
        #expect(error == BundleError(.unsupported, "this is not a regular file"))
    }

    @Test func bundleReaderRefusesAClosedDescriptor() throws {
        let error = try bundleError {
            try BundleReader(limits: ExtractionLimits()).open(descriptor: -1, path: "x")
        }
        #expect(error.code == .environment)
    }

    @Test func bundleReaderLeavesTheCallersDescriptorAsItWas() throws {
        let file = try OpenFile(ZipWriter([.init("a.pdf", Fixture.pdf)]).bytes)
        lseek(file.descriptor, 7, SEEK_SET)
        do {
            let bundle = try BundleReader(limits: ExtractionLimits()).open(
                descriptor: file.descriptor, path: "")
            _ = try bundle.pdf(of: bundle.documents[0])
        }
        #expect(lseek(file.descriptor, 0, SEEK_CUR) == 7)
    }
}
