internal import CPopplerGLib

/// Corrects poppler's word and line breaks by the boxes of the characters.
enum TextPieces {
    /// Poppler puts nothing between table cells, so a space belongs where the next letter is further away than half the
    /// letters' height, in any direction. Letters spaced for emphasis are closer together.
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

    static func divided(_ text: String, at gaps: [Int]) -> String {
        let scalars = text.unicodeScalars
        var result = ""
        result.reserveCapacity(text.utf8.count + gaps.count)
        var (start, position) = (scalars.startIndex, 0)
        for gap in gaps {
            let end = scalars.index(start, offsetBy: gap - position)
            result += text[start..<end]
            if !scalars[scalars.index(before: end)].properties.isWhitespace, !scalars[end].properties.isWhitespace {
                result += " "
            }
            (start, position) = (end, gap)
        }
        return result + text[start...]
    }

    /// Joins lines that end and begin with pieces of one word; nil without such lines.
    ///
    /// In layers of scans poppler splits lines that slope by a few degrees wherever they have risen or sunk too far,
    /// and puts the higher piece first. A line feed's box is a point.
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
        // Letters without an extent have no place. Text between the lines must not be lost.
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
        // On such a page lines are also split between words.
        let isRising = 2 * chain.rising > chain.next.count
        let words = followers(lines, directions, boxes, beginnings) {
            $0.goesOn(from: $1, to: $2, gap: 0.08...0.8) && $0.rises(from: $1, to: $2) == isRising
        }
        for found in words { chain.link(found, isWord: false) }
        var layout = TextLayout()
        var isDone: Set<Int> = []
        // A cycle has no start, and comes last.
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

    private struct Chain {
        var next: [Int: Int] = [:]
        var hasBefore: Set<Int> = []
        var spaces: Set<Int> = []
        var rising = 0

        mutating func link(_ found: Found, isWord: Bool) {
            guard next[found.line] == nil, hasBefore.insert(found.follower).inserted else { return }
            next[found.line] = found.follower
            if !isWord { spaces.insert(found.line) }
            if found.isRising { rising += 1 }
        }
    }

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

    private static func ends(
        of line: Range<Int>, _ boxes: UnsafeBufferPointer<PopplerRectangle>
    ) -> (begin: TextDirection?, end: TextDirection?) {
        guard line.count > 1 else { return (nil, nil) }
        return (
            TextDirection(from: boxes[line.lowerBound], to: boxes[line.lowerBound + 1]),
            TextDirection(from: boxes[line.upperBound - 2], to: boxes[line.upperBound - 1])
        )
    }

    /// A single letter takes the direction of the other piece.
    private static func followers(
        _ lines: [Range<Int>], _ directions: [(begin: TextDirection?, end: TextDirection?)],
        _ boxes: UnsafeBufferPointer<PopplerRectangle>, _ beginnings: LineBeginnings,
        _ goesOn: (TextDirection, PopplerRectangle, PopplerRectangle) -> Bool
    ) -> [Found] {
        var result: [Found] = []
        var comparisons = 0
        for (line, range) in lines.enumerated() {
            let last = boxes[range.upperBound - 1]
            let near = beginnings.near(last, &comparisons)
            // Reached only where thousands of lines overlap.
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

private struct LineBeginnings {
    private var letters: [(box: PopplerRectangle, line: Int)]
    private let tallest: Double

    /// Skips letters with an infinite extent or beyond any page.
    init(_ boxes: [PopplerRectangle]) {
        letters = boxes.enumerated().map { ($1, $0) }.filter { letter in
            [letter.box.x1, letter.box.x2, letter.box.y1, letter.box.y2].allSatisfy { abs($0) < 1e9 }
        }
        letters.sort { ($0.box.y1, $0.line) < ($1.box.y1, $1.line) }
        tallest = letters.reduce(0) { max($0, $1.box.y2 - $1.box.y1) }
    }

    /// Lines that may continue after a letter, ascending: the gap is less than the letter's height. `count` grows by
    /// the number of comparisons.
    func near(_ letter: PopplerRectangle, _ count: inout Int) -> [Int] {
        let reach = max(letter.x2 - letter.x1, letter.y2 - letter.y1)
        var (low, high) = (0, letters.count)
        while low < high {
            let middle = (low + high) / 2
            if letters[middle].box.y1 < letter.y1 - reach - tallest { low = middle + 1 } else { high = middle }
        }
        var found: [Int] = []
        while low < letters.count, letters[low].box.y1 <= letter.y2 + reach {
            let box = letters[low].box
            if box.y2 >= letter.y1 - reach, box.x2 >= letter.x1 - reach, box.x1 <= letter.x2 + reach {
                found.append(letters[low].line)
            }
            low += 1
            count += 1
        }
        return found.sorted()
    }
}

/// Text with one box for each character. A line feed's box is a point.
struct TextLayout {
    var scalars: [Unicode.Scalar] = []
    var boxes: [PopplerRectangle] = []

    mutating func append(_ scalar: Unicode.Scalar, _ box: PopplerRectangle) {
        scalars.append(scalar)
        boxes.append(box)
    }

    mutating func append(_ separator: Unicode.Scalar) {
        let last = boxes.last ?? PopplerRectangle()
        let top = separator == "\n" ? last.y2 : last.y1
        append(separator, PopplerRectangle(x1: last.x2, y1: top, x2: last.x2, y2: last.y2))
    }
}
