/// A rendered page in 8-bit grey, 0 is black.
package struct GrayPage: Sendable {
    package let pixels: [UInt8]
    package let width: Int
    package let height: Int
    package var bytesPerRow: Int { width }
    /// Dots per inch of the rendering.
    package let resolution: Double

    /// From cairo's RGB24: four bytes a pixel in native byte order, blue first on the machines we run on. Strides are
    /// bytes between rows; padding of the result is white.
    static func grey(
        rgb24 bytes: UnsafeMutablePointer<UInt8>, width: Int, height: Int, stride: Int, greyStride: Int
    ) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: greyStride * height) { output, count in
            guard let target = output.baseAddress else { return }
            if greyStride > width { output.initialize(repeating: 0xFF) }
            for y in 0..<height {
                let row = UnsafeMutableRawPointer(bytes + y * stride).assumingMemoryBound(to: UInt32.self)
                let line = target + y * greyStride
                for x in 0..<width {
                    let pixel = row[x]
                    // Weights of ITU-R BT.601 in 256ths.
                    let sum = 29 * (pixel & 0xFF) + 150 * (pixel >> 8 & 0xFF) + 77 * (pixel >> 16 & 0xFF)
                    line[x] = UInt8(truncatingIfNeeded: sum >> 8)
                }
            }
            count = greyStride * height
        }
    }

    /// Averages squares of pixels down to at least this many dots per inch.
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
