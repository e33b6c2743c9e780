import ExtractionProtocol
import Foundation

/// Frames one after the other, taken from a buffer as the coordinator does.
enum FrameStream {
    static func read(_ received: [UInt8]) {
        var consumed = 0
        while received.count - consumed >= FrameHeader.byteCount {
            let bytes = received[consumed..<consumed + FrameHeader.byteCount]
            guard let header = header(bytes) else { return }
            let length = FrameHeader.byteCount + header.payloadLength
            guard header.payloadLength >= 0, header.payloadLength <= FrameHeader.maximumPayload else {
                report("a header with \(header.payloadLength) bytes")
            }
            guard received.count - consumed >= length else { return }
            guard header.bytes == Array(bytes) else { report("\(header) has other bytes than it was made of") }
            Payload.read(header, Data(received[consumed + FrameHeader.byteCount..<consumed + length]))
            consumed += length
        }
    }

    /// Nil when the bytes are none, after which reading ends.
    private static func header(_ bytes: ArraySlice<UInt8>) -> FrameHeader? {
        do {
            return try FrameHeader(bytes: bytes)
        } catch is FrameError {
            return nil
        } catch {
            report("\(error) in place of a FrameError")
        }
    }
}
