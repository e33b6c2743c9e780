import DocSearchTestSupport
import Foundation
import Testing

@testable import DocSearch

/// A hole in a scan leaves the size of its file as it is, and the libraries that read it often say nothing.
@Suite("Scans that are damaged in place")
struct DamagedScanTests {
    @Test(arguments: DrawnScan.allCases)
    func recognizedWordsOfADamagedScanStay(scan: DrawnScan) async throws {
        let archive = try TestArchive()
        let bytes = try scan.bytes()
        try await archive.read(bytes, as: scan.name) { $0.ocr = .auto }
        let before = try archive.texts()
        try #require(try Self.lost(archive).isEmpty)
        let run = try await archive.read(Self.withHole(bytes), as: scan.name) { $0.ocr = .auto }
        #expect(run.failures.map(\.path) == [scan.name])
        #expect(run.failures.first?.reason.contains("docsearch reread") == true)
        for (isFull, ocr) in [(false, IndexingOptions.OCR.auto), (true, .auto), (true, .never)] {
            let again = try await archive.update { ($0.full, $0.ocr) = (isFull, ocr) }
            #expect(again.report.standingFailures == 1)
            #expect(again.report.recognized == 0 && again.report.waiting == 0)
            #expect(try archive.texts() == before)
        }
        // A good copy comes back.
        let whole = try await archive.read(bytes, as: scan.name) { $0.ocr = .auto }
        #expect(whole.report.standingFailures == 0 && whole.report.recognized == 0)
        #expect(try archive.texts() == before)
    }

    /// Nothing but the bytes speaks against such a scan.
    @Test func aKeptScanIsNotDecodedAgain() async throws {
        let archive = try await Self.damaged(.raw)
        let run = try await archive.update { $0.ocr = .auto }
        #expect(run.failures.first?.reason.contains("(other bytes, and exactly as many as before)") == true)
        let again = try await archive.update { ($0.full, $0.ocr) = (true, .auto) }
        #expect(again.failures.first?.reason.contains("(as it was the last time)") == true)
        #expect(try Self.lost(archive).isEmpty)
    }

    @Test func rereadTakesADamagedScan() async throws {
        let archive = try await Self.damaged(.raw)
        try await archive.update { $0.ocr = .auto }
        let reread = try await archive.reread("raw.tif") { $0.ocr = .auto }
        #expect(reread.failures.isEmpty, "\(reread.failures)")
        #expect(reread.report.recognized == 1)
        #expect(try archive.find("herons") == ["raw.tif"])
        #expect(try archive.find("book").isEmpty)
        let after = try await archive.update { ($0.full, $0.ocr) = (true, .auto) }
        #expect(after.report.standingFailures == 0)
    }

    @Test func anotherScanOfTheSameSizeIsTakenByReread() async throws {
        let archive = try TestArchive()
        try await archive.read(DrawnScan.raw.bytes(Array(DrawnScan.lines[..<4])), as: "a.tif") { $0.ocr = .auto }
        let run = try await archive.read(DrawnScan.raw.bytes(), as: "a.tif") { $0.ocr = .auto }
        #expect(run.failures.map(\.path) == ["a.tif"])
        #expect(try archive.find("herons") == ["a.tif"])
        let reread = try await archive.reread(bundlesAt: "a.tif") { $0.ocr = .auto }
        #expect(reread.failures.isEmpty, "\(reread.failures)")
        #expect(try archive.find("visitor") == ["a.tif"])
    }

    @Test(arguments: [IndexingOptions.OCR.auto, .never])
    func aTitleThatIsEditedInPlaceIsTakenWithoutRecognition(ocr: IndexingOptions.OCR) async throws {
        let archive = try TestArchive()
        func pdf(_ title: String) throws -> [UInt8] {
            let bytes = try DrawnScan.jpegInPDF.bytes()
            let titled = ChangeInPlaceTests.replaced(bytes, "/Producer (leptonica", "/Title    (\(title)")
            try #require(titled != bytes)
            return titled
        }
        try archive.write(pdf("harbour 1"), to: "a.pdf")
        try await archive.read(ZipWriter([.init("b.pdf", pdf("harbour 1"))]).bytes, as: "b.zip") { $0.ocr = .auto }
        let before = try archive.texts()
        try archive.write(pdf("harbour 2"), to: "a.pdf")
        let run = try await archive.read(
            ZipWriter([.init("b.pdf", pdf("harbour 2")), .init("c.txt", "one")]).bytes, as: "b.zip"
        ) { $0.ocr = ocr }
        #expect(run.failures.isEmpty, "\(run.failures)")
        #expect(run.report.recognized == 0 && run.report.waiting == 0)
        #expect(try archive.index.document("a.pdf").title.hasPrefix("harbour 2"))
        #expect(try archive.texts() == before)
        #expect(try Self.lost(archive).isEmpty)
    }

    @Test func aDamagedPageKeepsAllOfItsDocument() async throws {
        let archive = try TestArchive()
        func zip(_ first: [UInt8]) throws -> [UInt8] {
            try ZipWriter([.init("images/1.tif", first), .init("images/2.jpg", DrawnScan.jpeg.bytes())]).bytes
        }
        let good = try DrawnScan.raw.bytes()
        try await archive.read(zip(good), as: "a.zip") { $0.ocr = .auto }
        let before = try archive.texts()
        try #require(before.values.first?.count == 2)
        // The checksums are right: the image was damaged before it was packed.
        try archive.write(zip(Self.withHole(good)), to: "a.zip")
        for ocr in [IndexingOptions.OCR.never, .auto] {
            let run = try await archive.update { ($0.full, $0.ocr) = (true, ocr) }
            #expect(run.report.standingFailures == 1)
            #expect(try archive.texts() == before)
        }
    }

    /// The disk changes neither inode nor time.
    @Test func aScanThatIsDamagedAndRenamedKeepsItsWords() async throws {
        let archive = try TestArchive()
        let path = try archive.write(DrawnScan.raw.bytes(), to: "a.tif")
        try await archive.update { $0.ocr = .auto }
        var status = stat()
        try #require(stat(path, &status) == 0)
        try archive.rewrite("a.tif", Self.withHole)
        try #require(utimensat(AT_FDCWD, path, [status.st_atim, status.st_mtim], 0) == 0)
        try archive.move("a.tif", to: "b.tif")
        let run = try await archive.update { $0.ocr = .auto }
        #expect(run.failures.map(\.path) == ["b.tif"])
        #expect(try archive.find("book") == ["b.tif"])
        #expect(try Self.lost(archive).isEmpty)
    }

    @Test(arguments: DrawnScan.allCases)
    func aScanThatIsDamagedAndMovedKeepsItsWords(scan: DrawnScan) async throws {
        let archive = try TestArchive()
        try archive.write(["a kestrel"], to: "k.pdf")
        try archive.write(scan.bytes(), to: scan.name)
        try await archive.update { $0.ocr = .auto }
        let before = try archive.texts()[scan.name]
        let id = try archive.index.document(DocumentReference(scan.name)).id
        try archive.rewrite(scan.name, Self.withHole)
        try archive.move(scan.name, to: "b/\(scan.name)")
        for isFull in [false, true] {
            let run = try await archive.update { ($0.full, $0.ocr) = (isFull, .auto) }
            #expect(run.report.standingFailures == 1)
            #expect(run.report.removed == 0 && run.report.new == 0)
            #expect(try archive.texts()["b/\(scan.name)"] == before)
            #expect(try archive.index.document(DocumentReference("b/\(scan.name)")).id == id)
        }
    }

    /// The run is ended at any moment, and the next goes on.
    @Test(arguments: [0, 20, 100, 250, 500])
    func aRunThatIsStoppedTakesNoWordAlong(milliseconds: Int) async throws {
        let archive = try await Self.damaged(.raw)
        var options = IndexingOptions.forTests
        options.ocr = .auto
        for try await event in archive.index.update([archive.root], options: options) {
            guard case .started = event else { continue }
            try await Task.sleep(for: .milliseconds(milliseconds))
            break
        }
        #expect(try Self.lost(archive).isEmpty)
        let rest = try await archive.updateWhenUnlocked()
        #expect(rest.report.standingFailures == 1)
        #expect(try Self.lost(archive).isEmpty)
    }

    @Test func aScanThatCannotBeRenderedInTimeIsKept() async throws {
        let archive = try await Self.damaged(.raw)
        let run = try await archive.update { options in
            options.ocr = .auto
            options.recognitionTimeout = .zero
        }
        #expect(run.failures.map(\.path) == ["raw.tif"])
        #expect(run.failures.first?.reason.contains("its images could not be compared") == true)
        #expect(try Self.lost(archive).isEmpty)
        let next = try await archive.update { $0.ocr = .auto }
        #expect(next.failures.first?.reason.contains("its images are not those that were recognised") == true)
        #expect(try Self.lost(archive).isEmpty)
    }

    @Test func aScanThatCouldNotBeComparedIsComparedInTheNextRun() async throws {
        let archive = try TestArchive()
        func pdf(_ title: String) throws -> [UInt8] {
            ChangeInPlaceTests.replaced(
                try DrawnScan.jpegInPDF.bytes(), "/Producer (leptonica", "/Title    (\(title)")
        }
        try await archive.read(pdf("harbour 1"), as: "a.pdf") { $0.ocr = .auto }
        let run = try await archive.read(pdf("harbour 2"), as: "a.pdf") {
            ($0.ocr, $0.recognitionTimeout) = (.auto, .zero)
        }
        #expect(run.failures.first?.reason.contains("its images could not be compared") == true)
        #expect(try archive.index.document("a.pdf").title.hasPrefix("harbour 1"))
        let next = try await archive.update { $0.ocr = .auto }
        #expect(next.failures.isEmpty && next.report.recognized == 0)
        #expect(try archive.index.document("a.pdf").title.hasPrefix("harbour 2"))
        #expect(try Self.lost(archive).isEmpty)
    }

    // MARK: Scans

    /// One that was recognised, and has a hole since.
    private static func damaged(_ scan: DrawnScan) async throws -> TestArchive {
        let archive = try TestArchive()
        try await archive.read(scan.bytes(), as: scan.name) { $0.ocr = .auto }
        try archive.write(withHole(scan.bytes()), to: scan.name)
        return archive
    }

    /// Zeros in the middle: 2 kB, or a third of what has less or is not packed.
    private static func withHole(_ bytes: [UInt8]) -> [UInt8] {
        let isPacked = bytes.count < 100_000
        return ChangeInPlaceTests.Hole.zeros.made(in: bytes, bytes: isPacked ? min(2048, bytes.count / 3) : nil)
    }

    /// The drawn words that the index does not have.
    private static func lost(_ archive: TestArchive) throws -> Set<Substring> {
        try WorseSampleTests.words(DrawnScan.lines)
            .subtracting(WorseSampleTests.words(archive.texts().values.flatMap(\.self)))
    }
}
