import CLeptonica
import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

/// A decoded JPEG or PNG.
final class Pixels {
    private let handle: UnsafeMutablePointer<PIX>

    var width: Int { Int(pixGetWidth(handle)) }
    var height: Int { Int(pixGetHeight(handle)) }
    /// Samples a pixel.
    var channels: Int { Int(pixGetSpp(handle)) }

    /// Throws when it is neither.
    init(_ image: PageImage) throws {
        handle = try #require(image.bytes.withUnsafeBufferPointer { pixReadMem($0.baseAddress, $0.count) })
    }

    deinit {
        var image: UnsafeMutablePointer<PIX>? = handle
        pixDestroy(&image)
    }

    /// The middle of red, green and blue, 0 is black.
    func grey(_ x: Int, _ y: Int) -> Int {
        if pixGetDepth(handle) == 32 {
            var (red, green, blue): (Int32, Int32, Int32) = (0, 0, 0)
            pixGetRGBPixel(handle, Int32(x), Int32(y), &red, &green, &blue)
            return Int(red + green + blue) / 3
        }
        var value: UInt32 = 0
        pixGetPixel(handle, Int32(x), Int32(y), &value)
        return pixGetDepth(handle) == 1 ? (value == 0 ? 255 : 0) : Int(value)
    }

    /// Red, green and blue, 0 to 255.
    func color(_ x: Int, _ y: Int) -> [Int] {
        var (red, green, blue): (Int32, Int32, Int32) = (0, 0, 0)
        pixGetRGBPixel(handle, Int32(x), Int32(y), &red, &green, &blue)
        return [Int(red), Int(green), Int(blue)]
    }

    /// How many pixels of a rectangle are darker than half.
    func dark(_ columns: Range<Int>, _ rows: Range<Int>) -> Int {
        rows.clamped(to: 0..<height).reduce(0) { sum, row in
            sum + columns.clamped(to: 0..<width).filter { grey($0, row) < 128 }.count
        }
    }

    /// The middles of the four quarters: above left, above right, below left, below right.
    var quarters: [Int] {
        [(1, 1), (3, 1), (1, 3), (3, 3)].map { grey($0.0 * width / 4, $0.1 * height / 4) }
    }
}

/// A page of 200 by 100 points whose quarters are black, dark grey, light grey and white.
enum Quarters {
    static let values = [0, 85, 170, 255]

    static let pixels: [UInt8] = (0..<100).flatMap { row in
        (0..<200).map { column in UInt8(values[(row < 50 ? 0 : 2) + (column < 100 ? 0 : 1)]) }
    }

    static let pdf = PDFWriter([
        PDFWriter.Page(scan: PDFWriter.Image(grey: pixels, width: 200, height: 100), resolution: 72)
    ]).bytes

    /// The same as a PNG of 72 dots per inch.
    static func png() throws -> [UInt8] {
        var image = pixCreate(200, 100, 8)
        defer { pixDestroy(&image) }
        for (index, value) in pixels.enumerated() {
            pixSetPixel(image, Int32(index % 200), Int32(index / 200), UInt32(value))
        }
        pixSetResolution(image, 72, 72)
        var (bytes, count): (UnsafeMutablePointer<UInt8>?, Int) = (nil, 0)
        #expect(pixWriteMemPng(&bytes, &count, image, 0) == 0)
        defer { free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
}

extension TestArchive {
    /// Pages of the archive, drawn by the real program with a cache beside the archive; `change` sets other options.
    func pages(_ change: (inout ArchivePagesOptions) -> Void = { _ in }) throws -> ArchivePages {
        var options = ArchivePagesOptions()
        options.extractorPath = ExtractProgram.path
        options.cacheFolder = folder.path + "/cache"
        options.readers = 1
        change(&options)
        return try ArchivePages(index, options: options)
    }

    func document(_ path: String) throws -> ArchiveDocument { try index.document(DocumentReference(path)) }

    /// An archive with the page of ``Quarters`` alone, in a file with which a ``FakeWorker`` misbehaves.
    static func quarters() async throws -> (TestArchive, ArchiveDocument) {
        let archive = try TestArchive()
        try archive.write(Quarters.pdf, to: "bad.pdf")
        try await archive.update()
        return (archive, try archive.document("bad.pdf"))
    }
}

extension PageImageRequest {
    /// The page of ``Quarters`` in its own pixels, as PNG.
    static var quarters: PageImageRequest {
        var request = PageImageRequest(page: 1, width: 200, height: 100)
        request.format = .png
        return request
    }
}

/// The code of the error that something throws; nil when it throws none or another.
func code(of body: () async throws -> some Sendable) async -> DocSearchError.Code? {
    do {
        _ = try await body()
        return nil
    } catch {
        return (error as? DocSearchError)?.code
    }
}

extension TestArchive {
    func documents() throws -> [ArchiveDocument] {
        var documents: [ArchiveDocument] = []
        try index.forEachDocument { document, _ in documents.append(document) }
        return documents
    }
}
