import AnswerForms
import ArgumentParser
import DocSearch
import Foundation
import Synchronization

/// Written in one piece where possible. A reader that closed the pipe ends the program quietly.
enum StandardOutput {
    static func write(_ text: String) throws { try Descriptor.write(text, to: 1) }
    static func write(_ object: JSONObject) throws { try write(object.line) }
}

extension JSONObject {
    var line: String { json + "\n" }
}

/// Standard error, for everything that is not data.
enum StandardError {
    static func say(_ line: String) { write(TerminalText.safe(line) + "\n") }

    /// Waits while nobody reads the text, but only one more second once the program has been asked to stop. Later texts
    /// are dropped then.
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

    /// A blocked write cannot be cancelled, and must not delay the end of the program.
    private static let queue = DispatchQueue(label: "standard error")

    private static func writeAtOnce(_ text: String) {
        do { try Descriptor.write(text, to: 2) } catch { return }
    }
}

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

/// Other programs see the old version or the new one, never a part.
enum OutputFile {
    /// `what` names the file in messages.
    static func write(_ text: String, to path: String, what: String) throws {
        do {
            // The program that collects metrics runs as another user.
            try SafeFile.write(Data(text.utf8), to: path, mode: 0o644)
        } catch let error as DocSearchError {
            throw DocSearchError(.failed, "The \(what) could not be written. \(error.message)")
        }
    }

    static func requirePlace(_ path: String, what: String) throws {
        do {
            try SafeFile.requirePlain(path)
        } catch let error as DocSearchError {
            throw DocSearchError(.usage, "The \(what) cannot be written. \(error.message)")
        }
    }
}

/// Schedulers and shells (`>&-`) may leave them closed.
enum StandardDescriptors {
    /// Opens the null device for closed ones: the index might get such a number, and messages would be written into it.
    /// Read-only, because output to nowhere must fail as on a full disk.
    static func fill() {
        for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 && errno == EBADF {
            // `open` returns the lowest free number, which is this one.
            guard open("/dev/null", O_RDONLY) == number else { _exit(ExitCode.couldNot.rawValue) }
        }
    }
}

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
