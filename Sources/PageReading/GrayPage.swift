/// A rendered page in 8-bit grey, 0 is black.
package struct GrayPage: Sendable {
    package let pixels: [UInt8]
    package let width: Int
    package let height: Int
    package var bytesPerRow: Int { width }
    /// Dots per inch that the page was rendered at.
    package let resolution: Double

    init(pixels: [UInt8], width: Int, height: Int, resolution: Double) {
        self.pixels = pixels
        self.width = width
        self.height = height
        self.resolution = resolution
    }

    /// Reads cairo's RGB24: four bytes a pixel in the machine's order, blue first on the machines we run on.
    init(rgb24 bytes: UnsafeRawBufferPointer, width: Int, height: Int, stride: Int, resolution: Double) {
        self.width = width
        self.height = height
        self.resolution = resolution
        pixels = [UInt8](unsafeUninitializedCapacity: width * height) { output, count in
            for row in 0..<height {
                let source = bytes.baseAddress?.advanced(by: row * stride)
                guard let source = source?.assumingMemoryBound(to: UInt32.self) else { break }
                let target = output.baseAddress?.advanced(by: row * width)
                for column in 0..<width {
                    let pixel = source[column]
                    // Weights of ITU-R BT.601 in 256ths.
                    let sum = 29 * (pixel & 0xFF) + 150 * (pixel >> 8 & 0xFF) + 77 * (pixel >> 16 & 0xFF)
                    target?[column] = UInt8(truncatingIfNeeded: sum >> 8)
                }
            }
            count = width * height
        }
    }
}
