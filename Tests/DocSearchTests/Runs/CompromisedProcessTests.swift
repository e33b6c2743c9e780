import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

/// Cairo keeps a font face that failed once and fails whatever uses it later, in other files too.
@Suite("A page that breaks a font")
struct CompromisedProcessTests {
    /// Text in a size that no font can be drawn in.
    private static let culprit = PDFWriter([PDFWriter.Page(text: "a monstrous heron", size: 36_999_999)]).bytes

    @Test func aPageThatBreaksAFontCostsNoOtherPageItsRecognition() async throws {
        let archive = try TestArchive()
        try archive.write(Self.culprit, to: "a.pdf")
        for name in ["b", "c", "d"] { try archive.write(["the plover of the moor, file \(name)"], to: "\(name).pdf") }
        let run = try await archive.update { $0.ocr = .always }
        // The page as it was read, of which poppler complains, and its image.
        #expect(run.failures.map(\.path) == ["a.pdf", "a.pdf"], "\(run.failures)")
        #expect(run.failures.contains { $0.reason.hasPrefix("damaged: 1 of 1 page") }, "\(run.failures)")
        #expect(run.failures.contains { $0.reason.contains("cannot be rendered") }, "\(run.failures)")
        #expect(run.report.recognized == 3)
        #expect(try archive.index.status().states["ocr"] == 3)
    }

    /// Print that is only in the image is looked for in a rendering; without one the layer would be taken for good.
    @Test func aPageThatBreaksAFontCostsNoOtherPageItsVerdict() async throws {
        let report = try SampleArchive.bytes(of: "reports/1957-cottage-survey.zip")
        let alone = try TestArchive()
        try alone.write(report, to: "report.zip")
        try await alone.update { $0.ocr = .auto }
        let together = try TestArchive()
        try together.write(Self.culprit, to: "a.pdf")
        try together.write(report, to: "report.zip")
        try await together.update { $0.ocr = .auto }
        func verdicts(_ archive: TestArchive) throws -> [PageText.Verdict] {
            let path = try #require(try archive.find("path:report.zip").first)
            return try archive.index.pages(of: archive.index.document(DocumentReference(path))).compactMap(\.verdict)
        }
        #expect(try verdicts(together) == verdicts(alone))
    }
}
