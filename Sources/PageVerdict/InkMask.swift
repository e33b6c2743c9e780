/// The pixels of a small page image that differ clearly from the paper around them, dark on light or light on dark.
struct InkMask {
    let width: Int
    let height: Int
    /// 1 for ink, row by row.
    private(set) var bits: [UInt8]
    private(set) var count = 0

    /// Side in pixels of the squares whose most frequent shade is taken as paper. That follows uneven light and
    /// inverted parts.
    private static let tile = 48
    /// Least difference in shade between ink and paper. Faint ink is tried only where there is no other.
    static let clear = 40
    static let faint = 20
    /// Longer runs of ink are rules and edges, not letters. In pixels of 1/72 inch.
    private static let longestRun = (horizontal: 110, vertical: 60)

    /// Lines of text that run up or down the page become level.
    func transposed() -> InkMask {
        InkMask(width: height, height: width, bits: bits.transposed(width: width, height: height), count: count)
    }
}

extension InkMask {
    /// `pixels` has `width` times `height` bytes of 8-bit grey.
    init(pixels: [UInt8], width: Int, height: Int, contrast: Int) {
        var marked = 0
        let bits = [UInt8](unsafeUninitializedCapacity: width * height) { bits, size in
            bits.initialize(repeating: 0)
            size = width * height
            pixels.withUnsafeBufferPointer { pixels in
                for top in stride(from: 0, to: height, by: Self.tile) {
                    for left in stride(from: 0, to: width, by: Self.tile) {
                        let tile = Tile(
                            columns: left..<min(width, left + Self.tile), rows: top..<min(height, top + Self.tile),
                            pixels: pixels, bytesPerRow: width)
                        marked += tile.markInk(in: bits, contrast: contrast)
                    }
                }
            }
        }
        self.init(width: width, height: height, bits: bits, count: marked)
        eraseRules()
    }

    private mutating func eraseRules() {
        let (width, height) = (width, height)
        bits.withUnsafeMutableBufferPointer { bits in
            for y in 0..<height { Self.eraseLevelRules(bits, from: y * width, to: (y + 1) * width) }
            Self.eraseUprightRules(bits, width: width, height: height)
        }
    }

    private static func eraseLevelRules(_ bits: UnsafeMutableBufferPointer<UInt8>, from start: Int, to end: Int) {
        var runStart = start
        var position = start
        while position <= end {
            if position == end || bits[position] == 0 {
                if position - runStart > longestRun.horizontal { bits[runStart..<position].update(repeating: 0) }
                runStart = position + 1
            }
            position += 1
        }
    }

    /// Goes row by row, the order of the bytes in memory, and keeps the current run of each column.
    private static func eraseUprightRules(_ bits: UnsafeMutableBufferPointer<UInt8>, width: Int, height: Int) {
        withUnsafeTemporaryAllocation(of: Int.self, capacity: width) { lengths in
            lengths.initialize(repeating: 0)
            for y in 0...height {
                for x in 0..<width {
                    if y < height, bits[y &* width &+ x] != 0 {
                        lengths[x] &+= 1
                        continue
                    }
                    if lengths[x] > longestRun.vertical {
                        for row in y - lengths[x]..<y { bits[row * width + x] = 0 }
                    }
                    lengths[x] = 0
                }
            }
        }
    }
}

private struct Tile {
    let columns: Range<Int>
    let rows: Range<Int>
    let pixels: UnsafeBufferPointer<UInt8>
    let bytesPerRow: Int

    /// The most frequent shade. Counts sixteen shades, each with its neighbours, so that a paper on the border of two
    /// is not split. The loops are written out because debug builds run them too.
    private var paper: Int {
        var histogram = [Int](repeating: 0, count: 18)
        histogram.withUnsafeMutableBufferPointer { histogram in
            var y = rows.lowerBound
            while y < rows.upperBound {
                var position = y * bytesPerRow + columns.lowerBound
                let end = y * bytesPerRow + columns.upperBound
                while position < end {
                    histogram[Int(pixels[position] >> 4) + 1] += 1
                    position += 1
                }
                y += 1
            }
        }
        var (best, most) = (0, -1)
        for shade in 1...16 {
            let weight = histogram[shade - 1] + 2 * histogram[shade] + histogram[shade + 1]
            if weight > most { (best, most) = (shade, weight) }
        }
        return (best - 1) * 16 + 8
    }

    func markInk(in bits: UnsafeMutableBufferPointer<UInt8>, contrast: Int) -> Int {
        // Written so that the compiler can compare many pixels at once.
        guard let source = pixels.baseAddress, let target = bits.baseAddress else { return 0 }
        let paper = paper
        let darkest = UInt8(max(0, paper - contrast))
        let lightest = UInt8(min(255, paper + contrast))
        var count = 0
        for y in rows {
            var inRow: UInt8 = 0
            for position in y &* bytesPerRow &+ columns.lowerBound..<y &* bytesPerRow &+ columns.upperBound {
                let isInk: UInt8 = source[position] < darkest || source[position] > lightest ? 1 : 0
                target[position] = isInk
                inRow &+= isInk
            }
            count += Int(inRow)
        }
        return count
    }
}

extension [UInt8] {
    func transposed(width: Int, height: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { output, size in
            withUnsafeBufferPointer { input in
                var x = 0
                while x < width {
                    var y = 0
                    while y < height {
                        output[x * height + y] = input[y * width + x]
                        y += 1
                    }
                    x += 1
                }
            }
            size = count
        }
    }
}
