import CLeptonica
import Foundation
import Testing

/// A picture of 200 by 100 pixels at 72 dots per inch whose quarters are red, green, blue and grey.
enum ColorCode: String {
    case png, tiff, jpeg
    /// With a table of colours.
    case pngWithMap

    static let colors = [[200, 30, 30], [30, 160, 30], [30, 30, 200], [128, 128, 128]]

    func bytes() throws -> [UInt8] {
        var image = pixCreate(200, 100, 32)
        defer { pixDestroy(&image) }
        for row in 0..<100 {
            for column in 0..<200 {
                let color = Self.colors[(row < 50 ? 0 : 2) + (column < 100 ? 0 : 1)].map { Int32($0) }
                pixSetRGBPixel(image, Int32(column), Int32(row), color[0], color[1], color[2])
            }
        }
        pixSetResolution(image, 72, 72)
        var mapped = self == .pngWithMap ? pixConvertRGBToColormap(image, 0) : pixClone(image)
        defer { pixDestroy(&mapped) }
        if self == .pngWithMap { #expect(pixGetColormap(mapped) != nil) }
        var (bytes, count): (UnsafeMutablePointer<UInt8>?, Int) = (nil, 0)
        let result =
            switch self {
            case .png, .pngWithMap: pixWriteMemPng(&bytes, &count, mapped, 0)
            case .tiff: pixWriteMemTiff(&bytes, &count, mapped, Int32(IFF_TIFF_LZW))
            case .jpeg: pixWriteMemJpeg(&bytes, &count, mapped, 95, 0)
            }
        #expect(result == 0)
        defer { free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    var name: String { self == .pngWithMap ? "a.png" : "a.\(rawValue)" }
}

extension Pixels {
    /// Red, green and blue in the middles of the four quarters, as ``quarters`` has them.
    var colors: [[Int]] { [(1, 1), (3, 1), (1, 3), (3, 3)].map { color($0.0 * width / 4, $0.1 * height / 4) } }
}
