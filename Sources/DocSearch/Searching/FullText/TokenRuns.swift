/// Each character of a script without spaces is a run, and so is the text between two of them.
struct TokenRuns {
    struct Run {
        var range: Range<Int>
        var isUndivided: Bool
    }

    private(set) var runs: [Run] = []
    private(set) var hasUndivided = false

    init(_ bytes: UnsafeRawBufferPointer) {
        var position = 0
        var rest = bytes.makeIterator()
        var parser = UTF8.ForwardParser()
        while position < bytes.count {
            let (isUndivided, width) =
                switch parser.parseScalar(from: &rest) {
                case .valid(let scalar): (Self.isUndivided(UTF8.decode(scalar).value), scalar.count)
                case .error(let length): (false, length)
                case .emptyInput: (false, bytes.count - position)
                }
            if !isUndivided, let last = runs.last, !last.isUndivided {
                runs[runs.count - 1].range = last.range.lowerBound..<position + width
            } else {
                runs.append(Run(range: position..<position + width, isUndivided: isUndivided))
            }
            hasUndivided = hasUndivided || isUndivided
            position += width
        }
    }

    /// Han, Hiragana, Katakana, Thai, Lao, Myanmar and Khmer (Unicode's blocks). Korean has spaces.
    static func isUndivided(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF: true
        case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3041...0x30FF, 0x31F0...0x31FF: true
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFF66...0xFF9D, 0x20000...0x3FFFF: true
        default: false
        }
    }
}
