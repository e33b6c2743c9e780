internal import CJPEG
internal import CPopplerGLib

extension PageRaster {
    /// What becomes of the colours.
    package enum Colors: Sendable { case color, grey, bitonal }

    /// A JPEG file, `quality` 1 to 100.
    ///
    /// Throws ``PageReadingError`` (`tooLarge`).
    package func jpeg(quality: Int, colors: Colors) throws -> [UInt8] {
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
                rows, stride, UInt32(width), UInt32(height), 0, colors == .grey ? 1 : 0, Int32(quality), &bytes, &count)
        }
        guard status == 0, let bytes else { throw Self.notWritten }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }

    /// A PNG file.
    ///
    /// Throws ``PageReadingError`` (`tooLarge`).
    package func png(colors: Colors) throws -> [UInt8] {
        guard colors != .color else { return try Self.png(of: surface) }
        let stride = Int(cairo_format_stride_for_width(CAIRO_FORMAT_A8, Int32(width)))
        var pixels = grey(stride: stride, isBitonal: colors == .bitonal)
        return try pixels.withUnsafeMutableBufferPointer { pixels in
            // A surface of one channel, which cairo writes as grey.
            let grey = cairo_image_surface_create_for_data(
                pixels.baseAddress, CAIRO_FORMAT_A8, Int32(width), Int32(height), Int32(stride))
            defer { cairo_surface_destroy(grey) }
            return try Self.png(of: grey)
        }
    }

    private final class Collector {
        var bytes: [UInt8] = []
    }

    private static func png(of surface: OpaquePointer?) throws -> [UInt8] {
        let collector = Collector()
        let status = withExtendedLifetime(collector) {
            cairo_surface_write_to_png_stream(
                surface,
                { target, data, count in
                    guard let target, let data else { return CAIRO_STATUS_WRITE_ERROR }
                    Unmanaged<Collector>.fromOpaque(target).takeUnretainedValue().bytes
                        .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
                    return CAIRO_STATUS_SUCCESS
                }, Unmanaged.passUnretained(collector).toOpaque())
        }
        guard status == CAIRO_STATUS_SUCCESS else { throw notWritten }
        return collector.bytes
    }

    private static var notWritten: PageReadingError {
        PageReadingError(.tooLarge, "there is not enough memory to write the image (addressSpaceBytes)")
    }
}
