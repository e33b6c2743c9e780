/// The pixels of a small page image that differ clearly from the paper around them, dark on light or light on dark.
struct InkMask {
    let width: Int
    let height: Int
    /// 1 for ink, row by row.
    private(set) var bits: [UInt8]
    private(set) var count = 0

    /// Paper is the commonest shade of each square of so many pixels, which follows uneven light and inverted parts.
    private static let tile = 48
    /// Shades that ink differs from its paper at least; and faint ink, which is looked for where there is no other.
    static let clear = 40
    static let faint = 20
    /// Longer runs of ink are rules and edges, not letters. In pixels of 1/72 inch.
    private static let longestRun = (horizontal: 110, vertical: 60)

    /// - Parameters:
    ///   - pixels: 8-bit grey, `width` times `height` bytes.
    ///   - width: Pixels.
    ///   - height: Pixels.
    ///   - contrast: Shades that ink differs from its paper at least.
    init(pixels: [UInt8], width: Int, height: Int, contrast: Int) {
        self.width = width
        self.height = height
        var marked = 0
        bits = [UInt8](unsafeUninitializedCapacity: width * height) { bits, size in
            bits.initialize(repeating: 0)
            size = width * height
            pixels.withUnsafeBufferPointer { pixels in
                for top in stride(from: 0, to: height, by: Self.tile) {
                    for left in stride(from: 0, to: width, by: Self.tile) {
                        let (right, bottom) = (min(width, left + Self.tile), min(height, top + Self.tile))
                        let paper = Self.paper(pixels, width, left, top, right, bottom)
                        marked += Self.mark(pixels, bits, width, left, top, right, bottom, paper, contrast)
                    }
                }
            }
        }
        count = marked
        eraseRules()
    }

    private init(bits: [UInt8], width: Int, height: Int, count: Int) {
        self.bits = bits
        self.width = width
        self.height = height
        self.count = count
    }

    /// Rows become columns: lines of text that run up or down the page become level.
    func transposed() -> InkMask {
        InkMask(bits: Transposition.of(bits, width, height), width: height, height: width, count: count)
    }

    /// The commonest shade of a square. Sixteen shades are told apart, each counted with its neighbours, so that a paper on
    /// the border of two is not split. The loops are written out, as they also run in builds for debugging.
    private static func paper(
        _ pixels: UnsafeBufferPointer<UInt8>, _ width: Int, _ left: Int, _ top: Int, _ right: Int, _ bottom: Int
    ) -> Int {
        var histogram = [Int](repeating: 0, count: 18)
        histogram.withUnsafeMutableBufferPointer { histogram in
            var y = top
            while y < bottom {
                var position = y * width + left
                let end = y * width + right
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

    /// Returns how many pixels are ink.
    private static func mark(
        _ pixels: UnsafeBufferPointer<UInt8>, _ bits: UnsafeMutableBufferPointer<UInt8>, _ width: Int, _ left: Int,
        _ top: Int, _ right: Int, _ bottom: Int, _ paper: Int, _ contrast: Int
    ) -> Int {
        // Written for the compiler to see that many pixels can be compared at once.
        guard let source = pixels.baseAddress, let target = bits.baseAddress else { return 0 }
        let darkest = UInt8(max(0, paper - contrast))
        let lightest = UInt8(min(255, paper + contrast))
        var count = 0
        for y in top..<bottom {
            var inRow: UInt8 = 0
            for position in y &* width &+ left..<y &* width &+ right {
                let isInk: UInt8 = source[position] < darkest || source[position] > lightest ? 1 : 0
                target[position] = isInk
                inRow &+= isInk
            }
            count += Int(inRow)
        }
        return count
    }

    private mutating func eraseRules() {
        let (width, height) = (width, height)
        bits.withUnsafeMutableBufferPointer { bits in
            for y in 0..<height { Self.eraseLevelRules(bits, from: y * width, to: (y + 1) * width) }
            Self.eraseUprightRules(bits, width, height)
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

    /// Goes through the rows, as memory likes it, and remembers for each column how long its run is.
    private static func eraseUprightRules(_ bits: UnsafeMutableBufferPointer<UInt8>, _ width: Int, _ height: Int) {
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

/// Rows of bytes made columns.
enum Transposition {
    /// - Returns: `width` rows of `height` bytes.
    static func of(_ bytes: [UInt8], _ width: Int, _ height: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: bytes.count) { output, size in
            bytes.withUnsafeBufferPointer { input in
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
            size = bytes.count
        }
    }
}
