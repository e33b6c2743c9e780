/// The page is cut into upright strips, so that a sloping line stays apart from its neighbours. In each strip, ink with
/// gaps of at most a word space makes a piece.
struct LineFinder {
    let mask: InkMask
    /// 1 where the text layer has characters. One byte for each byte of the mask.
    let cover: [UInt8]

    /// In pixels of the mask.
    struct Piece: Equatable {
        var box: InkBounds
        var ink: Int
        var covered: Int
        var runs: Int

        var width: Int { box.right - box.left }
        var height: Int { box.bottom - box.top }
        /// A character is about half as wide as its line is high.
        var characters: Double { Double(width) / (0.55 * Double(height)) }
    }

    private static let strip = 96
    private static let gap = 6

    func find() -> (print: [Piece], marks: Int) {
        var print: [Piece] = []
        var marks = 0
        for left in stride(from: 0, to: mask.width, by: Self.strip) {
            for piece in pieces(inColumns: left..<min(mask.width, left + Self.strip)) {
                if Self.isPrint(piece) { print.append(piece) }
                if Self.isMark(piece) { marks += 1 }
            }
        }
        let lines = print.filter { piece in
            piece.width * 2 >= piece.height * 5 || print.contains { Self.isNeighbour($0, piece) }
        }
        return (lines, marks)
    }

    /// A single letter or figure, such as a page number. Dust is smaller: 5 pixels are 1.8 mm.
    private static func isMark(_ piece: Piece) -> Bool {
        (5...40).contains(piece.height) && (2...60).contains(piece.width) && piece.ink >= 6 && piece.covered == 0
    }

    /// Short pieces of print are in a line with others. Specks of a photograph that look like letters are not.
    private static func isNeighbour(_ other: Piece, _ piece: Piece) -> Bool {
        let (low, high) = (min(other.height, piece.height), max(other.height, piece.height))
        let offset = abs((other.box.top + other.box.bottom) - (piece.box.top + piece.box.bottom))
        let distance = max(other.box.left - piece.box.right, piece.box.left - other.box.right)
        return other != piece && offset <= high && high * 5 <= low * 8 && distance <= 8 * high
    }

    /// Letters are dark strokes with light between them. So a piece of print is neither a bar nor a cloud, is as high
    /// as type (3 to 40 points), and its rows cross several strokes.
    private static func isPrint(_ piece: Piece) -> Bool {
        guard (4...40).contains(piece.height), piece.width >= 8, piece.width * 5 >= piece.height * 6 else {
            return false
        }
        let area = piece.width * piece.height
        let density = Double(piece.ink) / Double(area)
        guard (0.12...0.8).contains(density) else { return false }
        let runsPerRow = Double(piece.runs) / Double(piece.height)
        return runsPerRow >= max(1.2, 0.22 * piece.characters)
    }

    private func pieces(inColumns columns: Range<Int>) -> [Piece] {
        let runs = smearedRuns(inColumns: columns)
        guard !runs.isEmpty else { return [] }
        var parent = Array(runs.indices)
        func root(_ index: Int) -> Int {
            var index = index
            while parent[index] != index {
                parent[index] = parent[parent[index]]
                index = parent[index]
            }
            return index
        }
        var above = 0
        for index in runs.indices {
            while runs[above].box.top < runs[index].box.top - 1 { above += 1 }
            var other = above
            while other < index, runs[other].box.top < runs[index].box.top {
                if runs[other].box.left < runs[index].box.right, runs[index].box.left < runs[other].box.right {
                    parent[root(other)] = root(index)
                }
                other += 1
            }
        }
        var pieces: [Int: Piece] = [:]
        for (index, run) in runs.enumerated() {
            let key = root(index)
            guard var piece = pieces[key] else {
                pieces[key] = run
                continue
            }
            piece.box.left = min(piece.box.left, run.box.left)
            piece.box.right = max(piece.box.right, run.box.right)
            piece.box.bottom = run.box.bottom
            piece.ink += run.ink
            piece.covered += run.covered
            piece.runs += run.runs
            pieces[key] = piece
        }
        return Array(pieces.values)
    }

    /// In pieces one row high. Gaps of up to a word space are closed.
    private func smearedRuns(inColumns columns: Range<Int>) -> [Piece] {
        var runs: [Piece] = []
        mask.bits.withUnsafeBufferPointer { bits in
            for row in 0..<mask.height {
                var current: Piece?
                var previous = -1
                let offset = row * mask.width
                var next = columns.lowerBound
                while next < columns.upperBound {
                    let x = next
                    next += 1
                    guard bits[offset + x] != 0 else { continue }
                    let isCovered = cover[offset + x] != 0 ? 1 : 0
                    if var run = current, x - run.box.right <= Self.gap {
                        run.box.right = x + 1
                        run.ink += 1
                        run.covered += isCovered
                        if previous != x - 1 { run.runs += 1 }
                        current = run
                    } else {
                        if let current { runs.append(current) }
                        let box = InkBounds(left: x, top: row, right: x + 1, bottom: row + 1)
                        current = Piece(box: box, ink: 1, covered: isCovered, runs: 1)
                    }
                    previous = x
                }
                if let current { runs.append(current) }
            }
        }
        return runs
    }
}
