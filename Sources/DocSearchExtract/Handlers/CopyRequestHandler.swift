import BundleReading
import ExtractionProtocol
import Foundation

struct CopyRequestHandler {
    let request: CopyDocumentRequest
    let descriptor: Int32
    let channel: Channel

    /// Throws only when the coordinator cannot be reached.
    func run() throws {
        guard let output = try channel.receiveDescriptor() else { return }
        defer { close(output) }
        try channel.answer(.document, of: PageAddress(entry: request.entry, page: 0), within: request.limits) {
            switch try channel.openDocument(of: request, in: descriptor).content {
            case .pdf(let content): try copy(content, to: output)
            case .images(let images) where request.page == nil:
                guard images.count == 1 else { return FinishedFrame(outcome: .skipped) }
                try copy(images.content(0), to: output)
            case .images(let images):
                let pages = try DocumentPages(.images(images), passwords: { [] }, limits: request.limits)
                let page = try pages.pdf(ofImage: request.page ?? 1)
                // Swift releases an object after its last use, and its bytes with it.
                try withExtendedLifetime(page) { try Self.copy(page.buffer, to: output) }
                return FinishedFrame(outcome: .complete, holdsOnePage: true)
            }
            return FinishedFrame(outcome: .complete)
        }
    }

    private func copy(_ content: DocumentContent, to output: Int32) throws {
        switch content {
        case .bytes(let bytes): try Self.copy(bytes.buffer, to: output)
        case .file(let file, let byteCount): try copy(file.rawValue, byteCount: byteCount, to: output)
        }
    }

    static func copy(_ bytes: UnsafeRawBufferPointer, to output: Int32) throws {
        guard bytes.write(to: output) else {
            throw BundleError(.environment, "the copy could not be written: \(String(cString: strerror(errno)))")
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
