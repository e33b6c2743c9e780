import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

/// With tesseract, which reads the words that are exported.
@Suite("Searchable PDFs of documents")
struct SearchablePDFTests {
    /// A scan; the same upside down, cropped; print with a good layer; a scan with a layer that is not.
    private static func pages() throws -> [PDFWriter.Page] {
        let scan = try DrawnScan.page()
        var turned = scan
        turned.rotation = 90
        var cropped = scan
        cropped.cropBox = (10, 10, scan.width - 5, scan.height - 5)
        var garbled = scan
        garbled.texts = (0..<8).map { line in
            var text = PDFWriter.Text("q5#z x9?w ]]k vv8 ~~j zzq 0l|l }{k", left: 10, baseline: 10 + 9 * Double(line))
            (text.isVisible, text.size) = (false, 8)
            return text
        }
        let print = PDFWriter.Page(
            text:
                "The council met on Monday to speak of the new reservoir\nand of the water that is lost on its way to town"
        )
        return [scan, turned, cropped, print, garbled]
    }

    private static func archive(_ change: (inout IndexingOptions) -> Void = { _ in }) async throws -> TestArchive {
        let archive = try TestArchive()
        try archive.write(PDFWriter(pages()).bytes, to: "scan.pdf")
        try await archive.update {
            $0.ocr = .auto
            change(&$0)
        }
        return archive
    }

    private static func export(
        _ document: ArchiveDocument, of archive: TestArchive, to name: String = "copy.pdf",
        options: SearchablePDFOptions = .init(), _ change: (inout ArchivePagesOptions) -> Void = { _ in }
    ) async throws -> (pdf: SearchablePDF, path: String) {
        let path = try archive.folder.write([UInt8](), to: name)
        let output = open(path, O_WRONLY)
        defer { close(output) }
        let pages = try archive.pages(change)
        return (try await pages.writeSearchablePDF(of: document, to: output, options: options), path)
    }

    @Test func aFullDiskIsSaidToBeFull() async throws {
        let archive = try await Self.archive()
        let document = try archive.document("scan.pdf")
        let output = open("/dev/full", O_WRONLY)
        defer { close(output) }
        let error = await #expect(throws: DocSearchError.self) {
            try await archive.pages().writeSearchablePDF(of: document, to: output)
        }
        #expect(error?.message.contains("No space left on device") == true, "\(String(describing: error))")
    }

    @Test func exportedLayersAreGoodAndNothingIsRecognisedAgain() async throws {
        let archive = try await Self.archive()
        let document = try archive.document("scan.pdf")
        let before = try archive.index.pages(of: document)
        #expect(before.map(\.origin) == [.ocr, .ocr, .ocr, .textLayer, .ocr])
        let (pdf, path) = try await Self.export(document, of: archive)
        #expect(pdf.pages == 4)
        #expect(pdf.pagesWithoutWords == [])
        #expect(pdf.repair == nil)
        #expect(pdf.words == before.map { $0.words.filter(\.isIndexed).count }.reduce(0, +))

        let other = try TestArchive()
        try other.write(try Data(contentsOf: URL(fileURLWithPath: path)), to: "copy.pdf")
        let run = try await other.update { $0.ocr = .auto }
        #expect(run.report.recognized == 0)
        let copy = try other.document("copy.pdf")
        let after = try other.index.pages(of: copy)
        #expect(after.map(\.verdict) == after.map { _ in .good })
        #expect(after.map(\.origin) == after.map { _ in .textLayer })
        for (one, two) in zip(before, after) {
            #expect(one.text.split(whereSeparator: \.isWhitespace) == two.text.split(whereSeparator: \.isWhitespace))
        }
    }

    @Test func wordsThatPeopleHaveAddedAreReadInTheirPlaces() async throws {
        let archive = try TestArchive()
        try archive.write(PDFWriter([DrawnScan.page()]).bytes, to: "scan.pdf")
        try await archive.update { $0.ocr = .auto }
        let document = try archive.document("scan.pdf")
        let shown = try archive.index.pageToCorrect(1, of: document)
        var lines = shown.text.split(separator: "\n").map { String($0) }
        lines[0] = "ADDED BOOKS " + lines[0]
        lines[1] += " at noon"
        lines.insert("and a whole line was lost", at: 3)
        lines.append("its last line")
        lines.append("too")
        _ = try archive.index.correct(shown, of: document, to: lines.joined(separator: "\n"), by: "ada")
        let words = try archive.index.pages(of: archive.document("scan.pdf"))[0].words.filter(\.isIndexed)
        #expect(words.map(\.text) == lines.flatMap { $0.split(separator: " ").map(String.init) })
        for (position, word) in words.enumerated() where word.isCorrected {
            let box = try #require(PageBox(word.box))
            for (number, word) in words.enumerated() where number != position {
                let other = try #require(PageBox(word.box))
                let width = min(box.left + box.width, other.left + other.width) - max(box.left, other.left)
                let height = min(box.top + box.height, other.top + other.height) - max(box.top, other.top)
                #expect(width < 0.1 || height < 0.1, "\(words[position]) is across \(word)")
            }
        }
        let (_, path) = try await Self.export(archive.document("scan.pdf"), of: archive)
        let other = try TestArchive()
        try other.write(try Data(contentsOf: URL(fileURLWithPath: path)), to: "copy.pdf")
        try await other.update { $0.ocr = .auto }
        let copy = try #require(try other.index.pages(of: other.document("copy.pdf")).first)
        #expect(copy.text.split(whereSeparator: \.isWhitespace).map(String.init) == words.map(\.text))
    }

    @Test func recognisedTextThatAPersonPrefersToAGoodLayerIsExported() async throws {
        let archive = try TestArchive()
        try await archive.read(["The council met on Monday to speak of the new reservoir"], as: "a.pdf")
        let document = try archive.document("a.pdf")
        #expect(try await Self.export(document, of: archive).pdf.pages == 0)
        try await archive.reread("a.pdf")
        let page = try #require(try archive.index.pages(of: document).first)
        #expect(page.origin == .ocr)
        #expect(page.verdict == .good)
        let pdf = try await Self.export(archive.document("a.pdf"), of: archive, to: "again.pdf").pdf
        #expect(pdf.pages == 1)
        #expect(pdf.pagesWithOldText == [])
    }

    @Test func pagesLookAsBefore() async throws {
        let archive = try await Self.archive()
        let document = try archive.document("scan.pdf")
        let (_, path) = try await Self.export(document, of: archive)
        try archive.write(try Data(contentsOf: URL(fileURLWithPath: path)), to: "copy.pdf")
        try await archive.update()
        let pages = try archive.pages()
        for number in 1...document.pageCount {
            let size = try #require(try await pages.size(of: document, page: number))
            var request = PageImageRequest(page: number, size: size, resolution: 150)
            request.format = .png
            let one = try await pages.image(request, of: document)
            let two = try await pages.image(request, of: archive.document("copy.pdf"))
            #expect(one.bytes == two.bytes, "page \(number)")
        }
    }

    @Test func twoExportsAreTheSameBytes() async throws {
        let archive = try await Self.archive()
        let document = try archive.document("scan.pdf")
        let one = try await Self.export(document, of: archive, to: "one.pdf").path
        let two = try await Self.export(document, of: archive, to: "two.pdf").path
        #expect(FileManager.default.contentsEqual(atPath: one, andPath: two))
    }

    @Test func damagedPDFIsRepairedAndTheExportSaysSo() async throws {
        let archive = try TestArchive()
        var writer = PDFWriter([try DrawnScan.page()])
        writer.damage = .brokenCrossReferences
        try archive.write(writer.bytes, to: "scan.pdf")
        try await archive.update { $0.ocr = .auto }
        let (pdf, path) = try await Self.export(archive.document("scan.pdf"), of: archive)
        #expect(pdf.pages == 1)
        #expect(pdf.repair != nil)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)).starts(with: Data("%PDF-".utf8)))
    }

    @Test(arguments: ["zip", "image"]) func documentsOfBundlesAndPageImagesAreExported(kind: String) async throws {
        let archive = try TestArchive()
        if kind == "zip" {
            try archive.write(
                ZipWriter([.init("scan.pdf", PDFWriter([try DrawnScan.page()]).bytes)]).bytes, to: "a.zip")
        } else {
            try archive.write(DrawnScan.jpeg.bytes(), to: "a.jpg")
        }
        try await archive.update { $0.ocr = .auto }
        let document = try #require(try archive.index.search(SearchRequest("herons")).hits.first?.document)
        let (pdf, path) = try await Self.export(document, of: archive)
        #expect(pdf.pages == 1)
        let other = try TestArchive()
        try other.write(try Data(contentsOf: URL(fileURLWithPath: path)), to: "copy.pdf")
        try await other.update()
        #expect(try other.index.search(SearchRequest("\"nine herons before the water\"")).hits.count == 1)
    }

    @Test func signedPDFIsRefusedUnlessToldOtherwise() async throws {
        let archive = try TestArchive()
        let bytes = PDFWriter([try DrawnScan.page()]).bytes
        let text = try #require(String(bytes: bytes, encoding: .isoLatin1))
            .replacingOccurrences(
                of: "<< /Type /Catalog",
                with:
                    "<< /AcroForm << /SigFlags 3 /Fields [<< /FT /Sig /T (s) /V << /Type /Sig /ByteRange [0 1 2 3] >> >>] >> "
                    + "/Type /Catalog")
        try archive.write(text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }, to: "scan.pdf")
        try await archive.update { $0.ocr = .auto }
        let document = try archive.document("scan.pdf")
        let error = await #expect(throws: DocSearchError.self) { _ = try await Self.export(document, of: archive) }
        #expect(error?.code == .unreadable)
        #expect(error?.remedy == .exportSigned)
        #expect(error?.message.contains("scan.pdf") == true)
        var options = SearchablePDFOptions()
        options.allowsSigned = true
        #expect(try await Self.export(document, of: archive, options: options).pdf.pages == 1)
    }
}
