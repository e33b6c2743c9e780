import CLeptonica
import DocSearchTestSupport
import Testing

@testable import PictureReading

@Suite("An image that was taken sideways")
struct OrientationTests {
    /// Writes Exif data, wrong ones too.
    struct Exif {
        var isBigEndian = false
        var kind = 3
        var count = 1
        var value = 6
        /// Numbers of tags before that of the orientation.
        var others = [271, 272]
        var tag = 274

        var bytes: [UInt8] {
            var file = Array((isBigEndian ? "MM\0*" : "II*\0").utf8) + number(8, 4) + number(others.count + 1, 2)
            for other in others { file += number(other, 2) + number(3, 2) + number(1, 4) + number(1, 2) + [0, 0] }
            // A SHORT stands to the left in its four bytes.
            let shown = kind == 3 ? number(value, 2) + [0, 0] : number(value, 4)
            return file + number(tag, 2) + number(kind, 2) + number(count, 4) + shown + number(0, 4)
        }

        private func number(_ value: Int, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return isBigEndian ? bytes.reversed() : bytes
        }
    }

    private static func segment(_ marker: UInt8, _ bytes: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((bytes.count + 2) >> 8), UInt8((bytes.count + 2) & 0xFF)] + bytes
    }

    static func exif(_ bytes: [UInt8]) -> [UInt8] { segment(0xE1, Array("Exif\0\0".utf8) + bytes) }

    /// A JPEG with `segments` at its start.
    static func jpeg(_ picture: Grey, _ segments: [UInt8], colors: Bool = true) throws -> [UInt8] {
        let bytes = try picture.encoded(Int(IFF_JFIF_JPEG), resolution: 150, colors: colors)
        return Array(bytes.prefix(2)) + segments + bytes.dropFirst(2)
    }

    private static func orientation(_ jpeg: [UInt8]) -> PictureOrientation {
        jpeg.withUnsafeBytes { PictureOrientation(jpeg: $0) }
    }

    @Test(arguments: PictureOrientation.allCases, [false, true])
    func imageStandsUprightAsItsExifDataSays(orientation: PictureOrientation, isBigEndian: Bool) throws {
        let grey = Grey(ink: 60)
        let exif = Exif(isBigEndian: isBigEndian, value: orientation.rawValue)
        let bytes = try Self.jpeg(grey.stored(orientation), Self.exif(exif.bytes), colors: isBigEndian)
        let file = try picture(bytes)
        // Turned, not compressed again.
        #expect(Array(try file.page(1).buffer).firstRange(of: bytes) != nil)
        let page = try pdfPage(file)
        #expect(abs(page.width - 96) < 0.01)
        #expect(abs(page.height - 124.8) < 0.01)
        let shown = try image(file)
        #expect(abs(shown.resolution - 150) < 0.5)
        #expect(grey.difference(from: shown, tolerance: 30) < 0.02)
    }

    /// Leptonica turns them, whether it reads rows or lets libtiff decode all.
    @Test(arguments: PictureOrientation.allCases, [1, 8])
    func imageStandsUprightAsItsTIFFTagSays(orientation: PictureOrientation, bits: Int) throws {
        let stored = Grey().stored(orientation)
        var page = bits == 1 ? TIFFWriter.Page(bitonal: stored) : TIFFWriter.Page(stored)
        page.tags[274] = orientation.rawValue
        #expect(try Grey().difference(from: image(picture(TIFFWriter(pages: [page]).bytes))) < 0.01)
    }

    @Test(arguments: PictureOrientation.allCases)
    func imageStandsUprightInColours(orientation: PictureOrientation) throws {
        let stored = Grey(ink: 60).stored(orientation)
        var page = TIFFWriter.Page(stored)
        page.samples = stored.pixels.flatMap { [$0, $0, $0] }
        page.tags = [258: 8, 262: 2, 277: 3, 274: orientation.rawValue]
        // Poppler rounds where turned images lie, so what it tells of their resolution is not exact in small ones.
        let shown = try pdfPage(picture(TIFFWriter(pages: [page]).bytes)).image(
            resolution: 300, maximumPixels: 1_000_000)
        #expect(Grey(ink: 60).difference(from: shown, tolerance: 2) < 0.01)
    }

    /// A program may write another segment first, and bytes to fill up.
    @Test func imageIsTurnedByExifDataBehindOtherSegments() throws {
        let others = Self.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0<x/>".utf8)) + Self.segment(0xFE, [])
        let bytes = try Self.jpeg(Grey(), others + [0xFF, 0xFF] + Self.exif(Exif().bytes))
        #expect(Self.orientation(bytes) == .rightTop)
        // The first counts.
        #expect(
            Self.orientation(try Self.jpeg(Grey(), Self.exif(Exif(value: 3).bytes) + Self.exif(Exif().bytes)))
                == .bottomRight)
    }

    @Test(arguments: [
        Exif(value: 0), Exif(value: 9), Exif(value: 0xFFFF), Exif(kind: 4), Exif(kind: 2), Exif(count: 0),
        Exif(count: 2),
        Exif(tag: 275),
    ])
    func imageStaysAsItIsWhenItsOrientationIsNoKnownNumber(exif: Exif) throws {
        let file = try picture(Self.jpeg(Grey(ink: 60), Self.exif(exif.bytes)))
        #expect(Grey(ink: 60).difference(from: try image(file), tolerance: 30) < 0.02)
    }

    @Test func imageStaysAsItIsWhereverItsExifDataAreCut() {
        let whole = Exif().bytes
        for count in 0..<whole.count - 6 {
            #expect(Self.orientation([0xFF, 0xD8] + Self.exif(Array(whole.prefix(count)))) == .topLeft)
        }
        let segment = Self.exif(whole)
        for count in 0..<segment.count { #expect(Self.orientation([0xFF, 0xD8] + segment.prefix(count)) == .topLeft) }
    }

    /// Offsets that lead out of the data, or into themselves, and more tags than there are bytes.
    @Test func imageStaysAsItIsWhenTheExifDirectoryIsElsewhere() {
        for offset in [0, 1, 7, 9, 60, 0xFFFF_FFFF] {
            var bytes = Exif().bytes
            for index in 0..<4 { bytes[4 + index] = UInt8(truncatingIfNeeded: offset >> (8 * index)) }
            #expect(Self.orientation([0xFF, 0xD8] + Self.exif(bytes)) == .topLeft)
        }
        var many = Exif(tag: 275).bytes
        (many[8], many[9]) = (0xFF, 0xFF)
        #expect(Self.orientation([0xFF, 0xD8] + Self.exif(many)) == .topLeft)
    }

    @Test func orientationIsNotLookedForInManySegments() throws {
        let spent = try processorTime { () throws in
            let empty = [UInt8](Array(repeating: Self.segment(0xFE, []), count: 2_000_000).joined())
            #expect(Self.orientation([0xFF, 0xD8] + empty + Self.exif(Exif().bytes)) == .topLeft)
            #expect(Self.orientation([0xFF, 0xD8] + [UInt8](repeating: 0xFF, count: 2_000_000)) == .topLeft)
            // Exif data behind the beginning of the image are part of it.
            #expect(Self.orientation([0xFF, 0xD8] + Self.segment(0xDA, []) + Self.exif(Exif().bytes)) == .topLeft)
        }
        #expect(spent < .seconds(60))
    }

    @Test func imageIsReadToTheEndWhateverItsExifDataAre() throws {
        var generator = SeededGenerator(seed: 274)
        var found: Set<PictureOrientation> = []
        for _ in 0..<20_000 {
            var bytes = Exif(isBigEndian: .random(using: &generator), value: .random(in: 1...8, using: &generator))
                .bytes
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            if Int.random(in: 0..<9, using: &generator) == 0 {
                bytes = (0..<Int.random(in: 0...80, using: &generator)).map { _ in
                    .random(in: 0...255, using: &generator)
                }
            }
            var file = [0xFF, 0xD8] + Self.exif(bytes)
            if Bool.random(using: &generator) {
                file[Int.random(in: 2..<file.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            found.insert(Self.orientation(file))
        }
        #expect(found.count == 8)
    }
}
