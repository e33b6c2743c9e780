internal import CLeptonica
package import ExtractionProtocol
import Foundation

/// Each page becomes a PDF in memory, so that pages of PDFs and of images are treated alike. Not for several threads at
/// once.
package final class PictureFile {
    package let format: PictureFormat
    package var pageCount: Int { directories?.pages.count ?? 1 }
    /// Pages may be missing at the end, because the list of pages leads out of the file.
    package var hasNoEnd: Bool { directories?.hasNoEnd ?? false }

    private let bytes: UnsafeRawBufferPointer
    /// Keeps the bytes valid.
    private let owner: AnyObject
    private let limits: ExtractionLimits
    private let keepsColors: Bool
    private let directories: TIFFDirectories?

    /// Decodes nothing. `bytes` are not copied; `owner` must keep them valid and is retained as long as this object.
    /// With `keepsColors` pages are for display; without it they are bitonal or grey, for recognition.
    package init(
        bytes: UnsafeRawBufferPointer, owner: AnyObject, limits: ExtractionLimits, keepsColors: Bool = false
    ) throws {
        guard let format = PictureFormat(opening: bytes.prefix(16)) else {
            throw PictureError(.unsupported, "this is neither a TIFF nor a JPEG, PNG or JPEG 2000 image")
        }
        self.format = format
        self.bytes = bytes
        self.owner = owner
        self.limits = limits
        self.keepsColors = keepsColors
        directories = format == .tiff ? TIFFDirectories(bytes, maximumPages: limits.pages) : nil
        if format == .tiff, directories == nil {
            throw PictureError(.damaged, "the TIFF has no pages, its directory is missing or damaged")
        }
        if directories?.isCut == true {
            throw PictureError(.limit, "the TIFF has more pages than allowed; the limit is \(limits.pages) (pages)")
        }
    }

    /// At its real size if the file states it.
    package func page(_ number: Int) throws -> PagePDF {
        guard (1...pageCount).contains(number) else {
            throw PictureError(.damaged, "the \(format.rawValue) has no page \(number)")
        }
        return try Leptonica.quietly {
            if let directories { return try tiffPage(directories.pages[number - 1]) }
            return switch format {
            case .jpeg: try jpegPage()
            case .png: try decodedPage(PictureSize(png: bytes)) { pixReadMemPng(bytes.octets, bytes.count) }
            default: try jp2Page()
            }
        }
    }

    /// With leptonica where it can, else with libtiff, one strip or tile at a time.
    private func tiffPage(_ page: TIFFDirectories.Page) throws -> PagePDF {
        guard !page.isInPieces else { return try pageOfPieces(page) }
        do {
            guard page.leftBottomTags.isEmpty else { return try leftBottomPage(page) }
            return try decodedPage(page.size) {
                var offset = page.offset
                return pixReadMemFromMultipageTiff(bytes.octets, bytes.count, &offset)
            }
        } catch let error as PictureError where error.code == .damaged && page.size.width > 0 && page.size.height > 0 {
            return try pageOfPieces(page)
        }
    }

    private func pageOfPieces(_ page: TIFFDirectories.Page) throws -> PagePDF {
        try check(page.size)
        let pieces = TIFFPieces(bytes, page: page)
        if let pieces, pieces.pieceBytes > limits.imageBytes {
            throw PictureError(
                .limit,
                "a strip or tile of the image has \(pieces.pieceBytes) bytes when decoded; the limit is "
                    + "\(limits.imageBytes) (imageBytes)")
        }
        return try decodedPage(page.size, orientation: page.orientation) { pieces?.decoded(keepsColors: keepsColors) }
    }

    /// Leptonica reads 8 bits of each colour and of grey. PDFs show images with more bits unchanged, like JPEGs.
    private func jp2Page() throws -> PagePDF {
        guard let size = PictureSize(jp2: bytes), size.bitsOfComponent > 8 else {
            return try decodedPage(PictureSize(jp2: bytes)) { pixReadMemJp2k(bytes.octets, bytes.count, 1, nil, 0, 0) }
        }
        // Each component is decoded to 32 bits.
        let components = PictureSize(width: size.width, height: size.bits / size.bitsOfComponent, bits: 32)
        let (decodedBytes, isHuge) = components.decodedBytes.multipliedReportingOverflow(by: size.height)
        try check(size)
        guard !isHuge, decodedBytes <= limits.imageBytes else {
            throw PictureError(
                .limit,
                "the image has \(decodedBytes) bytes when decoded; the limit is \(limits.imageBytes) (imageBytes)")
        }
        return try PagePDF(
            .jpeg2000(bytes, size: size),
            resolution: PictureResolution.of(width: size.width, height: size.height, claimed: (0, 0)))
    }

    /// Leptonica turns TIFF pages as the tag Orientation says. In colour it puts this orientation upside down (1.82),
    /// so it gets a copy without the tag.
    private func leftBottomPage(_ page: TIFFDirectories.Page) throws -> PagePDF {
        guard let copy = malloc(bytes.count) else {
            throw PictureError(.limit, "there is not enough memory for another \(bytes.count) bytes of the TIFF")
        }
        defer { free(copy) }
        let buffer = UnsafeMutableRawBufferPointer(start: copy, count: bytes.count)
        buffer.copyMemory(from: bytes)
        // The tag's number, 0x112, becomes 0x113, which libtiff does not know and skips.
        let lowByte = bytes.first == UInt8(ascii: "M") ? 1 : 0
        for tag in page.leftBottomTags { buffer[tag + lowByte] = 0x13 }
        let octets = UnsafeRawBufferPointer(buffer).octets
        return try decodedPage(page.size, orientation: .leftBottom) {
            var offset = page.offset
            return pixReadMemFromMultipageTiff(octets, buffer.count, &offset)
        }
    }

    /// PDFs show grey and three-colour JPEGs unchanged. Others, such as those for print, are decoded.
    private func jpegPage() throws -> PagePDF {
        var (width, height, components): (Int32, Int32, Int32) = (0, 0, 0)
        guard readHeaderMemJpeg(bytes.octets, bytes.count, &width, &height, &components, nil, nil) == 0 else {
            throw PictureError(.damaged, "the JPEG's header is damaged, or of an unusual kind")
        }
        let size = PictureSize(width: Int(width), height: Int(height), bits: 8 * Int(components))
        let orientation = PictureOrientation(jpeg: bytes)
        guard components == 1 || components == 3 else {
            return try decodedPage(size, orientation: orientation) {
                var warnings: Int32 = 0
                return pixReadMemJpeg(bytes.octets, bytes.count, 0, 1, &warnings, 0)
            }
        }
        try check(size)
        return try PagePDF(
            .jpeg(bytes, size: size),
            resolution: PictureResolution.of(width: size.width, height: size.height, claimed: jpegResolution()),
            orientation: orientation)
    }

    private func jpegResolution() -> (x: Int, y: Int) {
        guard let stream = cleptonica_stream(bytes.baseAddress, bytes.count) else { return (0, 0) }
        defer { fclose(stream) }
        var (x, y): (Int32, Int32) = (0, 0)
        return fgetJpegResolution(stream, &x, &y) == 0 ? (Int(x), Int(y)) : (0, 0)
    }

    /// `decode` returns an image that the caller owns, or null. `orientation` is how that image lies on the page.
    private func decodedPage(
        _ size: PictureSize?, orientation: PictureOrientation = .topLeft, _ decode: () -> UnsafeMutablePointer<PIX>?
    ) throws -> PagePDF {
        guard let size else { throw PictureError(.damaged, "the \(format.rawValue)'s header is damaged") }
        try check(size)
        guard let bitmap = Bitmap(reducing: decode(), keepsColors: keepsColors) else {
            throw PictureError(
                .damaged, "the image cannot be decoded; it is damaged, of an unusual kind, or too large for memory")
        }
        return try PagePDF(
            .bitmap(bitmap),
            resolution: PictureResolution.of(width: bitmap.width, height: bitmap.height, claimed: bitmap.resolution),
            orientation: orientation)
    }

    /// Runs before anything is decoded, because a header can claim any size.
    private func check(_ size: PictureSize) throws {
        guard size.width > 0, size.height > 0 else { throw PictureError(.damaged, "the image has no size") }
        guard size.decodedBytes <= limits.imageBytes else {
            throw PictureError(
                .limit,
                "the image has \(size.width) by \(size.height) pixels, \(size.decodedBytes) bytes when decoded; "
                    + "the limit is \(limits.imageBytes) (imageBytes)")
        }
    }
}
