extension GrayPage {
    /// The image made smaller by averaging squares of pixels, to at least so many dots per inch; the image itself when it
    /// is not twice as fine.
    package func reduced(to least: Double) -> GrayPage {
        let factor = Int(min(64, resolution / least))
        guard factor > 1, width >= factor, height >= factor else { return self }
        let (columns, rows) = (width / factor, height / factor)
        let source = pixels
        let pixelsPerSquare = UInt32(factor * factor)
        let small = [UInt8](unsafeUninitializedCapacity: columns * rows) { output, count in
            source.withUnsafeBufferPointer { input in
                var sums = [UInt32](repeating: 0, count: columns)
                for row in 0..<rows {
                    for column in 0..<columns { sums[column] = 0 }
                    for line in row * factor..<(row + 1) * factor {
                        var position = line * width
                        for column in 0..<columns {
                            for _ in 0..<factor {
                                sums[column] += UInt32(input[position])
                                position += 1
                            }
                        }
                    }
                    for column in 0..<columns {
                        output[row * columns + column] = UInt8(truncatingIfNeeded: sums[column] / pixelsPerSquare)
                    }
                }
            }
            count = columns * rows
        }
        return GrayPage(pixels: small, width: columns, height: rows, resolution: resolution / Double(factor))
    }
}
