import BundleReading
import ExtractionProtocol
import Foundation

struct AddTextHandler {
    let request: AddTextRequest
    let descriptor: Int32
    let channel: Channel

    /// Throws only when the coordinator cannot be reached.
    func run() throws {
        guard let texts = try channel.receiveDescriptor() else { return }
        defer { close(texts) }
        guard let output = try channel.receiveDescriptor() else { return }
        defer { close(output) }
        try channel.answer(.document, of: address(0), within: request.limits) {
            let content = try channel.openDocument(of: request, in: descriptor).content
            try requireSame(content)
            let pdf = try LayeredPDF(content, passwords: channel.passwords, limits: request.limits)
            guard request.allowsSigned || !pdf.isSigned else {
                throw BundleError(.unsupported, AddTextRequest.isSigned)
            }
            guard request.removesEncryption || !pdf.isEncrypted else {
                throw BundleError(.unsupported, AddTextRequest.isEncrypted)
            }
            guard pdf.pageCount == request.pageCount else {
                throw BundleError(
                    .damaged, "libqpdf finds \(pdf.pageCount) pages in the PDF, and \(request.pageCount) are indexed")
            }
            try add(texts: texts, to: pdf)
            try pdf.write(to: output)
            return FinishedFrame(outcome: .complete, reason: pdf.repair)
        }
    }

    private func add(texts: Int32, to pdf: LayeredPDF) throws {
        guard !request.pages.isEmpty else { return }
        var start = request.pages.reduce(0) { $0 + $1.byteCount }
        let parts = try request.font.byteCounts.map { count in
            defer { start += count }
            return try Self.read(texts, from: start, count: count)
        }
        guard parts.count == 3, request.font.variants.allSatisfy({ $0.count == 2 }) else {
            throw BundleError(.damaged, "the texts have no font")
        }
        try pdf.setFont(
            named: request.font.name, variants: request.font.variants, file: parts[0], characters: parts[1],
            encoding: parts[2],
            narrowCodes: request.font.narrowCodes, lastCode: request.font.lastCode)
        start = 0
        for page in request.pages {
            let text = try Self.read(texts, from: start, count: page.byteCount)
            start += page.byteCount
            if let problem = try pdf.add(text, to: page) {
                try channel.report(problem, of: address(page.page), in: .document)
            }
        }
    }

    /// The coordinator knows the bytes of a file that is the document.
    private func requireSame(_ content: OpenedBundle.Content) throws {
        guard case .pdf(let pdf) = content, !request.entry.isEmpty else { return }
        guard try ContentHash.sha256(pdf) == request.contentHash else {
            throw BundleError(.changed, "the document has changed since it was indexed")
        }
    }

    private func address(_ page: Int) -> PageAddress { PageAddress(entry: request.entry, page: page) }

    private static func read(_ file: Int32, from start: Int, count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let got = bytes.withUnsafeMutableBytes { buffer in
                pread(file, buffer.baseAddress?.advanced(by: done), count - done, off_t(start + done))
            }
            guard got > 0 else { throw BundleError(.damaged, "the texts end too early") }
            done += got
        }
        return bytes
    }
}

extension AddTextRequest: DocumentRequest {}
