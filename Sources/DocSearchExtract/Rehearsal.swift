internal import CSandbox
import ExtractionProtocol
import Foundation
import PageReading

/// Reads a built-in PDF before any reader is forked, so that everything the libraries load and build on first use
/// exists for all readers, and not once more for each bundle.
enum Rehearsal {
    static func run(_ recognizers: RecognizerCache) {
        // If it fails, readers work without it and take longer.
        try? read(recognizers)
        PDFEngine.forgetRenderedPages()
        csandbox_fill_heap()
    }

    private static func read(_ recognizers: RecognizerCache) throws {
        let file = csandbox_memory_file("rehearsal")
        let output = open("/dev/null", O_WRONLY | O_CLOEXEC)
        var sockets: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &sockets) == 0 else { return }
        defer { for descriptor in sockets + [file, output] where descriptor >= 0 { close(descriptor) } }
        guard file >= 0, output >= 0, write(file, pdf, pdf.count) == pdf.count else { return }
        var limits = ExtractionLimits()
        // This process has no time limit of its own.
        limits.processorSeconds = 1_000_000
        let request = ReadBundleRequest(path: "rehearsal.pdf", languages: ["eng"], limits: limits)
        // The coordinator's part: the file, the request, and the answer that the pages are unknown.
        let bytes = try FrameCoder().encode(.readBundle(request), number: 1) + [KnownAnswer.unknown.rawValue]
        guard csandbox_send_descriptor(sockets[0], file) == 1, write(sockets[0], bytes, bytes.count) == bytes.count
        else { return }
        let channel = Channel(input: sockets[1], output: output)
        guard let work = try channel.nextRequest() else { return }
        defer { close(work.descriptor) }
        try Reader.answer(work.request, about: work.descriptor, on: channel, with: recognizers)
        var report = ConfinementReport()
        report.note(.limits, nil)
        try channel.send(.greeting(GreetingFrame(languages: ["eng"], confinement: report)))
    }

    /// A page with a few words in each of the usual fonts, not embedded, so that the system's fonts are loaded. It has
    /// table cells, a link, the usual metadata, and in some fonts an accented letter or a ligature.
    private static let pdf: [UInt8] = {
        let fonts = ["Helvetica", "Helvetica-Bold", "Times-Roman", "Times-Bold", "Times-Italic", "Courier"]
        let text = fonts.indices.map {
            "BT /F\($0) 12 Tf 72 \(700 - 20 * $0) Td (The \\256nal council met at Orl\\351ans on 13 January.) Tj "
                + "300 0 Td (1970) Tj ET"
        }.joined(separator: "\n")
        let names = fonts.enumerated().map {
            "/F\($0.offset) << /Type /Font /Subtype /Type1 /BaseFont /\($0.element) "
                + "/Encoding /\($0.offset % 2 == 0 ? "WinAnsi" : "Standard")Encoding >>"
        }.joined(separator: " ")
        let description =
            "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
            + "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title><rdf:Alt><rdf:li>"
            + "Minutes of 1970</rdf:li></rdf:Alt></dc:title><dc:rights><rdf:Alt><rdf:li>Free</rdf:li></rdf:Alt></dc:rights>"
            + "</rdf:Description></rdf:RDF></x:xmpmeta>"
        let objects = [
            "<< /Type /Catalog /Pages 2 0 R /Metadata 6 0 R >>",
            "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R "
                + "/Resources << /Font << \(names) >> >> /Annots [<< /Type /Annot /Subtype /Link "
                + "/Rect [72 700 100 712] /A << /S /URI /URI (http://docsearch.example) >> >>] >>",
            stream(text),
            "<< /Title (Minutes of 1970) /Author (Town clerk) /Subject (Council) /Keywords (council, minutes) "
                + "/Creator (docsearch) /Producer (docsearch) /CreationDate (D:19700113120000+01'00') >>",
            stream(description, "/Type /Metadata /Subtype /XML "),
        ]
        // Without a cross-reference table, which readers rebuild.
        let body = objects.enumerated().map { "\($0.offset + 1) 0 obj\n\($0.element)\nendobj\n" }.joined()
        return Array("%PDF-1.4\n\(body)trailer\n<< /Root 1 0 R /Info 5 0 R /Size 7 >>\n%%EOF\n".utf8)
    }()

    private static func stream(_ text: String, _ entries: String = "") -> String {
        "<< \(entries)/Length \(text.utf8.count) >>\nstream\n\(text)\nendstream"
    }
}
