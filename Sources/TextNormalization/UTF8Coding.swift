/// Reads and writes single characters in bytes that are known to be valid UTF-8 (RFC 3629).
///
/// `Unicode.UTF8` would do, but works through iterators; this is most of the work on text that is not English.
enum UTF8Coding {
    /// The character that begins at a position, and its bytes.
    static func scalar(at position: Int, in bytes: UnsafeBufferPointer<UInt8>) -> (Unicode.Scalar, Int) {
        let first = UInt32(bytes[position])
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard position + length <= bytes.count else { return (replacement, bytes.count - position) }
        // The first byte holds seven bits, or five, four or three when others follow.
        var value = length == 1 ? first : first & (0xFF >> UInt32(length + 1))
        for offset in 1..<max(1, length) { value = value << 6 | UInt32(bytes[position + offset] & 0x3F) }
        return (Unicode.Scalar(value) ?? replacement, length)
    }

    /// The character whose last byte is the one before `end`; nil when there is none.
    static func scalar(endingAt end: Int, in bytes: UnsafePointer<UInt8>) -> Unicode.Scalar? {
        guard end > 0 else { return nil }
        var start = end - 1
        while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        return scalar(at: start, in: UnsafeBufferPointer(start: bytes, count: end)).0
    }

    /// Writes a character and returns the number of its bytes, 1 to 4, which `target` must have room for.
    static func write(_ scalar: Unicode.Scalar, to target: UnsafeMutablePointer<UInt8>) -> Int {
        let value = scalar.value
        func tail(_ shift: UInt32) -> UInt8 { UInt8(0x80 | value >> shift & 0x3F) }
        switch value {
        case 0..<0x80:
            target[0] = UInt8(value)
            return 1
        case 0x80..<0x800:
            target[0] = UInt8(0xC0 | value >> 6)
            target[1] = tail(0)
            return 2
        case 0x800..<0x10000:
            target[0] = UInt8(0xE0 | value >> 12)
            target[1] = tail(6)
            target[2] = tail(0)
            return 3
        default:
            target[0] = UInt8(0xF0 | value >> 18)
            target[1] = tail(12)
            target[2] = tail(6)
            target[3] = tail(0)
            return 4
        }
    }

    private static let replacement: Unicode.Scalar = "\u{FFFD}"
}
