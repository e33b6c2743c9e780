import ExtractionProtocol
import Foundation

/// A frame's payload as both programs read it. What can be read must come out the same when it is sent on.
enum Payload {
    private static let coder = FrameCoder()
    private static let bounds = FrameBounds(ExtractionLimits())

    static func read(_ header: FrameHeader, _ payload: Data) {
        checkBounds(header, payload)
        check(
            value { try coder.frame(header: header, payload: payload) },
            encode: { try coder.encode($0, request: header.request) }, decode: coder.frame)
        check(
            value { try coder.request(header: header, payload: payload) },
            encode: { try coder.encode($0, number: header.request) }, decode: coder.request)
    }

    /// Of what the coordinator takes, no worker would have cut anything.
    private static func checkBounds(_ header: FrameHeader, _ payload: Data) {
        guard let frame = value({ try coder.frame(header: header, payload: payload, bounds: bounds) }) else { return }
        var left = Int.max
        let trimmed = bounds.trimmed(frame, left: &left).frame
        if trimmed != frame { report("\(frame) was let through and would be cut to \(trimmed)") }
    }

    private static func check<Value: Equatable>(
        _ value: Value?, encode: (Value) throws -> [UInt8], decode: (FrameHeader, Data) throws -> Value
    ) {
        guard let value else { return }
        do {
            let bytes = try encode(value)
            let again = try decode(FrameHeader(bytes: bytes), Data(bytes.dropFirst(FrameHeader.byteCount)))
            if again != value { report("\(value) was encoded and became \(again)") }
        } catch FrameError.tooLong {
            // Text can be longer when it is encoded, as `/` is.
        } catch {
            report("\(value) was decoded and cannot be encoded: \(error)")
        }
    }

    private static func value<Value>(_ decode: () throws -> Value) -> Value? {
        do {
            return try decode()
        } catch is FrameError {
            return nil
        } catch {
            report("\(error) in place of a FrameError")
        }
    }
}
