internal import CLeptonica

/// A decoded image in rows as PDFs have them: one bit a pixel (1 is black), 8-bit grey (0 is black), or 8-bit RGB.
final class Bitmap {
    /// Owned: released in `deinit`.
    private let handle: UnsafeMutablePointer<PIX>

    var width: Int { Int(pixGetWidth(handle)) }
    var height: Int { Int(pixGetHeight(handle)) }
    var isBitonal: Bool { pixGetDepth(handle) == 1 }
    var isColored: Bool { pixGetDepth(handle) == 32 }
    /// Dots per inch from the file, 0 where it has none.
    var resolution: (x: Int, y: Int) { (Int(pixGetXRes(handle)), Int(pixGetYRes(handle))) }

    var bytesPerRow: Int { isBitonal ? (width + 7) / 8 : isColored ? 3 * width : width }

    /// Takes ownership of the decoded image. Call within ``Leptonica/quietly(_:)``.
    init?(reducing decoded: UnsafeMutablePointer<PIX>?, keepsColors: Bool = false) {
        var image = decoded
        for step in [Self.withoutColorMap, Self.withoutAlpha, Self.inEightBits] {
            guard let before = image else { return nil }
            image = step(before, keepsColors)
            Self.release(before)
        }
        // Leptonica's words hold the leftmost pixel in their highest bit.
        guard let image else { return nil }
        handle = image
        guard pixEndianByteSwap(image) == 0 else { return nil }
    }

    deinit { Self.release(handle) }

    private static func release(_ image: UnsafeMutablePointer<PIX>) {
        var image: UnsafeMutablePointer<PIX>? = image
        pixDestroy(&image)
    }

    /// From the top, ``bytesPerRow`` bytes each.
    func forEachRow(_ body: (UnsafeRawBufferPointer) -> Void) {
        let wordsPerRow = Int(pixGetWpl(handle))
        guard let pixels = pixGetData(handle) else { return }
        guard !isColored else { return forEachColoredRow(of: pixels, wordsPerRow: wordsPerRow, body) }
        for row in 0..<height {
            body(UnsafeRawBufferPointer(start: pixels + row * wordsPerRow, count: bytesPerRow))
        }
    }

    /// Leptonica has a fourth byte after each three.
    private func forEachColoredRow(
        of pixels: UnsafeMutablePointer<UInt32>, wordsPerRow: Int, _ body: (UnsafeRawBufferPointer) -> Void
    ) {
        var bytes = [UInt8](repeating: 0, count: bytesPerRow)
        for row in 0..<height {
            let source = UnsafeRawBufferPointer(start: pixels + row * wordsPerRow, count: 4 * width)
            for column in 0..<width {
                bytes[3 * column] = source[4 * column]
                bytes[3 * column + 1] = source[4 * column + 1]
                bytes[3 * column + 2] = source[4 * column + 2]
            }
            bytes.withUnsafeBytes(body)
        }
    }

    // MARK: Steps of reduction. Each returns an image of its own, which may be another reference to the same.

    /// Grey or bitonal where the colour map has nothing else, or colours are not kept.
    private static func withoutColorMap(
        _ image: UnsafeMutablePointer<PIX>, keepsColors: Bool
    ) -> UnsafeMutablePointer<PIX>? {
        guard let map = pixGetColormap(image) else { return pixClone(image) }
        var (isOpaque, hasColor): (Int32, Int32) = (1, 0)
        pixcmapIsOpaque(map, &isOpaque)
        if isOpaque == 0 { return pixRemoveColormap(image, Int32(REMOVE_CMAP_WITH_ALPHA)) }
        pixcmapHasColor(map, &hasColor)
        if keepsColors, hasColor != 0 { return pixRemoveColormap(image, Int32(REMOVE_CMAP_TO_FULL_COLOR)) }
        let isBitonal = pixGetDepth(image) == 1 && isBlackAndWhite(map)
        return pixRemoveColormap(image, Int32(isBitonal ? REMOVE_CMAP_TO_BINARY : REMOVE_CMAP_TO_GRAYSCALE))
    }

    private static func isBlackAndWhite(_ map: UnsafeMutablePointer<PIXCMAP>) -> Bool {
        var sums: Set<Int32> = []
        for index in 0..<pixcmapGetCount(map) {
            var (red, green, blue): (Int32, Int32, Int32) = (0, 0, 0)
            pixcmapGetColor(map, index, &red, &green, &blue)
            sums.insert(red + green + blue)
        }
        return sums == [0, 3 * 255]
    }

    private static func withoutAlpha(_ image: UnsafeMutablePointer<PIX>, _: Bool) -> UnsafeMutablePointer<PIX>? {
        guard pixGetDepth(image) == 32, pixGetSpp(image) == 4 else { return pixClone(image) }
        let white: UInt32 = 0xFFFF_FF00
        return pixAlphaBlendUniform(image, white)
    }

    private static func inEightBits(
        _ image: UnsafeMutablePointer<PIX>, keepsColors: Bool
    ) -> UnsafeMutablePointer<PIX>? {
        (keepsColors ? [1, 8, 32] : [1, 8]).contains(pixGetDepth(image)) ? pixClone(image) : pixConvertTo8(image, 0)
    }
}
