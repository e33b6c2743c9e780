import DocSearchTestSupport
import Foundation
import Testing

@testable import PageReading

@Suite("A damaged PDF")
struct DamagedPDFTests {
    private static let whole: [UInt8] = {
        var writer = PDFWriter(
            texts: ["first page\nwith two lines", "second"], information: ["Title": "Damaged"])
        writer.pages.append(PDFPageTests.scan(bits: 1))
        writer.labels = [.init(firstIndex: 0, style: "r")]
        writer.metadata = "<dc:title><rdf:li>Damaged</rdf:li></dc:title>"
        return writer.bytes
    }()

    /// Poppler is given wrong bytes in this very process, which production never does: there it has one of its own.
    @Test func readingADamagedPDFEndsInTextOrAnError() {
        #expect(read(Self.whole) == ["first page", "second", ""])
        var generator = SeededGenerator(seed: 22)
        var (whole, broken) = (0, 0)
        for _ in 0..<300 {
            var bytes = Self.whole
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                let position = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[position] = UInt8.random(in: 0...255, using: &generator)
            }
            if Bool.random(using: &generator) {
                let start = Int.random(in: 0..<bytes.count, using: &generator)
                bytes.removeSubrange(
                    start..<min(bytes.count, start + Int.random(in: 0..<40, using: &generator)))
            }
            let lines = read(bytes)
            if lines == ["first page", "second", ""] { whole += 1 }
            if lines.isEmpty { broken += 1 }
        }
        // Few changes hit what counts. Poppler mends what it can, and only few files have no page left.
        #expect(whole > 200)
        #expect(broken < 30)
    }

    @Test func readingAPDFEndsInTextOrAnErrorWhereverItIsCut() {
        var found: Set<Int> = []
        for count in stride(from: 0, to: Self.whole.count, by: 97) {
            let lines = read(Array(Self.whole.prefix(count)))
            // Nothing else than what was written.
            #expect(lines == Array(["first page", "second", ""].prefix(lines.count)))
            found.insert(lines.count)
        }
        #expect(found.isSuperset(of: [0, 3]))
    }

    /// Does everything with a document that is done in production. Errors are fine, anything else ends the test. Returns the
    /// first line of each page that could be read.
    private func read(_ bytes: [UInt8]) -> [String] {
        guard let document = try? PDFDocument(bytes) else { return [] }
        _ = document.information
        return (1...max(1, min(5, document.pageCount))).compactMap { number in
            guard let page = try? document.page(number) else { return nil }
            let text = page.textLayer().text
            _ = page.label
            let image = try? page.image(resolution: page.recognitionResolution() / 3, maximumPixels: 100_000)
            #expect(image.map { $0.pixels.count <= 100_000 } ?? true)
            return String(text.prefix { $0 != "\n" })
        }
    }
}
