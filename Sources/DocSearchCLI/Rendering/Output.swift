import DocSearch
import Foundation

/// Standard output, for data. Written in one piece where possible; a reader that went away ends the program quietly.
enum StandardOutput {
    static func write(_ text: String) throws { try Descriptor.write(text, to: 1) }
}

/// Standard error, for everything that is not data.
enum StandardError {
    /// Nothing can be said about an error of writing here.
    static func write(_ text: String) {
        do { try Descriptor.write(text, to: 2) } catch { return }
    }
}

private enum Descriptor {
    static func write(_ text: String, to descriptor: Int32) throws {
        var text = text
        try text.withUTF8 { bytes in
            var written = 0
            while written < bytes.count {
                let count = Foundation.write(
                    descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else {
                    throw DocSearchError(.failed, "Writing failed: \(String(cString: strerror(errno))).")
                }
                written += count
            }
        }
    }
}
