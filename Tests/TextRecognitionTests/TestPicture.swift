import DocSearchTestSupport
import Foundation
import PageReading

@testable import TextRecognition

/// A page image of the tests' own making, in 8-bit grey, to be turned and made worse.
struct TestPicture {
    var pixels: [UInt8]
    var width: Int
    var height: Int
    var resolution: Double

    init(pixels: [UInt8], width: Int, height: Int, resolution: Double) {
        self.pixels = pixels
        self.width = width
        self.height = height
        self.resolution = resolution
    }

    /// The first page of a PDF.
    init(_ writer: PDFWriter, resolution: Double = 300) throws {
        let bytes = PinnedBytes(writer.bytes)
        let page = try PDFDocument(bytes: bytes.buffer, owner: bytes).page(1)
        let image = try page.image(resolution: resolution, maximumPixels: 40_000_000)
        self.init(
            pixels: image.pixels, width: image.width, height: image.height, resolution: image.resolution)
    }

    /// Each pixel of the result is the one at `source` in this image, white outside.
    private func moved(_ width: Int, _ height: Int, _ source: (Int, Int) -> (Int, Int)) -> TestPicture {
        var result = TestPicture(
            pixels: [UInt8](repeating: 255, count: width * height), width: width, height: height,
            resolution: resolution)
        for row in 0..<height {
            for column in 0..<width {
                let (x, y) = source(column, row)
                if (0..<self.width).contains(x), (0..<self.height).contains(y) {
                    result.pixels[row * width + column] = pixels[y * self.width + x]
                }
            }
        }
        return result
    }

    func turned(clockwise degrees: Int) -> TestPicture {
        switch degrees {
        case 90: moved(height, width) { ($1, height - 1 - $0) }
        case 180: moved(width, height) { (width - 1 - $0, height - 1 - $1) }
        case 270: moved(height, width) { (width - 1 - $1, $0) }
        default: self
        }
    }

    /// Turned about its middle, so that lines rise to the right where `degrees` is more than 0.
    func rising(degrees: Double) -> TestPicture {
        let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        let (middleX, middleY) = (Double(width) / 2, Double(height) / 2)
        return moved(width, height) { column, row in
            let (x, y) = (Double(column) - middleX, Double(row) - middleY)
            return (
                Int((middleX + x * cosine - y * sine).rounded()), Int((middleY + x * sine + y * cosine).rounded())
            )
        }
    }

    func inverted() -> TestPicture {
        var result = self
        result.pixels = pixels.map { 255 - $0 }
        return result
    }

    /// Black and white, with letters thicker by `pixels` to the right and below.
    func heavier(by thickness: Int) -> TestPicture {
        var result = moved(width, height) { ($0, $1) }
        for row in 0..<height {
            for column in 0..<width {
                let above = max(0, row - thickness)...row
                let isBlack = above.contains { y in
                    (max(0, column - thickness)...column).contains { pixels[y * width + $0] < 128 }
                }
                result.pixels[row * width + column] = isBlack ? 0 : 255
            }
        }
        return result
    }

    /// White paper with strokes as of a dark engraving: small, of all dark greys, and thick as letters.
    static func engraving(width: Int, height: Int, strokes: Int) -> TestPicture {
        var result = TestPicture(
            pixels: [UInt8](repeating: 255, count: width * height), width: width, height: height, resolution: 300)
        var generator = TestNoise()
        for _ in 0..<strokes {
            let (left, top) = (generator.next(below: width - 20), generator.next(below: height - 20))
            let (right, bottom) = (left + 3 + generator.next(below: 17), top + 3 + generator.next(below: 17))
            let grey = UInt8(generator.next(below: 120))
            for row in top..<bottom {
                for column in left..<right { result.pixels[row * width + column] = grey }
            }
        }
        return result
    }

    /// With another image laid over it.
    func with(_ other: TestPicture, left: Int, top: Int) -> TestPicture {
        var result = self
        for row in 0..<other.height {
            for column in 0..<other.width {
                result.pixels[(top + row) * width + left + column] = other.pixels[row * other.width + column]
            }
        }
        return result
    }
}

/// Numbers that look like chance and are the same in each run.
struct TestNoise {
    private var state: UInt64 = 20_261_121

    mutating func next(below limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
    }
}

extension TextRecognizer {
    func read(_ picture: TestPicture) throws -> RecognizedText {
        try picture.pixels.withUnsafeBytes {
            try recognize(
                pixels: $0, width: picture.width, height: picture.height, bytesPerRow: picture.width,
                resolution: picture.resolution)
        }
    }
}
