internal import CTesseract

/// A leptonica image: 8-bit grey (0 is black) or one bit (1 is black). Immutable once made.
///
/// Operations return nil where leptonica fails, which for images within our limits means lack of memory.
final class Picture {
    /// Owned: released in `deinit`.
    private let handle: UnsafeMutablePointer<PIX>

    var width: Int { Int(pixGetWidth(handle)) }
    var height: Int { Int(pixGetHeight(handle)) }

    private init?(_ handle: UnsafeMutablePointer<PIX>?) {
        guard let handle else { return nil }
        self.handle = handle
    }

    deinit {
        var handle: UnsafeMutablePointer<PIX>? = handle
        pixDestroy(&handle)
    }

    /// Copies 8-bit grey: at least `bytesPerRow * (height - 1) + width` bytes, top row first.
    convenience init?(grey pixels: UnsafeRawBufferPointer, width: Int, height: Int, bytesPerRow: Int) {
        // Leptonica would print warnings to standard error.
        setMsgSeverity(Int32(L_SEVERITY_NONE))
        self.init(pixCreateNoInit(Int32(width), Int32(height), 8))
        guard let source = pixels.baseAddress, let target = pixGetData(handle) else { return nil }
        let wordsPerRow = Int(pixGetWpl(handle))
        for row in 0..<height {
            // A row's last word may be half empty. Its rest is made white and not left undefined.
            target[row * wordsPerRow + wordsPerRow - 1] = .max
            UnsafeMutableRawPointer(target + row * wordsPerRow)
                .copyMemory(from: source + row * bytesPerRow, byteCount: width)
        }
        // Leptonica's words hold the leftmost pixel in their highest byte.
        guard pixEndianByteSwap(handle) == 0 else { return nil }
    }

    /// Lends the image to tesseract or leptonica for one call.
    func withHandle<Result>(_ body: (UnsafeMutablePointer<PIX>) throws -> Result) rethrows -> Result {
        try body(handle)
    }

    // MARK: Grey

    /// Black where the grey is darker than `level`.
    func bitonal(level: Int) -> Picture? { Picture(pixThresholdToBinary(handle, Int32(level))) }

    func inverted() -> Picture? { Picture(pixInvert(nil, handle)) }

    /// Only multiples of 90.
    func turned(clockwise degrees: Int) -> Picture? { Picture(pixRotateOrth(handle, Int32(degrees / 90))) }

    /// Turned about its middle, on white paper large enough for all of it.
    func rotated(clockwise degrees: Double) -> Picture? {
        let method = Int32(pixGetDepth(handle) == 1 ? L_ROTATE_SHEAR : L_ROTATE_AREA_MAP)
        return Picture(
            pixRotate(
                handle, Float(degrees * .pi / 180), method, Int32(L_BRING_IN_WHITE), Int32(width), Int32(height)))
    }

    /// The mask has one bit a pixel and the same size.
    func painted(_ mask: Picture, grey: UInt32) -> Picture? {
        guard let copy = Picture(pixCopy(nil, handle)) else { return nil }
        return pixSetMasked(copy.handle, mask.handle, grey) == 0 ? copy : nil
    }

    /// Nil when no part of it is in the image.
    func part(left: Int, top: Int, width: Int, height: Int) -> Picture? {
        var box = boxCreate(Int32(left), Int32(top), Int32(width), Int32(height))
        defer { boxDestroy(&box) }
        return Picture(pixClipRectangle(handle, box, nil))
    }

    // MARK: One bit

    /// Black where any of four pixels was.
    func halved() -> Picture? { Picture(pixReduceRankBinaryCascade(handle, 1, 0, 0, 0)) }

    /// The parts that hold a black square of this side.
    func opened(side: Int) -> Picture? { Picture(pixOpenBrick(nil, handle, Int32(side), Int32(side))) }

    func withoutLarge(side: Int) -> Picture? {
        Picture(
            pixSelectBySize(
                handle, Int32(side), Int32(side), 8, Int32(L_SELECT_IF_BOTH), Int32(L_SELECT_IF_LTE), nil))
    }

    /// Components that touch at corners count as one.
    var componentCount: Int {
        var count: Int32 = 0
        return pixCountConnComp(handle, 8, &count) == 0 ? Int(count) : 0
    }

    /// In pixels.
    var componentHeights: [Int] {
        var boxes = pixConnCompBB(handle, 8)
        defer { boxaDestroy(&boxes) }
        return (0..<boxaGetCount(boxes)).map { index in
            var height: Int32 = 0
            boxaGetBoxGeometry(boxes, index, nil, nil, nil, &height)
            return Int(height)
        }
    }
}
