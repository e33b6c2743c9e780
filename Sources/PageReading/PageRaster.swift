internal import CPopplerGLib

/// A part of a page as pixels in colour on white paper.
package final class PageRaster {
    package let width: Int
    package let height: Int
    /// Owned: cairo's RGB24, four bytes a pixel in the machine's order, blue first on the machines we run on.
    let surface: OpaquePointer?

    /// Cairo's, on a side.
    static let longestSide = 32_767

    /// White paper. Throws ``PageReadingError`` (`tooLarge`) when there is no memory for it.
    init(width: Int, height: Int) throws {
        guard (1...Self.longestSide).contains(width), (1...Self.longestSide).contains(height) else {
            throw PageReadingError(
                .tooLarge, "an image of \(width) by \(height) pixels; a side has 1 to \(Self.longestSide)")
        }
        self.width = width
        self.height = height
        // Never null: failures are told by the status.
        surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
            cairo_surface_destroy(surface)
            throw PageReadingError(
                .tooLarge, "there is not enough memory for an image of \(width) by \(height) pixels (addressSpaceBytes)"
            )
        }
        let context = cairo_create(surface)
        cairo_set_source_rgb(context, 1, 1, 1)
        cairo_paint(context)
        cairo_destroy(context)
    }

    deinit { cairo_surface_destroy(surface) }

    /// Bytes from one row to the next.
    var stride: Int { Int(cairo_image_surface_get_stride(surface)) }

    /// The pixels, valid as long as this object.
    var rows: UnsafeMutablePointer<UInt8>? {
        cairo_surface_flush(surface)
        return cairo_image_surface_get_data(surface)
    }

    private static func pixels(_ row: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt32> {
        UnsafeMutableRawPointer(row).assumingMemoryBound(to: UInt32.self)
    }

    /// A part of it; what lies beyond it is white. Throws ``PageReadingError`` (`tooLarge`).
    package func cropped(left: Int, top: Int, width: Int, height: Int) throws -> PageRaster {
        let part = try PageRaster(width: width, height: height)
        guard let source = rows, let target = part.rows else { return part }
        let (from, to) = (max(0, left), min(self.width, left + width))
        let (first, end) = (max(0, top), min(self.height, top + height))
        guard from < to, first < end else { return part }
        for line in first..<end {
            (target + (line - top) * part.stride + (from - left) * 4)
                .update(from: source + line * stride + from * 4, count: (to - from) * 4)
        }
        cairo_surface_mark_dirty(part.surface)
        return part
    }

    /// Left and right exchanged where that is asked for, and then turned clockwise by 0, 90, 180 or 270 degrees. Throws
    /// ``PageReadingError`` (`tooLarge`).
    package func turned(by degrees: Int, isMirrored: Bool) throws -> PageRaster {
        guard degrees != 0 || isMirrored else { return self }
        let isOnItsSide = degrees == 90 || degrees == 270
        let turned = try PageRaster(width: isOnItsSide ? height : width, height: isOnItsSide ? width : height)
        guard let source = rows, let target = turned.rows else { return turned }
        let (stride, targetStride) = (stride, turned.stride)
        for y in 0..<height {
            let row = Self.pixels(source + y * stride)
            for x in 0..<width {
                let column = isMirrored ? width - 1 - x : x
                let (toX, toY) =
                    switch degrees {
                    case 90: (height - 1 - y, column)
                    case 180: (width - 1 - column, height - 1 - y)
                    case 270: (y, width - 1 - column)
                    default: (column, y)
                    }
                Self.pixels(target + toY * targetStride)[toX] = row[x]
            }
        }
        cairo_surface_mark_dirty(turned.surface)
        return turned
    }

    /// Its pixels in grey (0 is black), `stride` bytes a row; black and white alone when `isBitonal`.
    func grey(stride greyStride: Int, isBitonal: Bool) -> [UInt8] {
        guard let source = rows else { return [] }
        let stride = stride
        return [UInt8](unsafeUninitializedCapacity: greyStride * height) { output, count in
            output.initialize(repeating: 0xFF)
            guard let target = output.baseAddress else { return }
            for y in 0..<height {
                let (row, line) = (Self.pixels(source + y * stride), target + y * greyStride)
                for x in 0..<width {
                    let pixel = row[x]
                    // Weights of ITU-R BT.601 in 256ths.
                    let sum = 29 * (pixel & 0xFF) + 150 * (pixel >> 8 & 0xFF) + 77 * (pixel >> 16 & 0xFF)
                    let value = UInt8(truncatingIfNeeded: sum >> 8)
                    line[x] = isBitonal ? (value < 128 ? 0 : 0xFF) : value
                }
            }
            count = greyStride * height
        }
    }
}
