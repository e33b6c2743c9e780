enum ScalarOffsets {
    /// In one pass while ranges are in order: a page may have 4 MiB and a mark on every other word.
    static func ranges(_ ranges: [Range<Int>], in text: String) -> [Range<Int>] {
        var text = text
        return text.withUTF8 { bytes in
            var (position, scalars) = (0, 0)
            func scalar(at offset: Int) -> Int {
                let offset = max(0, min(bytes.count, offset))
                if offset < position { (position, scalars) = (0, 0) }
                while position < offset {
                    // Each scalar has one byte that does not continue another (RFC 3629, 3).
                    if bytes[position] & 0xC0 != 0x80 { scalars += 1 }
                    position += 1
                }
                return scalars
            }
            return ranges.map { range in
                let start = scalar(at: range.lowerBound)
                return start..<max(start, scalar(at: range.upperBound))
            }
        }
    }
}
