/// A token taken apart: each character of a script without spaces between words is a run, and what stands between two of
/// them is one.
struct TokenRuns {
    struct Run {
        var range: Range<Int>
        /// Whether it is one character of a script that does not divide words.
        var isUndivided: Bool
    }

    private(set) var runs: [Run] = []
    private(set) var hasUndivided = false

    /// `bytes` are UTF-8; what is not is taken for letters.
    init(_ bytes: UnsafeRawBufferPointer) {
        var position = 0
        while position < bytes.count {
            let (scalar, width) = Self.scalar(bytes, position)
            let isUndivided = Self.isUndivided(scalar)
            if !isUndivided, let last = runs.last, !last.isUndivided {
                runs[runs.count - 1].range = last.range.lowerBound..<position + width
            } else {
                runs.append(Run(range: position..<position + width, isUndivided: isUndivided))
            }
            hasUndivided = hasUndivided || isUndivided
            position += width
        }
    }

    private static func scalar(_ bytes: UnsafeRawBufferPointer, _ position: Int) -> (value: UInt32, width: Int) {
        let first = bytes[position]
        let width = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard width > 1, position + width <= bytes.count else { return (UInt32(first), 1) }
        var value = UInt32(first) & (0x7F >> UInt32(width))
        for byte in bytes[position + 1..<position + width] {
            guard byte & 0xC0 == 0x80 else { return (UInt32(first), 1) }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        return (value, width)
    }

    /// Han, Hiragana, Katakana, Thai, Lao, Myanmar and Khmer (Unicode's blocks). Korean divides its words.
    private static func isUndivided(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF: true
        case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3041...0x30FF, 0x31F0...0x31FF: true
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFF66...0xFF9D, 0x20000...0x3FFFF: true
        default: false
        }
    }
}
