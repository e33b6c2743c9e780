import Foundation

/// For untrusted bytes: nothing outside them is read.
struct ByteReader {
    let bytes: UnsafeRawBufferPointer
    let isBigEndian: Bool
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer, isBigEndian: Bool) { (self.bytes, self.isBigEndian) = (bytes, isBigEndian) }

    /// Nil when it is outside the bytes or, with eight bytes, too large for an `Int`.
    func number(at offset: Int, bytes count: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - count else { return nil }
        var value: UInt64 = 0
        for index in 0..<count {
            value = value << 8 | UInt64(bytes[offset + (isBigEndian ? index : count - 1 - index)])
        }
        return Int(exactly: value)
    }

    /// The offset after it. Each occurrence is found once.
    mutating func next(after pattern: [UInt8]) -> Int? {
        guard let lead = pattern.first, let start = bytes.baseAddress else { return nil }
        while position < bytes.count {
            guard let found = memchr(start + position, Int32(lead), bytes.count - position) else { break }
            position = UnsafeRawPointer(found) - start + 1
            if bytes[(position - 1)...].starts(with: pattern) {
                position += pattern.count - 1
                return position
            }
        }
        position = bytes.count
        return nil
    }
}
