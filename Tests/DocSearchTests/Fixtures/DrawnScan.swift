import CLeptonica
import DocSearchTestSupport
import Foundation
import Testing

/// A scan of a few lines, as the usual programs write it.
enum DrawnScan: String, CaseIterable, Sendable {
    case jpeg, jpeg2000, raw, group4, jpegInPDF, jpeg2000InPDF, group4InPDF

    /// Lines that recognition reads without a fault.
    static let lines = [
        "the keeper counted nine herons", "before the water rose again", "and wrote their number down",
        "in the book of the old harbour", "which nobody has opened since", "until a visitor asked for it",
    ]

    /// A name for a file of this kind.
    var name: String {
        switch self {
        case .jpeg: "a.jpg"
        case .jpeg2000: "a.jp2"
        case .raw: "raw.tif"
        case .group4: "group4.tif"
        case .jpegInPDF, .jpeg2000InPDF, .group4InPDF: "\(rawValue).pdf"
        }
    }

    func bytes(_ lines: [String] = Self.lines) throws -> [UInt8] {
        var drawn = try Self.drawn(lines) as UnsafeMutablePointer<PIX>?
        defer { pixDestroy(&drawn) }
        let isBitonal = self == .group4 || self == .group4InPDF
        var image = isBitonal ? pixThresholdToBinary(drawn, 128) : pixClone(drawn)
        defer { pixDestroy(&image) }
        try #require(image != nil)
        pixSetResolution(image, 300, 300)
        var (bytes, count): (UnsafeMutablePointer<UInt8>?, Int) = (nil, 0)
        defer { free(bytes) }
        let failure =
            switch self {
            case .jpeg: pixWriteMem(&bytes, &count, image, Int32(IFF_JFIF_JPEG))
            case .jpeg2000: pixWriteMemJp2k(&bytes, &count, image, 34, 5, 0, 0)
            case .raw: pixWriteMem(&bytes, &count, image, Int32(IFF_TIFF))
            case .group4: pixWriteMem(&bytes, &count, image, Int32(IFF_TIFF_G4))
            case .jpegInPDF:
                pixConvertToPdfData(image, Int32(L_JPEG_ENCODE), 60, &bytes, &count, 0, 0, 300, nil, nil, 0)
            case .jpeg2000InPDF:
                pixConvertToPdfData(image, Int32(L_JP2K_ENCODE), 34, &bytes, &count, 0, 0, 300, nil, nil, 0)
            case .group4InPDF:
                pixConvertToPdfData(image, Int32(L_G4_ENCODE), 60, &bytes, &count, 0, 0, 300, nil, nil, 0)
            }
        try #require(failure == 0)
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// As a page of a PDF.
    static func page(_ lines: [String] = Self.lines) throws -> PDFWriter.Page {
        var image = try drawn(lines) as UnsafeMutablePointer<PIX>?
        defer { pixDestroy(&image) }
        let (width, height) = (Int(pixGetWidth(image)), Int(pixGetHeight(image)))
        let pixels = (0..<width * height).map { index in
            var value: UInt32 = 0
            pixGetPixel(image, Int32(index % width), Int32(index / width), &value)
            return UInt8(truncatingIfNeeded: value)
        }
        return PDFWriter.Page(scan: .init(grey: pixels, width: width, height: height), resolution: 300)
    }

    /// In 8-bit grey. The font is made for 300 dots an inch.
    private static func drawn(_ lines: [String]) throws -> UnsafeMutablePointer<PIX> {
        let image = try #require(pixCreate(760, 400, 8))
        var font = try #require(bmfCreate(nil, 8)) as UnsafeMutablePointer<L_BMF>?
        defer { bmfDestroy(&font) }
        pixSetAll(image)
        for (index, line) in lines.enumerated() {
            pixSetTextline(image, font, line, 0, 40, Int32(70 + 55 * index), nil, nil)
        }
        return image
    }
}
