import DocSearch
import Foundation
import Synchronization

/// Standard output, for data. Written in one piece where possible; a reader that went away ends the program quietly.
enum StandardOutput {
    static func write(_ text: String) throws { try Descriptor.write(text, to: 1) }
}

/// Standard error, for everything that is not data.
enum StandardError {
    /// Waits as long as it is not read, but only a second longer when the program has been asked to stop. What comes
    /// after a text that was given up is left out.
    static func write(_ text: String) {
        guard StopRequest.isExpected else { return writeAtOnce(text) }
        guard !isGivenUp.load(ordering: .relaxed) else { return }
        let done = DispatchSemaphore(value: 0)
        queue.async {
            writeAtOnce(text)
            done.signal()
        }
        var waits = 0
        while done.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
            if StopRequest.isMade { waits += 1 }
            guard waits < 20 else { return isGivenUp.store(true, ordering: .relaxed) }
        }
    }

    private static let isGivenUp = Atomic(false)

    /// A blocked write cannot be taken back, so it has a thread of its own, which the end of the program does not wait for.
    private static let queue = DispatchQueue(label: "standard error")

    /// Nothing can be said about an error of writing here.
    private static func writeAtOnce(_ text: String) {
        do { try Descriptor.write(text, to: 2) } catch { return }
    }
}

/// A file that is open for writing.
enum Descriptor {
    static func write(_ text: String, to descriptor: Int32) throws {
        var text = text
        try text.withUTF8 { try write(UnsafeRawBufferPointer($0), to: descriptor) }
    }

    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws {
        var written = 0
        while written < bytes.count {
            let count = Foundation.write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else {
                throw DocSearchError(.failed, "Writing failed: \(String(cString: strerror(errno))).")
            }
            written += count
        }
    }
}
