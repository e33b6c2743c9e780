import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

/// What a worker reads inside its sandbox is what it reads outside.
@Suite("A worker in its sandbox") struct SandboxedReadingTests {
    @Test func manyDocumentsTooLargeForMemoryAreReadInTheSandbox() throws {
        let folder = try TemporaryFolder()
        let padding = [UInt8](repeating: 0x20, count: 400_000)
        let names = ["a", "b", "c"]
        let entries = names.map { name in
            // Readers look for a PDF's end in its last kilobyte, so what is in the way stands before it.
            ZipWriter.Entry("\(name).pdf", PDFWriter(texts: ["document \(name)"]).bytes(after: padding))
        }
        let file = try folder.write(ZipWriter(entries).bytes, to: "large.zip")
        var limits = ExtractionLimits()
        limits.memoryBytes = 100_000
        let worker = try RealWorker(usesSandbox: true)
        // Twice, as the file is used again.
        for _ in 0..<2 {
            let pages = try worker.pages(
                .readBundle(ReadBundleRequest(path: "large.zip", limits: limits)), file: file)
            #expect(pages.map(\.text) == names.map { "document \($0)" })
        }
    }

    @Test func titlesInUnicodeAreReadInTheSandbox() throws {
        let title = "Straßenbahn nach Ålesund, 日本"
        let pdf = PDFWriter([.init(text: "one page")], information: ["Title": title])
        try expectSame(pdf.bytes) { frames in
            for case .document(let document) in frames { #expect(document.metadata.title == title) }
            #expect(frames.contains { if case .document = $0 { true } else { false } })
        }
    }

    /// Shift JIS in a font that is not embedded: which character a code means stands in files of poppler-data.
    @Test func japaneseTextIsReadWithoutItsFontInTheSandbox() throws {
        let hasTables = FileManager.default.fileExists(atPath: "/usr/share/poppler/cMap/Adobe-Japan1/90ms-RKSJ-H")
        try expectSame(JapanesePDF.bytes) { frames in
            for case .page(let page) in frames where hasTables { #expect(page.text == "日本") }
            #expect(frames.contains { if case .page = $0 { true } else { false } })
        }
    }

    /// Helvetica is not in the PDF either: the page is drawn with a font of the system, and read with language data.
    @Test func aPageIsRecognisedInTheSandbox() throws {
        let folder = try TemporaryFolder()
        let text = "The water board met on Monday."
        let bytes = PDFWriter(texts: [text]).bytes
        let file = try folder.write(bytes, to: "scan.pdf")
        let workers = try [true, false].map { try RealWorker(usesSandbox: $0) }
        guard workers[0].greeting.languages.contains("eng") else { return }
        let limits = ExtractionLimits()
        let found = try workers.map { worker in
            let frames = try worker.answer(.readBundle(ReadBundleRequest(path: "", limits: limits)), file: file)
            let hash = frames.compactMap { frame -> String? in
                if case .document(let document) = frame { document.contentHash } else { nil }
            }.first
            return try worker.pages(
                .recognizePages(
                    RecognizePagesRequest(
                        path: "", entry: "", contentHash: try #require(hash), pages: [1], languages: ["eng"],
                        limits: limits)), file: file)
        }
        #expect(found[0].map(\.text) == [text])
        #expect(found[0] == found[1], "words and confidence too")
    }

    /// Reads a PDF inside and outside, compares, and hands over what was read inside.
    private func expectSame(_ pdf: [UInt8], _ check: ([ExtractionFrame]) throws -> Void) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(pdf, to: "some.pdf")
        let request = ExtractionRequest.readBundle(ReadBundleRequest(path: "some.pdf", limits: ExtractionLimits()))
        let inside = try RealWorker(usesSandbox: true).answer(request, file: file)
        #expect(try inside == RealWorker(usesSandbox: false).answer(request, file: file))
        try check(inside)
    }
}

extension PDFWriter {
    /// The PDF with a comment of so many bytes behind its header, and without a table of places.
    fileprivate func bytes(after padding: [UInt8]) -> [UInt8] {
        var writer = self
        writer.damage = .brokenCrossReferences
        let bytes = writer.bytes
        let header = Array("%PDF-1.4\n".utf8)
        return header + [UInt8(ascii: "%")] + padding + [0x0A] + bytes.dropFirst(header.count)
    }
}
