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
        var count = 0
        var y = top
        while y < bottom {
            var position = y * width + left
            let end = y * width + right
            while position < end {
                let difference = Int(pixels[position]) - paper
                if difference > contrast || -difference > contrast {
                    bits[position] = 1
                    count += 1
                }
                position += 1
            }
            y += 1
        }
        return count
    }

    private mutating func eraseRules() {
        let (width, height) = (width, height)
        bits.withUnsafeMutableBufferPointer { bits in
            for y in 0..<height {
                Self.eraseRuns(bits, longerThan: Self.longestRun.horizontal, from: y * width, step: 1, count: width)
            }
            for x in 0..<width {
                Self.eraseRuns(bits, longerThan: Self.longestRun.vertical, from: x, step: width, count: height)
            }
        }
    }

    private static func eraseRuns(
        _ bits: UnsafeMutableBufferPointer<UInt8>, longerThan limit: Int, from start: Int, step: Int, count: Int
    ) {
        var length = 0
        var position = 0
        while position <= count {
            if position < count, bits[start + position * step] != 0 {
                length += 1
            } else {
                if length > limit {
                    for back in 1...length { bits[start + (position - back) * step] = 0 }
                }
                length = 0
            }
            position += 1
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
