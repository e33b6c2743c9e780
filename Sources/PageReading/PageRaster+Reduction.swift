internal import CPopplerGLib

extension PageRaster {
    /// Each pixel is the mean of those it covers. `area` is in pixels of this raster and need not start or end at whole
    /// ones. Nil for a part outside this raster, or one that would be enlarged.
    package func reduced(from area: PageRectangle, to width: Int, height: Int) throws -> PageRaster? {
        guard area.left > -0.5, area.top > -0.5, area.right < Double(self.width) + 0.5,
            area.bottom < Double(self.height) + 0.5, area.width >= 0.99 * Double(width),
            area.height >= 0.99 * Double(height)
        else { return nil }
        if abs(area.width - Double(width)) < 0.5, abs(area.height - Double(height)) < 0.5 {
            return try cropped(
                left: Int(area.left.rounded()), top: Int(area.top.rounded()), width: width, height: height)
        }
        let reduced = try PageRaster(width: width, height: height)
        guard let source = rows, let target = reduced.rows else { return reduced }
        let columns = Shares(from: area.left, to: area.right, count: width, limit: self.width)
        let lines = Shares(from: area.top, to: area.bottom, count: height, limit: self.height)
        // Two rows of sums. Unchecked access takes a third of the time.
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2 * width) { buffer in
            guard let row = buffer.baseAddress else { return }
            let sums = row + width
            var rowNumber = -1
            for y in 0..<height {
                sums.initialize(repeating: Self.half, count: width)
                for index in lines.offsets[y]..<lines.offsets[y + 1] {
                    let number = lines.starts[y] + index - lines.offsets[y]
                    // The last row of one is often the first of the next.
                    if number != rowNumber { columns.reduce(source + number * stride, into: row) }
                    rowNumber = number
                    let weight = lines.weights[index]
                    for x in 0..<width { sums[x] &+= row[x] &* weight }
                }
                let line = UnsafeMutableRawPointer(target + y * reduced.stride).assumingMemoryBound(to: UInt32.self)
                for x in 0..<width { line[x] = Self.pixel(sums[x]) }
            }
        }
        cairo_surface_mark_dirty(reduced.surface)
        return reduced
    }

    // Three colours in one number, 21 bits each: 4096 times the greatest value of a colour takes 20.

    private static let whole: UInt64 = 4096
    /// Half of each colour's least step, for rounding.
    private static let half: UInt64 = 2048 | 2048 << 21 | 2048 << 42
    private static let mask: UInt64 = 0xFF | 0xFF << 21 | 0xFF << 42

    private static func pixel(_ sums: UInt64) -> UInt32 {
        let colors = sums >> 12 & mask
        return UInt32(truncatingIfNeeded: colors & 0xFF | colors >> 13 & 0xFF00 | colors >> 26 & 0xFF_0000)
    }

    /// The pixels of a row that each pixel of a shorter one covers, with their weights in 4096ths.
    private struct Shares {
        var starts: [Int] = []
        var offsets = [0]
        var weights: [UInt64] = []

        init(from: Double, to: Double, count: Int, limit: Int) {
            let step = (to - from) / Double(count)
            for number in 0..<count {
                let begin = max(0, min(Double(limit) - 1, from + Double(number) * step))
                let end = max(begin + 1e-6, min(Double(limit), from + Double(number + 1) * step))
                let (first, last) = (Int(begin), min(limit - 1, Int(end.rounded(.up)) - 1))
                // Rounding must neither lighten nor darken: the sums are rounded, not the parts.
                var before: UInt64 = 0
                let parts = (first...max(first, last)).map { pixel -> UInt64 in
                    let covered = min(end, Double(pixel + 1)) - begin
                    let sum = pixel >= last ? PageRaster.whole : UInt64((covered / (end - begin) * 4096).rounded())
                    defer { before = max(before, sum) }
                    return max(before, sum) - before
                }
                starts.append(first)
                weights += parts
                offsets.append(weights.count)
            }
        }

        func reduce(_ bytes: UnsafePointer<UInt8>, into row: UnsafeMutablePointer<UInt64>) {
            let pixels = UnsafeRawPointer(bytes).assumingMemoryBound(to: UInt32.self)
            starts.withUnsafeBufferPointer { starts in
                offsets.withUnsafeBufferPointer { offsets in
                    weights.withUnsafeBufferPointer { weights in
                        guard let starts = starts.baseAddress, let offsets = offsets.baseAddress,
                            let weights = weights.baseAddress
                        else { return }
                        for x in 0..<self.starts.count {
                            var sum = PageRaster.half
                            let pixel = pixels + (starts[x] - offsets[x])
                            for index in offsets[x]..<offsets[x + 1] {
                                let value = UInt64(pixel[index])
                                let spread = value & 0xFF | (value & 0xFF00) << 13 | (value & 0xFF_0000) << 26
                                sum &+= spread &* weights[index]
                            }
                            row[x] = sum >> 12 & PageRaster.mask
                        }
                    }
                }
            }
        }
    }
}
