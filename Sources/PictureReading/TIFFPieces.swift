internal import CLeptonica

/// libtiff knows all forms, among them those that leptonica cannot read (tiles, planes, palettes, and most kinds of
/// bits and colours).
final class TIFFPieces {
    private let tiff: UnsafeMutableRawPointer
    /// libtiff reads from its target. Owned: freed in `deinit`.
    private let file: UnsafeMutablePointer<cleptonica_bytes>
    private let page: TIFFDirectories.Page
    /// In pixels.
    private let pieceWidth: Int
    private let pieceHeight: Int
    private let isTiled: Bool

    /// As libtiff returns a piece.
    var pieceBytes: Int {
        let (pixels, isHuge) = pieceWidth.multipliedReportingOverflow(by: pieceHeight)
        return isHuge || pixels > .max / 4 ? .max : 4 * pixels
    }

    /// Nil when libtiff reads another size. `bytes` must outlive this object. Call within ``Leptonica/quietly(_:)``.
    init?(_ bytes: UnsafeRawBufferPointer, page: TIFFDirectories.Page) {
        file = .allocate(capacity: 1)
        file.initialize(to: cleptonica_bytes(bytes: bytes.octets, count: Int64(bytes.count), position: 0))
        self.page = page
        guard let tiff = cleptonica_tiff_open(file, UInt64(page.offset)) else {
            file.deallocate()
            return nil
        }
        // libtiff writes as many pixels as it reads from the tags. Where tags occur twice, that number may differ.
        let size = [Self.imageWidth, Self.imageLength].map { Int(cleptonica_tiff_number(tiff, $0)) }
        guard size == [page.size.width, page.size.height] else {
            cleptonica_tiff_end(tiff)
            file.deallocate()
            return nil
        }
        self.tiff = tiff
        isTiled = cleptonica_tiff_is_tiled(tiff) != 0
        let rows = Int(cleptonica_tiff_number(tiff, isTiled ? Self.tileLength : Self.rowsPerStrip))
        pieceWidth = isTiled ? Int(cleptonica_tiff_number(tiff, Self.tileWidth)) : page.size.width
        pieceHeight = isTiled ? rows : rows > 0 ? min(rows, page.size.height) : page.size.height
    }

    deinit {
        cleptonica_tiff_end(tiff)
        file.deallocate()
    }

    private static let imageWidth: UInt32 = 256
    private static let imageLength: UInt32 = 257
    private static let rowsPerStrip: UInt32 = 278
    private static let tileWidth: UInt32 = 322
    private static let tileLength: UInt32 = 323

    /// Owned by the caller. Null when the page is damaged or memory runs out.
    func decoded(keepsColors: Bool) -> UnsafeMutablePointer<PIX>? {
        let (width, height) = (page.size.width, page.size.height)
        guard pieceWidth > 0, pieceHeight > 0, pieceBytes <= Int(Int32.max),
            width <= Int(Int32.max), height <= Int(Int32.max)
        else { return nil }
        let depth = page.size.hasColor ? keepsColors ? 32 : 8 : page.size.bits == 1 ? 1 : 8
        guard let image = pixCreate(Int32(width), Int32(height), Int32(depth)), let words = pixGetData(image) else {
            return nil
        }
        let wordsPerRow = Int(pixGetWpl(image))
        let pixels = UnsafeMutablePointer<UInt32>.allocate(capacity: pieceWidth * pieceHeight)
        defer { pixels.deallocate() }
        for top in stride(from: 0, to: height, by: pieceHeight) {
            for left in stride(from: 0, to: width, by: pieceWidth) {
                let isRead =
                    isTiled
                    ? cleptonica_tiff_tile(tiff, UInt32(left), UInt32(top), pixels)
                    : cleptonica_tiff_strip(tiff, UInt32(top), pixels)
                guard isRead != 0 else {
                    var image: UnsafeMutablePointer<PIX>? = image
                    pixDestroy(&image)
                    return nil
                }
                let rows = min(pieceHeight, height - top)
                // Tiles have their full height at the lower edge; strips do not.
                let lowest = isTiled ? pieceHeight - 1 : rows - 1
                for row in 0..<rows {
                    Self.copy(
                        pixels + (lowest - row) * pieceWidth, count: min(pieceWidth, width - left),
                        to: words + (top + row) * wordsPerRow, at: left, depth: depth)
                }
            }
        }
        pixSetResolution(image, Int32(page.resolution.x), Int32(page.resolution.y))
        return image
    }

    /// Leptonica's words hold the leftmost pixel in their highest bits.
    private static func copy(
        _ pixels: UnsafePointer<UInt32>, count: Int, to row: UnsafeMutablePointer<UInt32>, at column: Int, depth: Int
    ) {
        for index in 0..<count {
            let (red, green, blue) = onWhite(pixels[index])
            let position = column + index
            switch depth {
            case 32: row[position] = red << 24 | green << 16 | blue << 8
            // Leptonica's weights (pixConvertRGBToLuminance).
            case 8: row[position / 4] |= ((red * 77 + green * 128 + blue * 51) >> 8) << UInt32(24 - 8 * (position % 4))
            default: if red < 128 { row[position / 32] |= 1 << UInt32(31 - position % 32) }
            }
        }
    }

    /// Colours arrive premultiplied by their opacity.
    private static func onWhite(_ pixel: UInt32) -> (red: UInt32, green: UInt32, blue: UInt32) {
        let paper = 255 - pixel >> 24
        func part(_ shift: UInt32) -> UInt32 { min(255, pixel >> shift & 0xFF + paper) }
        return (part(0), part(8), part(16))
    }
}
