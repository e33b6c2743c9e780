import DocSearch
import Foundation

final class StreamedOutput {
    private let descriptor: Int32
    private var waiting: [UInt8] = []

    private static let piece = 1 << 16

    private init(descriptor: Int32) { self.descriptor = descriptor }

    /// `-` is standard output. A file replaces the old one only when it is complete. `what` names it in messages.
    static func write(to path: String, what: String, _ body: (StreamedOutput) throws -> Void) throws {
        guard path != "-" else { return try fill(StreamedOutput(descriptor: 1), body) }
        try OutputFile.requirePlace(path, what: what)
        // It contains people's notes and the content of papers.
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
