import BundleReading
internal import CSandbox
import ExtractionProtocol
import Foundation

/// Both ends of the conversation: requests with a descriptor on standard input, frames on standard output. `@unchecked
/// Sendable`: the process has one thread.
final class Channel: @unchecked Sendable {
    private let input: Int32
    private let output: Int32
    private let coder = FrameCoder()
    private var knownPasswords: [String]?
    private var number: UInt32 = 0
    private var pending: [UInt8] = []
    private(set) var inHand: StartingFrame?
    private var bounds = FrameBounds(ExtractionLimits())
    private var recordBytesLeft = 0

    /// Frames are buffered up to this many bytes, or until one for which the coordinator waits.
    private static let bufferSize = 1 << 16

    init(input: Int32 = 0, output: Int32 = 1) { (self.input, self.output) = (input, output) }

    /// The caller closes the descriptor. Nil at the end.
    func nextRequest() throws -> (request: ExtractionRequest, descriptor: Int32)? {
        guard let descriptor = try receiveDescriptor() else { return nil }
        let header = try FrameHeader(bytes: try read(FrameHeader.byteCount))
        number = header.request
        let request = try coder.request(header: header, payload: Data(try read(header.payloadLength)))
        bounds = FrameBounds(request.limits)
        recordBytesLeft = bounds.recordBytesOfBundle
        return (request, descriptor)
    }

    /// The caller closes the descriptor. Nil at the end.
    func receiveDescriptor() throws -> Int32? {
        var descriptor: Int32 = -1
        let count = csandbox_receive_descriptor(input, &descriptor)
        if count == 0 { return nil }
        guard count == 1 else { throw FrameError.notAFrame }
        return descriptor
    }

    /// Throws ``BundleError`` when the coordinator cannot open the file, another error when it cannot be reached.
    func openFile(_ index: Int) throws -> OwnedDescriptor {
        try file(.file(FileFrame(index: index)), otherwise: "it cannot be opened; look at its owner and mode")
    }

    func openTemporaryFile() throws -> OwnedDescriptor {
        try file(
            .need(NeedFrame(.temporaryFile)),
            otherwise: "no temporary file can be made in \"\(UnnamedFile.folder)\"; TMPDIR names another folder")
    }

    private func file(_ question: ExtractionFrame, otherwise reason: String) throws -> OwnedDescriptor {
        try send(question)
        var descriptor: Int32 = -1
        let count = csandbox_receive_descriptor(input, &descriptor)
        if count == 1 { return OwnedDescriptor(adopting: descriptor) }
        // A refusal is an answer without a descriptor.
        guard count < 0 else { throw FrameError.truncated }
        throw BundleError(.environment, reason)
    }

    /// Requested once, and only when something is locked.
    func passwords() throws -> [String] {
        if let knownPasswords { return knownPasswords }
        let given = try JSONDecoder().decode([String].self, from: Data(answer(to: .need(NeedFrame(.passwords)))))
        knownPasswords = given
        return given
    }

    /// Bytes after their length.
    func answer(to question: ExtractionFrame) throws -> [UInt8] {
        try send(question)
        let length = try read(4).reduce(0) { $0 << 8 | Int($1) }
        let most = FrameHeader.maximumPayload
        guard length <= most else { throw FrameError.tooLong(length, most: most) }
        return try read(length)
    }

    /// Parts beyond the limits are dropped, and a problem reports that.
    func send(_ frame: ExtractionFrame) throws {
        let (trimmed, omissions) = bounds.trimmed(frame, left: &recordBytesLeft)
        if case .document(let document) = trimmed {
            try report(omissions, of: PageAddress(entry: document.entry, page: 0), in: .document)
        }
        try sendTrimmed(trimmed)
        // A recognised page needs no such problem: its words are all in its text.
        if case .page(let page) = trimmed, page.origin != .ocr {
            try report(omissions, of: PageAddress(entry: page.entry, page: page.page), in: .textLayer)
        }
    }

    private func report(_ omissions: [String], of address: PageAddress, in stage: ExtractionStage) throws {
        guard !omissions.isEmpty else { return }
        // One for each stage of a page is kept.
        let reason = omissions.joined(separator: "; ")
        try send(.problem(ProblemFrame(address: address, stage: stage, code: .limit, reason: reason)))
    }

    private func sendTrimmed(_ frame: ExtractionFrame) throws {
        if case .starting(let value) = frame { inHand = value }
        pending += try coder.encode(frame, request: number)
        switch frame {
        // A starting frame must be sent before the work begins, so that a crash leaves a name.
        case .starting, .finished, .greeting, .image, .file, .need, .drawn: try flush()
        case .document(let document) where document.asksForPages == true: try flush()
        default: if pending.count >= Self.bufferSize { try flush() }
        }
    }

    func isKnown(_ image: ImageFrame) throws -> Bool {
        try send(.image(image))
        return try isKnown()
    }

    func hasKnownPages(_ document: DocumentFrame) throws -> Bool {
        try send(.document(document))
        return try document.asksForPages == true && isKnown()
    }

    private func isKnown() throws -> Bool {
        guard let byte = try read(1).first, let answer = KnownAnswer(rawValue: byte) else { throw FrameError.notAFrame }
        return answer == .known
    }

    private func flush() throws {
        guard pending.withUnsafeBytes({ $0.write(to: output) }) else { throw FrameError.truncated }
        pending.removeAll(keepingCapacity: true)
    }

    private func read(_ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var received = 0
        while received < count {
            let got = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(input, buffer.baseAddress?.advanced(by: received), count - received)
            }
            if got < 0 && errno == EINTR { continue }
            guard got > 0 else { throw FrameError.truncated }
            received += got
        }
        return bytes
    }
}

extension UnsafeRawBufferPointer {
    /// False, with `errno`, on failure.
    func write(to output: Int32) -> Bool {
        var rest = self[...]
        while !rest.isEmpty {
            let count = Glibc.write(output, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
