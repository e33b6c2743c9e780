/// A text on one line: runs of white space are one space.
struct MarkedLine {
    private(set) var scalars: [Unicode.Scalar] = []
    /// In scalars.
    private(set) var words: [Range<Int>] = []
    /// In scalars, with the unit of the query.
    private(set) var marks: [(range: Range<Int>, unit: Int)] = []

    /// The marks must be in the order of the text and must not overlap.
    init(_ text: String, marks textMarks: [TextMark]) {
        marks.reserveCapacity(textMarks.count)
        // All of a page goes through here for each hit: an append for each letter was a tenth of a search.
        scalars = [Unicode.Scalar](unsafeUninitializedCapacity: text.utf8.count) { line, count in
            var wordStart: Int?
            var markStart = 0
            var remaining = textMarks[...]
            var byte = 0
            for scalar in text.unicodeScalars {
                if byte == remaining.first?.range.lowerBound { markStart = count }
                byte += UTF8.width(scalar)
                if Self.isSpace(scalar) {
                    if let start = wordStart { words.append(start..<count) }
                    if wordStart != nil {
                        line.initializeElement(at: count, to: " ")
                        count += 1
                    }
                    wordStart = nil
                } else {
                    if wordStart == nil { wordStart = count }
                    line.initializeElement(at: count, to: scalar)
                    count += 1
                }
                if let mark = remaining.first, byte >= mark.range.upperBound {
                    if markStart < count { marks.append((markStart..<count, mark.unit)) }
                    remaining = remaining.dropFirst()
                }
            }
            if let start = wordStart { words.append(start..<count) }
        }
    }

    /// Stored text has no other white space, and looking properties up takes time.
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\n" || scalar == "\t" }
}
