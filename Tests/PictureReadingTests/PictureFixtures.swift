import CLeptonica
import CZlib
import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import PageReading
import Testing

@testable import PictureReading

/// A picture in 8-bit grey that looks different however it is turned.
struct Grey: Equatable {
    var width = 200
    var height = 260
    var pixels: [UInt8]

    /// Bars of `ink` that are shorter the lower they are, beginning `inset` pixels from the left.
    init(ink: UInt8 = 0, inset: Int = 20) {
        pixels = (0..<200 * 260).map { index in
            let (x, y) = (index % 200, index / 200)
            return y / 20 % 2 == 1 && x >= inset && x < 190 - y / 2 ? ink : 255
        }
    }

    /// Rows of bits, 1 where it is dark, padded to whole bytes.
    var bitonal: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: (width + 7) / 8 * height)
        for (index, pixel) in pixels.enumerated() where pixel < 128 {
            bytes[index / width * ((width + 7) / 8) + index % width / 8] |= 0x80 >> (index % width % 8)
        }
        return bytes
    }

    /// As a file with this orientation stores it.
    func stored(_ orientation: PictureOrientation) -> Grey {
        var result = self
        if orientation.isOnItsSide { (result.width, result.height) = (height, width) }
        for row in 0..<result.height {
            for column in 0..<result.width {
                let (x, y): (Int, Int) =
                    switch orientation {
                    case .topLeft: (column, row)
                    case .topRight: (width - 1 - column, row)
                    case .bottomRight: (width - 1 - column, height - 1 - row)
                    case .bottomLeft: (column, height - 1 - row)
                    case .leftTop: (row, column)
                    case .rightTop: (width - 1 - row, column)
                    case .rightBottom: (width - 1 - row, height - 1 - column)
                    case .leftBottom: (row, height - 1 - column)
                    }
                result.pixels[row * result.width + column] = pixels[y * width + x]
            }
        }
        return result
    }

    /// The share of pixels that differ by more than `tolerance`; 1 when the sizes do.
    func difference(from image: GrayPage, tolerance: Int = 1) -> Double {
        guard image.width == width, image.height == height else { return 1 }
        return Double(zip(pixels, image.pixels).count { abs(Int($0) - Int($1)) > tolerance }) / Double(pixels.count)
    }

    /// As leptonica writes it, in `format` (`IFF_JFIF_JPEG` and so on).
    func encoded(_ format: Int, resolution: Int = 0, colors: Bool = false) throws -> [UInt8] {
        var image = try #require(pixCreate(Int32(width), Int32(height), 8))
        for (index, pixel) in pixels.enumerated() {
            pixSetPixel(image, Int32(index % width), Int32(index / width), UInt32(pixel))
        }
        if format == Int(IFF_TIFF_G4) { image = try #require(pixThresholdToBinary(image, 128)) }
        if colors { image = try #require(pixConvertTo32(image)) }
        pixSetResolution(image, Int32(resolution), Int32(resolution))
        var (bytes, count): (UnsafeMutablePointer<UInt8>?, Int) = (nil, 0)
        defer { free(bytes) }
        try #require(pixWriteMem(&bytes, &count, image, Int32(format)) == 0)
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
}

/// Writes PNGs of any colour type.
struct PNGWriter {
    var width: Int
    var height: Int
    var bits = 8
    /// 0 grey, 2 colours, 3 palette, 4 grey with alpha, 6 colours with alpha.
    var colorType = 0
    var rows: [UInt8] = []
    var palette: [UInt8] = []
    var transparency: [UInt8] = []
    /// Pixels a metre.
    var density: (x: Int, y: Int)?

    var bytes: [UInt8] {
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        file += chunk("IHDR", big(width, 4) + big(height, 4) + [UInt8(bits), UInt8(colorType), 0, 0, 0])
        if let density { file += chunk("pHYs", big(density.x, 4) + big(density.y, 4) + [1]) }
        if !palette.isEmpty { file += chunk("PLTE", palette) }
        if !transparency.isEmpty { file += chunk("tRNS", transparency) }
        let rowBytes = max(1, rows.count / max(1, height))
        let filtered = stride(from: 0, to: rows.count, by: rowBytes).flatMap { [0] + rows[$0..<$0 + rowBytes] }
        var packed = [UInt8](repeating: 0, count: Int(compressBound(uLong(filtered.count))))
        var count = uLongf(packed.count)
        compress(&packed, &count, filtered, uLong(filtered.count))
        return file + chunk("IDAT", Array(packed.prefix(Int(count)))) + chunk("IEND", [])
    }

    private func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + data
        return big(data.count, 4) + body + big(Int(crc32(0, body, uInt(body.count))), 4)
    }
}

/// Writes TIFFs of one strip a page, uncompressed.
struct TIFFWriter {
    struct Page {
        var width = 200
        var height = 260
        var bits = 8
        var samples: [UInt8]
        /// Others, as number and value.
        var tags: [Int: Int] = [:]

        init(_ picture: Grey) {
            samples = picture.pixels
            (width, height) = (picture.width, picture.height)
        }

        init(bitonal picture: Grey) {
            bits = 1
            samples = picture.bitonal
            (width, height) = (picture.width, picture.height)
            // WhiteIsZero.
            tags[262] = 0
        }
    }

    var pages: [Page]
    var isBigEndian = false
    var isBig = false
    /// The index of the page that the last one says comes next.
    var loopsTo: Int?

    var bytes: [UInt8] {
        var file = Array((isBigEndian ? "MM" : "II").utf8)
        file += isBig ? number(43, 2) + number(8, 2) + number(0, 2) : number(42, 2)
        // Where the offset of the next directory is to be written.
        var link = file.count
        file += number(0, wide)
        var offsets: [Int] = []
        for page in pages {
            let strip = file.count
            file += page.samples
            if file.count % 2 == 1 { file.append(0) }
            let offset = file.count
            offsets.append(offset)
            file.replaceSubrange(link..<link + wide, with: number(offset, wide))
            var tags = [256: page.width, 257: page.height, 258: page.bits, 259: 1, 262: 1, 273: strip, 277: 1]
            tags[278] = page.height
            tags[279] = page.samples.count
            tags.merge(page.tags) { $1 }
            file += number(tags.count, isBig ? 8 : 2)
            for (tag, value) in tags.sorted(by: { $0.key < $1.key }) {
                // LONG; those that libtiff wants as SHORT fit into it as well.
                file += number(tag, 2) + number(4, 2) + number(1, wide) + number(value, 4)
                if isBig { file += number(0, 4) }
            }
            link = file.count
            file += number(0, wide)
        }
        if let loopsTo { file.replaceSubrange(link..<link + wide, with: number(offsets[loopsTo], wide)) }
        return file
    }

    private var wide: Int { isBig ? 8 : 4 }

    private func number(_ value: Int, _ count: Int) -> [UInt8] {
        isBigEndian ? big(value, count) : big(value, count).reversed()
    }
}

private func big(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

func picture(_ bytes: [UInt8], _ change: (inout ExtractionLimits) -> Void = { _ in }) throws -> PictureFile {
    var limits = ExtractionLimits()
    change(&limits)
    let pinned = PinnedBytes(bytes)
    return try PictureFile(bytes: pinned.buffer, owner: pinned, limits: limits)
}

/// A page as all that reads PDFs sees it.
func pdfPage(_ file: PictureFile, _ number: Int = 1) throws -> PDFPage {
    let pdf = try file.page(number)
    let document = try PDFDocument(bytes: pdf.buffer, owner: pdf)
    #expect(document.pageCount == 1)
    return try document.page(1)
}

/// A page at the resolution that it was scanned at.
func image(_ file: PictureFile, _ number: Int = 1) throws -> GrayPage {
    let page = try pdfPage(file, number)
    return try page.image(resolution: try #require(page.scanResolution()), maximumPixels: 1_000_000)
}
