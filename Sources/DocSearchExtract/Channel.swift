import BundleReading
internal import CSandbox
import ExtractionProtocol
import Foundation

/// The two ends of the conversation: requests with a descriptor each on standard input, frames on standard output.
final class Channel {
    private let coder = FrameCoder()
    private var number: UInt32 = 0
    private var pending: [UInt8] = []

    /// Frames are written together until there are so many bytes, or one that the coordinator waits for.
    private static let bufferSize = 1 << 16

    /// The next request and the open file that came with it; the caller closes the file. Nil at the end.
    func nextRequest() throws -> (request: ExtractionRequest, descriptor: Int32)? {
        guard let descriptor = try receiveDescriptor() else { return nil }
        let header = try FrameHeader(bytes: try read(FrameHeader.byteCount))
        number = header.request
        let request = try coder.request(header: header, payload: Data(try read(header.payloadLength)))
        return (request, descriptor)
    }

    /// An open file from the coordinator, which the caller closes. Nil at the end.
    func receiveDescriptor() throws -> Int32? {
        var descriptor: Int32 = -1
        let count = csandbox_receive_descriptor(0, &descriptor)
        if count == 0 { return nil }
        guard count == 1 else { throw FrameError.notAFrame }
        return descriptor
    }

    /// Asks for a file of a bundle that is not a single file.
    ///
    /// Throws ``BundleError`` when the coordinator cannot open it, something else when it cannot be reached.
    func openFile(_ index: Int) throws -> OwnedDescriptor {
        try send(.file(FileFrame(index: index)))
        var descriptor: Int32 = -1
        let count = csandbox_receive_descriptor(0, &descriptor)
        if count == 1 { return OwnedDescriptor(adopting: descriptor) }
        guard count < 0 else { throw FrameError.truncated }
        throw BundleError(.environment, "it cannot be opened; look at its owner and mode")
    }

    func send(_ frame: ExtractionFrame) throws {
        pending += try coder.encode(frame, request: number)
        switch frame {
        // A starting frame must be out before the work begins, or a crash would leave no name behind.
        case .starting, .finished, .greeting, .image, .file: try flush()
        case .document(let document) where document.asksForPages == true: try flush()
        default: if pending.count >= Self.bufferSize { try flush() }
        }
    }

    /// Asks whether a page image has been recognised before.
    func isKnown(_ image: ImageFrame) throws -> Bool {
        try send(.image(image))
        return try isKnown()
    }

    /// Announces a document and asks whether the text layers of its pages are there.
    func hasKnownPages(_ document: DocumentFrame) throws -> Bool {
        try send(.document(document))
        return try document.asksForPages == true && isKnown()
    }

    private func isKnown() throws -> Bool {
        guard let byte = try read(1).first, let answer = KnownAnswer(rawValue: byte) else { throw FrameError.notAFrame }
        return answer == .known
    }

    private func flush() throws {
        var written = 0
        while written < pending.count {
            let count = pending.withUnsafeBytes { buffer in
                write(1, buffer.baseAddress?.advanced(by: written), buffer.count - written)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw FrameError.truncated }
            written += count
        }
        pending.removeAll(keepingCapacity: true)
    }

    private func read(_ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var received = 0
        while received < count {
            let got = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(0, buffer.baseAddress?.advanced(by: received), count - received)
            }
            if got < 0 && errno == EINTR { continue }
            guard got > 0 else { throw FrameError.truncated }
            received += got
        }
        return bytes
    }
}
