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
    @Test func endsInTextOrAnError() {
        var generator = SeededGenerator(seed: 22)
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
            read(bytes)
        }
    }

    @Test func endsInTextOrAnErrorWhereverItIsCut() {
        for count in stride(from: 0, to: Self.whole.count, by: 97) { read(Array(Self.whole.prefix(count))) }
    }

    /// Does everything with a document that is done in production. Errors are fine, anything else ends the test.
    private func read(_ bytes: [UInt8]) {
        guard let document = try? PDFDocument(bytes) else { return }
        _ = document.information
        for number in 1...max(1, min(5, document.pageCount)) {
            guard let page = try? document.page(number) else { continue }
            _ = (page.textLayer().text, page.label)
            let image = try? page.image(resolution: page.recognitionResolution() / 3, maximumPixels: 100_000)
            #expect(image.map { $0.pixels.count <= 100_000 } ?? true)
        }
    }
}
