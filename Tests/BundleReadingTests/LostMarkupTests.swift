import DocSearchTestSupport
import ExtractionProtocol
import Testing

@testable import BundleReading

@Suite("Files that are damaged within a bundle are named")
struct LostMarkupTests {
    private static let hocr =
        "<!DOCTYPE html>\n<html><head><meta name='ocr-system' content='x'><title></title></head><body>"
        + "<div class='ocr_page'><span class='ocr_line'><span class='ocrx_word'>heron</span> "
        + "<span class='ocrx_word'>egret</span></span></div></body></html>\n"
    private static let page = Array("<html><head><title>404</title></head><body><h1>Not Found</h1></body></html>".utf8)

    private func flaw(_ text: some Sequence<UInt8>) throws -> String? {
        try HOCRReader.document(Array(text), limits: ExtractionLimits()).flaw
    }

    @Test func hocrThatIsCutOrHasZerosIsDamaged() throws {
        #expect(try flaw(Self.hocr.utf8) == nil)
        // As HTML may be written.
        let open = Self.hocr.replacing("</body></html>", with: "")
        #expect(try flaw(open.utf8) == nil)
        // It may have been cut off between two pages, which is told by what was there before.
        #expect(try HOCRReader.document(Array(open.utf8), limits: ExtractionLimits()).hasOpenEnd)
        #expect(try !HOCRReader.document(Array(Self.hocr.utf8), limits: ExtractionLimits()).hasOpenEnd)
        let wideCut = open.replacing("</div>", with: "").utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try flaw([0xFF, 0xFE] + wideCut)?.contains("no end") == true)
        #expect(try flaw("<?xml version='1.0'?>\(Self.hocr)".replacing("</html>", with: "").utf8) != nil)
        #expect(try flaw(Self.hocr.replacing("</span></div>", with: "</span>").utf8) == nil)
        for count in [30, 60, 90] {
            #expect(try flaw(Self.hocr.utf8.dropLast(count))?.contains("no end") == true, "\(count)")
        }
        let zeros = Array(Self.hocr.utf8).enumerated().map { (190..<210).contains($0.offset) ? 0 : $0.element }
        #expect(try flaw(zeros)?.contains("zeros") == true)
        let wide = Self.hocr.replacing("'x'>", with: "x>").utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try flaw([0xFF, 0xFE] + wide) == nil)
        #expect(try flaw("<div class='ocr_page'>heron<br>egr".utf8)?.contains("ends within") == true)
    }

    @Test func anHTMLPageInPlaceOfMETSOrALTOIsDamaged() throws {
        let alto = Array("<alto><Layout><Page><String CONTENT=\"heron\"/></Page></Layout></alto>".utf8)
        let lost = try openZip([.init("mets.xml", Self.page), .init("alto/1.xml", alto)])
        #expect(lost.problems.contains { $0.entry == "mets.xml" && $0.code == .damaged })
        let text = try openZip([.init("1.xml", alto), .init("2.xml", Self.page)])
        #expect(text.problems.contains { $0.entry == "2.xml" && $0.code == .damaged })
        let beside = try openZip([.init("a.pdf", PDFWriter(texts: ["heron"]).bytes), .init("a.xml", Self.page)])
        #expect(beside.problems.contains { $0.entry == "a.xml" && $0.code == .damaged })
    }

    @Test(arguments: [false, true]) func textsOfPagesAreReadWithoutAMETSDocumentThatIsCut(isOnDisk: Bool) throws {
        let alto = "<alto><Layout><Page><String CONTENT=\"heron\"/></Page></Layout></alto>"
        for name in ["mets.xml", "Ms-17.xml"] {
            let files = [(name, "<mets><fileSec><fileGrp>"), ("alto/1.xml", alto), ("alto/2.xml", alto)]
            let bundle = try isOnDisk ? FolderOnDisk(files).open() : LayoutFixture.open(files)
            #expect(bundle.documents.map(\.entry) == ["alto/1.xml", "alto/2.xml"], "\(name)")
            #expect(bundle.problems.map(\.entry) == [name], "\(name)")
            #expect(bundle.passedOver == [], "\(name)")
        }
    }

    @Test func aZipWhoseHeadWasZeroedIsNotTheFirstPDFInIt() throws {
        let pdfs = ["a", "b", "c"].map { ZipWriter.Entry("\($0).pdf", PDFWriter(texts: ["heron \($0)"]).bytes) }
        for count in [8, 30] {
            let bytes = ZipWriter(pdfs).bytes.enumerated().map { $0.offset < count ? 0 : $0.element }
            let bundle = try openBundle(bytes)
            #expect(bundle.format == .zip)
            #expect(bundle.documents.count == 3, "\(count)")
        }
        var tar = try ArchiveWriter.bytes(
            ["a", "b"].map { .init("\($0).pdf", PDFWriter(texts: ["heron"]).bytes) }, .tar)
        tar.replaceSubrange(0..<512, with: [UInt8](repeating: 0, count: 512))
        let error = try bundleError { try openBundle(tar) }
        #expect(error.code == .damaged)
        #expect(error.reason.contains("zeros"))
    }

    @Test func whatLiesInFoldersOfSystemsWithinAZipIsNamed() throws {
        let pdf = PDFWriter(texts: ["heron"]).bytes
        let bundle = try openZip([
            .init("a.pdf", pdf), .init("@eaDir/a.pdf/SYNOINDEX.pdf", pdf), .init("#recycle/b.pdf", pdf),
            .init("__MACOSX/._a.pdf", pdf), .init("Thumbs.db", [1]),
        ])
        #expect(bundle.documents.map(\.entry) == ["a.pdf"])
        #expect(bundle.passedOver.sorted() == ["#recycle/b.pdf", "@eaDir/a.pdf/SYNOINDEX.pdf"])
    }

    @Test(arguments: [
        "found.000", "FOUND.012", "Network Trash Folder", "@__thumb", "#eaDir", "@SynoResource", "files_trashbin",
        "files_versions", ".git", "_vti_cnf", "_vti_pvt", "@Trash", "Config.Msi", "WindowsImageBackup", "@appstore",
        ".Trash-1000", ".Spotlight-V100", ".fseventsd", ".TemporaryItems", ".snapshots", "~snapshot", ".zfs",
        "#snapshot", ".DocumentRevisions-V100", ".sync", ".stversions", ".recycle", "$Windows.~BT", "MSOCache",
    ])
    func moreFoldersOfSystemsAreKnown(folder: String) throws {
        let pdf = PDFWriter(texts: ["heron"]).bytes
        let bundle = try openZip([
            .init("a.pdf", pdf), .init("box/\(folder)/b.pdf", pdf), .init("box/\(folder) of June/c.pdf", pdf),
        ])
        #expect(bundle.documents.map(\.entry) == ["a.pdf", "box/\(folder) of June/c.pdf"])
        #expect(bundle.passedOver == ["box/\(folder)/b.pdf"])
    }

    /// Though Windows and macOS have folders of these names.
    @Test(arguments: ["Recycled", "Temporary Items", "Trash", "Snapshots", "Found"])
    func whatAPersonMayCallAFolderIsRead(folder: String) throws {
        let bundle = try openZip([.init("\(folder)/b.pdf", PDFWriter(texts: ["heron"]).bytes)])
        #expect(bundle.documents.map(\.entry) == ["\(folder)/b.pdf"])
        #expect(bundle.passedOver == [])
    }

    @Test(arguments: ["=?", "=?u", "=?u?b?", "=?utf-8?B?QQ==", "=?utf-8?Q?a", "=?utf-8?B?QQ==?= "])
    func aSubjectOfManyBeginningsIsReadLikeAnother(beginning: String) throws {
        let subject = String(repeating: beginning, count: 2_000_000 / beginning.utf8.count)
        let text = "From: ada@example.org\nSubject: \(subject)\n\nheron\n"
        let found = try mail(Array(text.utf8))
        #expect(found.letters.count == 1)
    }
}
