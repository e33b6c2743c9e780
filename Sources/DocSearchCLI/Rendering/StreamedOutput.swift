import DocSearch
import Foundation

/// Data that is written as it comes, to standard output or to a file.
final class StreamedOutput {
    private let descriptor: Int32
    private var waiting: [UInt8] = []

    /// Bytes that are written at once.
    private static let piece = 1 << 16

    private init(descriptor: Int32) { self.descriptor = descriptor }

    /// Calls `body` with what writes to `path`; `-` is standard output. A file is there when all of it is written, and
    /// until then the old one. `what` names it in messages.
    static func write(to path: String, what: String, _ body: (StreamedOutput) throws -> Void) throws {
        guard path != "-" else { return try fill(StreamedOutput(descriptor: 1), body) }
        try OutputFile.requirePlace(path, what: what)
        // It tells what people said and what is in their papers.
        try SafeFile.replace(path, mode: 0o600) { new in
            let descriptor = open(new, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else {
                throw DocSearchError(.failed, "Writing \"\(path)\" failed: \(String(cString: strerror(errno))).")
            }
            defer { close(descriptor) }
            try fill(StreamedOutput(descriptor: descriptor), body)
        }
    }

    private static func fill(_ stream: StreamedOutput, _ body: (StreamedOutput) throws -> Void) throws {
        try body(stream)
        try stream.flush()
    }

    func write(_ text: String) throws {
        waiting += text.utf8
        if waiting.count >= Self.piece { try flush() }
    }

    private func flush() throws {
        try waiting.withUnsafeBytes { try Descriptor.write($0, to: descriptor) }
        waiting.removeAll(keepingCapacity: true)
    }
}
