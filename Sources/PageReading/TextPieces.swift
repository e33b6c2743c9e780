internal import CPopplerGLib

/// Where the words of a text that poppler gives begin and end otherwise than it says, told by the boxes of the characters.
enum TextPieces {
    /// The numbers of the characters that a space belongs before, in ascending order.
    ///
    /// Poppler puts nothing between the cells of a table: where the next letter is further away than half the height of
    /// the letters, in whichever direction, a space belongs. Letters that are spaced for looks are less far apart.
    static func gaps(in boxes: UnsafeBufferPointer<PopplerRectangle>) -> [Int] {
        var gaps: [Int] = []
        for index in boxes.indices.dropFirst() {
            let (before, box) = (boxes[index - 1], boxes[index])
            let aside = max(box.x1 - before.x2, before.x1 - box.x2)
            let apart = max(box.y1 - before.y2, before.y1 - box.y2)
            // Letters follow each other without a gap, and a line feed is a point.
            guard aside > 0 || apart > 0, !isPoint(before), !isPoint(box) else { continue }
            let height = max(max(before.y2 - before.y1, box.y2 - box.y1), max(before.x2 - before.x1, box.x2 - box.x1))
            if max(aside, apart) > height / 2 { gaps.append(index) }
        }
        return gaps
    }

    /// The text with these spaces.
    static func divided(_ text: String, at gaps: [Int]) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count + gaps.count)
        var (next, isBehindSpace) = (gaps.startIndex, true)
        for (index, scalar) in text.unicodeScalars.enumerated() {
            let isSpace = scalar.properties.isWhitespace
            if next < gaps.endIndex, gaps[next] == index {
                if !isBehindSpace, !isSpace { result.unicodeScalars.append(" ") }
                next += 1
            }
            result.unicodeScalars.append(scalar)
            isBehindSpace = isSpace
        }
        return result
    }

    /// The lines with those put together that have the pieces of a word at their ends; nil where there are none.
    ///
    /// Poppler divides lines that are crooked by some degrees, in the layers of scans, wherever they have risen or sunk too
    /// far, and puts what stands higher first. A line feed's box is a point.
    static func joined(
        _ scalars: () -> [Unicode.Scalar], _ boxes: UnsafeBufferPointer<PopplerRectangle>
    ) -> TextLayout? {
        let lines = lines(boxes)
        guard lines.count > 1 else { return nil }
        let directions = lines.map { ends(of: $0, boxes) }
        let beginnings = LineBeginnings(lines.map { boxes[$0.lowerBound] })
        let candidates = followers(lines, directions, boxes, beginnings) { $0.goesOn(from: $1, to: $2) }
        guard !candidates.isEmpty else { return nil }
        let scalars = scalars()
        // Letters without an extent stand nowhere; what is between the lines must not be lost.
        guard scalars.count == boxes.count,
            boxes.indices.allSatisfy({ !isPoint(boxes[$0]) || scalars[$0] == "\n" })
        else { return nil }
        var chain = Chain()
        for found in candidates
        where scalars[lines[found.line].upperBound - 1].properties.isAlphabetic
            && scalars[lines[found.follower].lowerBound].properties.isAlphabetic
        {
            chain.link(found, isWord: true)
        }
        guard !chain.next.isEmpty else { return nil }
        // On such a page lines are divided between words, too.
        let isRising = 2 * chain.rising > chain.next.count
        let words = followers(lines, directions, boxes, beginnings) {
            $0.goesOn(from: $1, to: $2, gap: 0.08...0.8) && $0.rises(from: $1, to: $2) == isRising
        }
        for found in words { chain.link(found, isWord: false) }
        var layout = TextLayout()
        var isDone: Set<Int> = []
        // What goes round in a circle has no beginning, and comes last.
        for start in lines.indices.filter({ !chain.hasBefore.contains($0) }) + Array(lines.indices)
        where !isDone.contains(start) {
            if !layout.scalars.isEmpty { layout.append("\n") }
            var line: Int? = start
            while let current = line, isDone.insert(current).inserted {
                for index in lines[current] { layout.append(scalars[index], boxes[index]) }
                line = chain.next[current]
                if let next = line, !isDone.contains(next), chain.spaces.contains(current) { layout.append(" ") }
            }
        }
        return layout
    }

    private typealias Found = (line: Int, follower: Int, isRising: Bool)

    /// Which line goes on in which.
    private struct Chain {
        var next: [Int: Int] = [:]
        var hasBefore: Set<Int> = []
        /// Lines that a space comes behind.
        var spaces: Set<Int> = []
        var rising = 0

        mutating func link(_ found: Found, isWord: Bool) {
            guard next[found.line] == nil, hasBefore.insert(found.follower).inserted else { return }
            next[found.line] = found.follower
            if !isWord { spaces.insert(found.line) }
            if found.isRising { rising += 1 }
        }
    }

    /// The characters between line feeds.
    private static func lines(_ boxes: UnsafeBufferPointer<PopplerRectangle>) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = 0
        for index in boxes.indices where isPoint(boxes[index]) {
            if index > start { lines.append(start..<index) }
            start = index + 1
        }
        if boxes.count > start { lines.append(start..<boxes.count) }
        return lines
    }

    private static func isPoint(_ box: PopplerRectangle) -> Bool { box.x1 == box.x2 && box.y1 == box.y2 }

    /// The ways that a line's first and last letters go; nil where there is a single one.
    private static func ends(
        of line: Range<Int>, _ boxes: UnsafeBufferPointer<PopplerRectangle>
    ) -> (begin: TextDirection?, end: TextDirection?) {
        guard line.count > 1 else { return (nil, nil) }
        return (
            TextDirection(from: boxes[line.lowerBound], to: boxes[line.lowerBound + 1]),
            TextDirection(from: boxes[line.upperBound - 2], to: boxes[line.upperBound - 1])
        )
    }

    /// Lines, and those that go on where they end. A single letter goes the way of the other piece.
    private static func followers(
        _ lines: [Range<Int>], _ directions: [(begin: TextDirection?, end: TextDirection?)],
        _ boxes: UnsafeBufferPointer<PopplerRectangle>, _ beginnings: LineBeginnings,
        _ goesOn: (TextDirection, PopplerRectangle, PopplerRectangle) -> Bool
    ) -> [Found] {
        var result: [Found] = []
        var comparisons = 0
        for (line, range) in lines.enumerated() {
            let last = boxes[range.upperBound - 1]
            let near = beginnings.near(last)
            comparisons += near.count
            // Only where thousands of lines lie upon each other.
            guard comparisons <= mostComparisons else { break }
            for follower in near where follower != line {
                let (first, end, begin) = (
                    boxes[lines[follower].lowerBound], directions[line].end, directions[follower].begin
                )
                guard let direction = end ?? begin, direction == begin ?? direction, goesOn(direction, last, first)
                else { continue }
                result.append((line, follower, direction.rises(from: last, to: first)))
            }
        }
        return result
    }

    private static let mostComparisons = 1_000_000
}

/// The first letters of lines by where they stand.
private struct LineBeginnings {
    /// The numbers of the lines, in ascending order in each cell.
    private var cells: [Cell: [Int]] = [:]
    /// Those of letters that are larger than any in a word.
    private var huge: [Int] = []

    private struct Cell: Hashable { var column, row: Int }

    /// Points.
    private static let side = 32.0
    private static let mostCells = (letter: 64, reach: 256)

    init(_ boxes: [PopplerRectangle]) {
        for (line, box) in boxes.enumerated() {
            guard let covered = Self.cells(box, most: Self.mostCells.letter) else {
                huge.append(line)
                continue
            }
            for cell in covered { cells[cell, default: []].append(line) }
        }
    }

    /// Those that may go on behind a letter, in ascending order: where the gap is less than the letter's height.
    func near(_ letter: PopplerRectangle) -> [Int] {
        let reach = max(letter.x2 - letter.x1, letter.y2 - letter.y1)
        let around = PopplerRectangle(
            x1: letter.x1 - reach, y1: letter.y1 - reach, x2: letter.x2 + reach, y2: letter.y2 + reach)
        guard let covered = Self.cells(around, most: Self.mostCells.reach) else { return [] }
        var found = huge
        for cell in covered { found += cells[cell] ?? [] }
        found.sort()
        return found.indices.filter { $0 == 0 || found[$0] != found[$0 - 1] }.map { found[$0] }
    }

    /// Nil where there are too many, or none.
    private static func cells(_ box: PopplerRectangle, most: Int) -> [Cell]? {
        let ends = [box.x1, box.x2, box.y1, box.y2].map { ($0 / side).rounded(.down) }
        guard ends.allSatisfy({ abs($0) < 1e9 }), ends[0] <= ends[1], ends[2] <= ends[3],
            (ends[1] - ends[0] + 1) * (ends[3] - ends[2] + 1) <= Double(most)
        else { return nil }
        return (Int(ends[0])...Int(ends[1])).flatMap { column in
            (Int(ends[2])...Int(ends[3])).map { Cell(column: column, row: $0) }
        }
    }
}

/// Text with the boxes of its characters, one for each; a line feed's is a point.
struct TextLayout {
    var scalars: [Unicode.Scalar] = []
    var boxes: [PopplerRectangle] = []

    mutating func append(_ scalar: Unicode.Scalar, _ box: PopplerRectangle) {
        scalars.append(scalar)
        boxes.append(box)
    }

    /// A space or a line feed behind the last character.
    mutating func append(_ separator: Unicode.Scalar) {
        let last = boxes.last ?? PopplerRectangle()
        let top = separator == "\n" ? last.y2 : last.y1
        append(separator, PopplerRectangle(x1: last.x2, y1: top, x2: last.x2, y2: last.y2))
    }
}
