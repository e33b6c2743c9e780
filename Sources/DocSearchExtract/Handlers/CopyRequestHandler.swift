import BundleReading
import ExtractionProtocol
import Foundation

/// Answers a request for a document's bytes: writes them to the second descriptor.
struct CopyRequestHandler {
    let request: CopyDocumentRequest
    let descriptor: Int32
    let channel: Channel

    /// Throws only when the coordinator cannot be reached.
    func run() throws {
        guard let output = try channel.receiveDescriptor() else { return }
        defer { close(output) }
        let address = PageAddress(entry: request.entry, page: 0)
        try channel.begin(.document, of: address, request.limits)
        do {
            let bundle = try BundleReader(limits: request.limits).open(
                descriptor: descriptor, path: request.path, access: request.access,
                passwords: channel.passwords, openFile: channel.openFile)
            guard let document = bundle.documents.first(where: { $0.entry == request.entry }), document.hasContent
            else {
                throw BundleError(.changed, "the document is no longer in the bundle; run docsearch index")
            }
            switch try bundle.content(of: document) {
            case .pdf(let content): try copy(content, to: output)
            case .images(let images) where request.page == nil:
                guard images.count == 1 else {
                    return try channel.send(.finished(FinishedFrame(outcome: .skipped)))
                }
                try copy(images.content(0), to: output)
            case .images(let images):
                let pages = try DocumentPages(.images(images), passwords: { [] }, limits: request.limits)
                let page = try pages.pdf(ofImage: request.page ?? 1)
                // Swift lets go of an object after its last use, and its bytes go with it.
                try withExtendedLifetime(page) { try Self.copy(page.buffer, to: output) }
                return try channel.send(.finished(FinishedFrame(outcome: .complete, holdsOnePage: true)))
            }
            try channel.send(.finished(FinishedFrame(outcome: .complete)))
        } catch let error as any ReadingFailure {
            try channel.fail(error, of: address, in: .document)
        }
    }

    /// Writes bytes to an open file. Throws ``BundleError``.
    static func copy(_ bytes: [UInt8], to output: Int32) throws {
        try bytes.withUnsafeBytes { try copy($0, to: output) }
    }

    private func copy(_ content: DocumentContent, to output: Int32) throws {
        switch content {
        case .bytes(let bytes): try Self.copy(bytes.buffer, to: output)
        case .file(let file, let byteCount): try copy(file.rawValue, byteCount: byteCount, to: output)
        }
    }

    static func copy(_ bytes: UnsafeRawBufferPointer, to output: Int32) throws {
        var written = 0
        while written < bytes.count {
            let count = write(output, bytes.baseAddress?.advanced(by: written), bytes.count - written)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else {
                throw BundleError(.environment, "the copy could not be written: \(String(cString: strerror(errno)))")
            }
            written += count
        }
    }

    private func copy(_ source: Int32, byteCount: Int64, to output: Int32) throws {
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var position: Int64 = 0
        while position < byteCount {
            let count = pread(source, &buffer, buffer.count, off_t(position))
            guard count > 0 else { throw BundleError(.damaged, "the document ends too early") }
            try buffer.withUnsafeBytes { try Self.copy(UnsafeRawBufferPointer(rebasing: $0[..<count]), to: output) }
            position += Int64(count)
        }
    }
}
