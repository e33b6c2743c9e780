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
    ///   - contrast: Shades that ink differs from its paper at least.
    init(pixels: [UInt8], width: Int, height: Int, contrast: Int) {
        self.width = width
        self.height = height
        bits = [UInt8](repeating: 0, count: width * height)
        for top in stride(from: 0, to: height, by: Self.tile) {
            for left in stride(from: 0, to: width, by: Self.tile) {
                let (right, bottom) = (min(width, left + Self.tile), min(height, top + Self.tile))
                mark(pixels, left, top, right, bottom, contrast)
            }
        }
        count = bits.reduce(0) { $0 + Int($1) }
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
        var result = [UInt8](repeating: 0, count: bits.count)
        for y in 0..<height {
            for x in 0..<width where bits[y * width + x] != 0 { result[x * height + y] = 1 }
        }
        return InkMask(bits: result, width: height, height: width, count: count)
    }

    private mutating func mark(_ pixels: [UInt8], _ left: Int, _ top: Int, _ right: Int, _ bottom: Int, _ contrast: Int) {
        // Sixteen shades, each counted with its neighbours, so that a paper on the border of two is not split.
        var histogram = [Int](repeating: 0, count: 18)
        for y in top..<bottom {
            for x in left..<right { histogram[Int(pixels[y * width + x] >> 4) + 1] += 1 }
        }
        let smooth: [Int] = (1...16).map { (shade: Int) -> Int in
            histogram[shade - 1] + 2 * histogram[shade] + histogram[shade + 1]
        }
        guard let shade = smooth.indices.max(by: { smooth[$0] < smooth[$1] }) else { return }
        let paper = shade * 16 + 8
        for y in top..<bottom {
            for x in left..<right where abs(Int(pixels[y * width + x]) - paper) > contrast {
                bits[y * width + x] = 1
            }
        }
    }

    private mutating func eraseRules() {
        for y in 0..<height { eraseRuns(longerThan: Self.longestRun.horizontal, from: y * width, step: 1, count: width) }
        for x in 0..<width { eraseRuns(longerThan: Self.longestRun.vertical, from: x, step: width, count: height) }
    }

    private mutating func eraseRuns(longerThan limit: Int, from start: Int, step: Int, count: Int) {
        var length = 0
        for position in 0...count {
            if position < count, bits[start + position * step] != 0 {
                length += 1
                continue
            }
            if length > limit {
                for back in 1...length { bits[start + (position - back) * step] = 0 }
            }
            length = 0
        }
    }
}
