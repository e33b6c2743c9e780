import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

/// What goes beyond a limit is a failure with the code `limit` and the limit's name, whichever limit it is.
@Suite("Going beyond a limit") struct LimitReportTests {
    /// A bundle that goes beyond one limit when that is set low.
    struct Excess: Sendable, CustomTestStringConvertible {
        let limit: String
        let file: String
        let bytes: [UInt8]
        var ocr = IndexingOptions.OCR.never
        let set: @Sendable (inout ReadingLimits) -> Void

        var testDescription: String { limit }

        init(
            _ limit: String, _ file: String, _ bytes: [UInt8], ocr: IndexingOptions.OCR = .never,
            _ set: @escaping @Sendable (inout ReadingLimits) -> Void
        ) {
            (self.limit, self.file, self.bytes, self.ocr, self.set) = (limit, file, bytes, ocr, set)
        }
    }

    static let all: [Excess] = [
        Excess("entries", "a.zip", zip([pdf("a.pdf"), pdf("b.pdf")])) { $0.entries = 1 },
        Excess("entryBytes", "a.zip", zip([pdf("a.pdf")])) { $0.entryBytes = 100 },
        Excess("bundleBytes", "a.zip", zip([PackedZeros.entry("a.pdf")])) { $0.bundleBytes = 100 },
        Excess("compressionRatio", "a.zip", zip([PackedZeros.entry("a.pdf")])) {
            ($0.compressionRatio, $0.memoryBytes) = (20, 1 << 20)
        },
        Excess("metadataBytes", "a.zip", zip([pdf("a.pdf"), .init("a.json", #"{"title": "A heron"}"#)])) {
            $0.metadataBytes = 10
        },
        Excess("markupBytes", "a.zip", zip([.init("a.hocr", hocr)])) { $0.markupBytes = 100 },
        Excess("markupDepth", "a.zip", zip([.init("a.hocr", hocr)])) { $0.markupDepth = 2 },
        Excess("nesting", "a.zip", zip([.init("b.zip", zip([.init("c.zip", zip([pdf("c.pdf")]))]))])) {
            $0.nesting = 1
        },
        Excess("nameBytes", "a.zip", zip([pdf("heron.pdf")])) { $0.nameBytes = 5 },
        Excess("pages", "a.pdf", PDFWriter(texts: ["a heron", "in the reeds"]).bytes) { $0.pages = 1 },
        Excess("pageTextBytes", "a.pdf", PDFWriter(texts: ["a heron in the reeds"]).bytes) { $0.pageTextBytes = 8 },
        Excess("pagePixels", "a.pdf", PDFWriter(texts: ["a heron"]).bytes, ocr: .always) { $0.pagePixels = 1 },
        Excess("mailBytes", "a.eml", mail) { $0.mailBytes = 100 },
        Excess("mailHeaderBytes", "a.eml", mail) { $0.mailHeaderBytes = 100 },
        Excess("imageBytes", "a.png", png) { $0.imageBytes = 100 },
    ]

    @Test(arguments: all)
    func goingBeyondALimitIsAFailureWithTheNameOfTheLimit(_ excess: Excess) async throws {
        let archive = try TestArchive()
        try archive.write(excess.bytes, to: excess.file)
        try await expectFailure(of: archive, named: excess.limit, ocr: excess.ocr, excess.set)
    }

    /// The file is longer than what a process may have of memory, and takes no room on the disk.
    @Test func takingTooMuchMemoryIsAFailureWithTheNameOfTheLimit() async throws {
        let archive = try TestArchive()
        let path = try archive.write([0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 0, 0], to: "a.tif")
        #expect(truncate(path, 700 << 20) == 0)
        try await expectFailure(of: archive, named: "addressSpaceBytes") { $0.addressSpaceBytes = 600 << 20 }
    }

    /// A file of terabytes that takes no room on the disk. Hashed, it would take the whole night. It costs itself alone.
    @Test(arguments: ["a.pdf", "b.txt", "bag/data/a.pdf"])
    func aFileTooLargeToReadIsAFailureWithTheNameOfTheLimit(name: String) async throws {
        let archive = try TestArchive()
        let path = try archive.write([UInt8](), to: name)
        try archive.write(["heron"], to: "b.pdf")
        if name.hasPrefix("bag/") {
            try archive.write("BagIt-Version: 0.97\nTag-File-Character-Encoding: UTF-8\n".utf8, to: "bag/bagit.txt")
            try archive.write("\(String(repeating: "0", count: 64))  data/a.pdf\n".utf8, to: "bag/manifest-sha256.txt")
            try archive.write(["another heron"], to: "bag/data/b.pdf")
        }
        #expect(truncate(path, 4 << 40) == 0)
        try await expectFailure(of: archive, named: "fileBytes", within: .seconds(600)) { _ in }
        #expect(try archive.find("heron").count == (name.hasPrefix("bag/") ? 2 : 1))
        // Another run leaves it alone.
        let again = try await archive.update { $0.maximumTime = .seconds(600) }
        #expect(!again.report.isPartial)
        #expect(again.report.failed == 0)
        #expect(again.report.standingFailures > 0)
        try archive.write(["heron"], to: "small/b.pdf")
        #expect(try await archive.update([archive.root + "/small"]).failures.isEmpty)
    }

    /// Its bytes are in no hash of the bundle.
    @Test func aCompanionBeyondALimitIsAFailureAsLongAsItIsThere() async throws {
        let archive = try TestArchive()
        try archive.write(["heron"], to: "b.pdf")
        try await archive.update()
        for _ in 1...2 {
            #expect(truncate(try archive.write([UInt8](), to: "b.txt"), 4 << 40) == 0)
            #expect(try await archive.update().report.standingFailures == 1)
            #expect(try await archive.update().report.standingFailures == 1)
            try archive.remove("b.txt")
            #expect(try await archive.update().report.standingFailures == 0)
            #expect(try archive.find("heron") == ["b.pdf"])
        }
    }

    /// The system ends a process that used up its time, by a signal.
    @Test(arguments: [false, true])
    func takingTooMuchTimeIsAFailureWithTheNameOfTheLimit(inspects: Bool) async throws {
        let archive = try TestArchive()
        let worker = try FakeWorker("echo x >> \"$dir/deaths\"; kill -XCPU $$")
        try archive.write([1], to: "bad.pdf")
        if inspects {
            var options = IndexingOptions.forTests
            options.extractorPath = worker.path
            var problems: [BundleDescription.Problem] = []
            try BundleInspector(options: options).describe([archive.root + "/bad.pdf"]) { problems += $0.problems }
            #expect(problems.map(\.code) == ["limit"])
            #expect(problems.first?.reason.contains("(processorSeconds)") == true)
        } else {
            try await expectFailure(of: archive, named: "processorSeconds", worker: worker.path) { _ in }
        }
        #expect(worker.note("deaths") == "x", "the same work takes the same time again")
    }

    @Test func documentsThatDoNotFitIntoTheMemoryKeptGoBeyondNoLimit() async throws {
        let archive = try TestArchive()
        try archive.write(Self.zip([Self.pdf("a.pdf"), Self.pdf("b.pdf")]), to: "a.zip")
        let run = try await archive.update { $0.limits.memoryBytes = 1 }
        #expect(run.failures.isEmpty)
        #expect(run.report.documents == 2)
    }

    /// Each bundle on the way to the document takes a temporary file, which a worker that is locked in cannot make.
    @Test func bundlesNestedAsDeepAsALimitCanBeGoBeyondNone() async throws {
        let archive = try TestArchive()
        var bytes = Self.zip([Self.pdf("a.pdf"), Self.pdf("b.pdf")])
        for depth in 0..<8 { bytes = Self.zip([.init("\(depth).zip", bytes), Self.pdf("\(depth).pdf")]) }
        try archive.write(bytes, to: "a.zip")
        let run = try await archive.update { ($0.limits.memoryBytes, $0.limits.nesting) = (1, 100) }
        #expect(run.failures.isEmpty, "\(run.failures)")
        #expect(run.report.documents == 10, "\(run.failures)")
    }

    private func expectFailure(
        of archive: TestArchive, named limit: String, ocr: IndexingOptions.OCR = .never, worker: String? = nil,
        within time: Duration? = nil, _ set: @Sendable (inout ReadingLimits) -> Void
    ) async throws {
        let run = try await archive.update {
            set(&$0.limits)
            ($0.ocr, $0.maximumTime) = (ocr, time)
            if let worker { $0.extractorPath = worker }
        }
        #expect(!run.failures.isEmpty)
        #expect(run.failures.allSatisfy { $0.reason.contains("(\(limit))") }, "\(run.failures)")
        #expect(try Set(archive.index.status().failures.map(\.code)) == ["limit"])
    }

    // MARK: - What is written

    private static func zip(_ entries: [ZipWriter.Entry]) -> [UInt8] { ZipWriter(entries).bytes }

    private static func pdf(_ name: String) -> ZipWriter.Entry {
        ZipWriter.Entry(name, PDFWriter(texts: ["a heron"]).bytes)
    }

    private static let hocr = """
        <html><head><title>Herons</title></head><body><div class='ocr_page' title='bbox 0 0 100 100'>
        <span class='ocr_line' title='bbox 0 0 90 20'><span class='ocrx_word' title='bbox 0 0 90 20'>heron</span></span>
        </div></body></html>
        """

    private static let mail: [UInt8] = {
        let lines = [
            "From: Heron <heron@aldermere.example>", "To: Reed <reed@aldermere.example>",
            "Subject: Herons in the reeds",
            "Date: Mon, 02 Mar 1998 10:00:00 +0000", "MIME-Version: 1.0",
            "Content-Type: application/pdf; name=\"a.pdf\"",
            "Content-Disposition: attachment; filename=\"a.pdf\"", "Content-Transfer-Encoding: base64", "",
            Data(PDFWriter(texts: ["a heron"]).bytes).base64EncodedString(options: .lineLength76Characters), "",
        ]
        return Array(lines.joined(separator: "\r\n").utf8)
    }()

    /// A header that says 100 by 100 pixels in grey, and no picture behind it.
    private static let png: [UInt8] = {
        let header: [UInt8] = [0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 0, 100, 0, 0, 0, 100, 8, 0, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + header + [UInt8](repeating: 0, count: 100)
    }()
}
