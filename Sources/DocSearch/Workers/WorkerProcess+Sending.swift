internal import CSandbox
import ExtractionProtocol
import Foundation

/// What a reader is sent while it carries out a request.
extension WorkerProcess {
    func send(bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            sent += try whenItReads {
                bytes.withUnsafeBytes { buffer in
                    Glibc.send(
                        requests, buffer.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
                }
            }
        }
    }

    /// Sends an open file; it stays the caller's.
    func send(descriptor: Int32) throws { _ = try whenItReads { csandbox_send_descriptor(requests, descriptor) } }

    /// Says that a file cannot be had.
    func sendNoDescriptor() throws { _ = try whenItReads { csandbox_send_no_descriptor(requests) } }

    /// Answers a ``NeedFrame`` for passwords.
    func send(passwords: [String]) throws {
        let bytes = [UInt8](try JSONEncoder().encode(passwords))
        try send(bytes: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bytes.count >> $0) } + bytes)
    }

    /// Answers an ``ImageFrame``.
    func send(_ answer: KnownAnswer) throws { try send(bytes: [answer.rawValue]) }
}
