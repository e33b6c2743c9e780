internal import CJPEG
internal import CPopplerGLib
package import ExtractionProtocol

/// In colour on white paper.
package final class PageRaster {
    package let width: Int
    package let height: Int
    /// Owned: cairo's RGB24, four bytes a pixel in native byte order, blue first on the machines we run on.
    let surface: OpaquePointer?

    /// Cairo's limit in pixels.
    static let longestSide = 32_767

    init(width: Int, height: Int) throws {
        guard (1...Self.longestSide).contains(width), (1...Self.longestSide).contains(height) else {
            throw PageReadingError(
                .limit, "an image of \(width) by \(height) pixels; a side has 1 to \(Self.longestSide)")
        }
        self.width = width
        self.height = height
        // Never null: the status reports failures.
        surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
            cairo_surface_destroy(surface)
            throw PageReadingError(
                .limit, "there is not enough memory for an image of \(width) by \(height) pixels (addressSpaceBytes)"
            )
        }
        let context = cairo_create(surface)
        cairo_set_source_rgb(context, 1, 1, 1)
        cairo_paint(context)
        cairo_destroy(context)
    }

    deinit { cairo_surface_destroy(surface) }

    /// Bytes between rows.
    var stride: Int { Int(cairo_image_surface_get_stride(surface)) }

    /// Valid as long as this object.
    var rows: UnsafeMutablePointer<UInt8>? {
        cairo_surface_flush(surface)
        return cairo_image_surface_get_data(surface)
    }

    private static func pixels(_ row: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt32> {
        UnsafeMutableRawPointer(row).assumingMemoryBound(to: UInt32.self)
    }

    /// The area outside is white.
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

    /// Mirrors left and right if requested, then turns clockwise.
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

    /// Grey pixels (0 is black) with `stride` bytes a row; only black and white when `isBitonal`.
    func grey(stride greyStride: Int, isBitonal: Bool) -> [UInt8] {
        guard let rows else { return [] }
        var grey = GrayPage.grey(rgb24: rows, width: width, height: height, stride: stride, greyStride: greyStride)
        guard isBitonal else { return grey }
        // In place, because a copy would take a byte for each pixel.
        for index in grey.indices { grey[index] = grey[index] < 128 ? 0 : 0xFF }
        return grey
    }

    // MARK: - Files

    /// `quality` is 1 to 100.
    package func jpeg(quality: Int, colors: ImageColors) throws -> [UInt8] {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        defer { free(bytes) }
        let status: Int32
        if colors == .bitonal {
            status = grey(stride: width, isBitonal: true).withUnsafeBufferPointer { pixels in
                cjpeg_encode(
                    pixels.baseAddress, width, UInt32(width), UInt32(height), 1, 1, Int32(quality), &bytes, &count)
            }
        } else {
            status = cjpeg_encode(
                rows, stride, UInt32(width), UInt32(height), 0, colors == .gray ? 1 : 0, Int32(quality), &bytes, &count)
        }
        guard status == 0, let bytes else { throw Self.notWritten }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }

    package func png(colors: ImageColors) throws -> [UInt8] {
        guard colors != .color else { return try Self.png(of: surface) }
        let stride = Int(cairo_format_stride_for_width(CAIRO_FORMAT_A8, Int32(width)))
        var pixels = grey(stride: stride, isBitonal: colors == .bitonal)
        return try Self.png(grey: &pixels, width: width, height: height, stride: stride)
    }

    fileprivate static func png(grey: inout [UInt8], width: Int, height: Int, stride: Int) throws -> [UInt8] {
        try grey.withUnsafeMutableBufferPointer { pixels in
            // Cairo writes a surface with one channel as grey.
            let surface = cairo_image_surface_create_for_data(
                pixels.baseAddress, CAIRO_FORMAT_A8, Int32(width), Int32(height), Int32(stride))
            defer { cairo_surface_destroy(surface) }
            return try png(of: surface)
        }
    }

    private static func png(of surface: OpaquePointer?) throws -> [UInt8] {
        var bytes: [UInt8] = []
        let status = withUnsafeMutablePointer(to: &bytes) { bytes in
            cairo_surface_write_to_png_stream(
                surface,
                { target, data, count in
                    guard let target, let data else { return CAIRO_STATUS_WRITE_ERROR }
                    target.assumingMemoryBound(to: [UInt8].self).pointee
                        .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
                    return CAIRO_STATUS_SUCCESS
                }, bytes)
        }
        guard status == CAIRO_STATUS_SUCCESS else { throw notWritten }
        return bytes
    }

    private static var notWritten: PageReadingError {
        PageReadingError(.limit, "there is not enough memory to write the image (addressSpaceBytes)")
    }
}

extension GrayPage {
    package func png() throws -> [UInt8] {
        let stride = Int(cairo_format_stride_for_width(CAIRO_FORMAT_A8, Int32(width)))
        var rows = [UInt8](repeating: 0xFF, count: stride * height)
        for line in 0..<height {
            rows.replaceSubrange(
                line * stride..<line * stride + width, with: pixels[line * bytesPerRow..<line * bytesPerRow + width])
        }
        return try PageRaster.png(grey: &rows, width: width, height: height, stride: stride)
    }
}
