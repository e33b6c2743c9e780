import ExtractionProtocol

/// Frames encoded once, to be sent as the answer to any request. Some are of megabytes, and a stand-in has them ready for
/// many requests.
struct NumberedFrames {
    private var bytes: [UInt8] = []
    /// Where each frame begins.
    private var starts: [Int] = []

    init(_ frames: [ExtractionFrame]) throws {
        let coder = FrameCoder()
        for frame in frames {
            starts.append(bytes.count)
            bytes += try coder.encode(frame, request: 0)
        }
    }

    /// The request's number stands in each header behind four other bytes.
    func answering(_ request: UInt32) -> [UInt8] {
        var bytes = bytes
        for start in starts {
            for place in 0..<4 { bytes[start + 4 + place] = UInt8(truncatingIfNeeded: request >> (24 - 8 * place)) }
        }
        return bytes
    }
}
