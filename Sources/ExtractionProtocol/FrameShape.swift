import Foundation

/// What can be told of a payload before it is decoded.
enum FrameShape {
    /// At least as many as there are values and names of members in a text of JSON.
    static func values(in payload: Data) -> Int {
        payload.withUnsafeBytes { bytes in
            var count = 1
            var isText = false
            var isEscaped = false
            for byte in bytes {
                if isText {
                    if isEscaped {
                        isEscaped = false
                    } else if byte == UInt8(ascii: "\\") {
                        isEscaped = true
                    } else if byte == UInt8(ascii: "\"") {
                        isText = false
                    }
                    continue
                }
                switch byte {
                case UInt8(ascii: "\""): isText = true
                case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "{"): count += 1
                default: break
                }
            }
            return count
        }
    }
}
