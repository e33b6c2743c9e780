/// A text on one line: runs of white space are one space.
struct MarkedLine {
    private(set) var scalars: [Unicode.Scalar] = []
    /// In scalars.
    private(set) var words: [Range<Int>] = []
    /// In scalars, with the unit of the query.
    private(set) var marks: [(range: Range<Int>, unit: Int)] = []

    /// The marks must be in the order of the text and must not overlap.
    init(_ text: String, marks textMarks: [TextMark]) {
        var wordStart: Int?
        var markStart = 0
        var next = 0
        var byte = 0
        scalars.reserveCapacity(text.utf8.count)
        marks.reserveCapacity(textMarks.count)
        for scalar in text.unicodeScalars {
            if next < textMarks.count, byte == textMarks[next].range.lowerBound { markStart = scalars.count }
            byte += UTF8.width(scalar)
            if Self.isSpace(scalar) {
                if let start = wordStart { words.append(start..<scalars.count) }
                wordStart = nil
                if !scalars.isEmpty, scalars.last != " " { scalars.append(" ") }
            } else {
                if wordStart == nil { wordStart = scalars.count }
                scalars.append(scalar)
            }
            if next < textMarks.count, byte >= textMarks[next].range.upperBound {
                if markStart < scalars.count { marks.append((markStart..<scalars.count, textMarks[next].unit)) }
                next += 1
            }
        }
        if let start = wordStart { words.append(start..<scalars.count) }
    }

    /// Stored text has no other white space, and looking properties up takes time.
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\n" || scalar == "\t" }
}
