import DocSearchTestSupport
import PageReading
import Testing

@testable import PictureReading

/// A TIFF in one of the forms that differ in how samples lie in the file, uncompressed.
struct TIFFForm: Sendable, CustomTestStringConvertible {
    var bits = 8
    /// 1 for grey, 3 for colours, 4 for inks.
    var components = 1
    /// TIFF 6.0: 1 black is 0, 2 RGB, 3 palette, 5 CMYK.
    var photometric = 1
    var isTiled = false
    var isInPlanes = false
    var orientation = 1

    var testDescription: String {
        "\(bits) bits, \(components) components, \(photometric), tiled \(isTiled), planes \(isInPlanes)"
    }

    private static let tile = 64

    func bytes(of picture: Grey) -> [UInt8] {
        let side = isTiled ? Self.tile : 0
        let areas =
            isTiled
            ? stride(from: 0, to: picture.height, by: side).flatMap { top in
                stride(from: 0, to: picture.width, by: side).map { (left: $0, top: top, width: side, height: side) }
            } : [(left: 0, top: 0, width: picture.width, height: picture.height)]
        let planes = isInPlanes ? Array(0..<components) : [-1]
        var file = Array("II*\0".utf8) + little(0, 4)
        var (offsets, counts): ([Int], [Int]) = ([], [])
        for plane in planes {
            for area in areas {
                let samples = piece(picture, area, plane)
                offsets.append(file.count)
                counts.append(samples.count)
                file += samples + (samples.count % 2 == 1 ? [0] : [])
            }
        }
        var tags: [Int: [Int]] = [
            256: [picture.width], 257: [picture.height], 258: Array(repeating: bits, count: components), 259: [1],
            262: [photometric], 274: [orientation], 277: [components], 284: [isInPlanes ? 2 : 1],
        ]
        if photometric == 3 {
            tags[320] = (0..<3).flatMap { _ in (0..<1 << bits).map { $0 * 65_535 / ((1 << bits) - 1) } }
        }
        if isTiled {
            tags.merge([322: [side], 323: [side], 324: offsets, 325: counts]) { $1 }
        } else {
            tags.merge([273: offsets, 278: [picture.height], 279: counts]) { $1 }
        }
        let long: Set = [273, 279, 324, 325]
        var (entries, rest) = (little(tags.count, 2), [UInt8]())
        let restStart = file.count + 2 + 12 * tags.count + 4
        for (tag, values) in tags.sorted(by: { $0.key < $1.key }) {
            let size = long.contains(tag) ? 4 : 2
            let data = values.flatMap { little($0, size) }
            entries += little(tag, 2) + little(size == 4 ? 4 : 3, 2) + little(values.count, 4)
            entries +=
                data.count <= 4 ? data + Array(repeating: 0, count: 4 - data.count) : little(restStart + rest.count, 4)
            if data.count > 4 { rest += data }
        }
        file.replaceSubrange(4..<8, with: little(file.count, 4))
        return file + entries + little(0, 4) + rest
    }

    /// Rows of packed samples; beyond the picture they are white. `plane` is -1 for all components.
    private func piece(
        _ picture: Grey, _ area: (left: Int, top: Int, width: Int, height: Int), _ plane: Int
    ) -> [UInt8] {
        var result: [UInt8] = []
        for y in area.top..<area.top + area.height {
            var (bitsHeld, held) = (0, 0)
            for x in area.left..<area.left + area.width {
                let isInside = x < picture.width && y < picture.height
                let grey = isInside ? Int(picture.pixels[y * picture.width + x]) : 255
                for component in plane < 0 ? Array(0..<components) : [plane] {
                    let value = photometric == 5 ? component == 3 ? 255 - grey : 0 : grey
                    if bits == 16 {
                        result += little(value * 257, 2)
                        continue
                    }
                    held = held << bits | value >> (8 - bits)
                    bitsHeld += bits
                    if bitsHeld == 8 {
                        result.append(UInt8(held))
                        (held, bitsHeld) = (0, 0)
                    }
                }
            }
            if bitsHeld > 0 { result.append(UInt8(held << (8 - bitsHeld))) }
        }
        return result
    }

    private func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    static let all: [TIFFForm] =
        [1, 2, 4, 8, 16].flatMap { [TIFFForm(bits: $0), TIFFForm(bits: $0, isTiled: true)] }
        + [8, 16].flatMap { bits in
            [false, true].flatMap { isTiled in
                [false, true].map {
                    TIFFForm(bits: bits, components: 3, photometric: 2, isTiled: isTiled, isInPlanes: $0)
                }
            }
        }
        + [false, true].flatMap { isTiled in
            [
                TIFFForm(components: 4, photometric: 5, isTiled: isTiled),
                TIFFForm(bits: 4, photometric: 3, isTiled: isTiled),
                TIFFForm(bits: 8, photometric: 3, isTiled: isTiled),
            ]
        }
}

@Suite("The forms of a TIFF")
struct TIFFFormsTests {
    @Test(arguments: TIFFForm.all)
    func pictureIsTheSameInAllForms(_ form: TIFFForm) throws {
        let file = try picture(form.bytes(of: Grey()))
        #expect(try Grey().difference(from: image(file), tolerance: 2) < 0.01)
    }

    @Test(arguments: PictureOrientation.allCases)
    func picturesInTilesAreTurned(_ orientation: PictureOrientation) throws {
        let form = TIFFForm(isTiled: true, orientation: orientation.rawValue)
        let pdf = try picture(form.bytes(of: Grey().stored(orientation))).page(1)
        // As a page of its own it is turned by poppler, to the pixel at its own resolution alone.
        let page = try PDFDocument(bytes: pdf.buffer, owner: pdf).page(1)
        let image = try page.image(resolution: 300, maximumPixels: 1_000_000)
        #expect(Grey().difference(from: image, tolerance: 30) < 0.02)
    }

    @Test(arguments: [TIFFForm(isTiled: true), TIFFForm(components: 3, photometric: 2, isInPlanes: true)])
    func tilesKeepWithinTheLimit(_ form: TIFFForm) throws {
        let file = try picture(form.bytes(of: Grey())) { $0.imageBytes = 10_000 }
        #expect { try file.page(1) } throws: { ($0 as? PictureError)?.code == .limit }
    }

    @Test func tilesThatAreMissingAreDamage() throws {
        let bytes = TIFFForm(isTiled: true).bytes(of: Grey())
        var cut = bytes
        // The offsets of the tiles, the last values of the file but their lengths.
        for index in (bytes.count - 160)..<(bytes.count - 80) { cut[index] = 0xFF }
        let file = try picture(cut)
        #expect { try file.page(1) } throws: { ($0 as? PictureError)?.code == .damaged }
    }

    @Test func damagedTilesEndInAnAnswer() throws {
        var generator = SeededGenerator(seed: 12)
        for form in [TIFFForm(isTiled: true), TIFFForm(components: 3, photometric: 2, isTiled: true, isInPlanes: true)]
        {
            let whole = form.bytes(of: Grey())
            for _ in 0..<150 {
                var bytes = whole
                for _ in 0..<3 {
                    let place = Int.random(in: (bytes.count - 400)..<bytes.count, using: &generator)
                    bytes[place] = .random(in: 0...255, using: &generator)
                }
                _ = try? picture(bytes) { $0.imageBytes = 20_000_000 }.page(1)
            }
        }
    }

    /// The kinds of whole numbers that libtiff takes: BYTE is too small for the width.
    private static let kinds = [3, 4, 8, 9]

    /// libtiff takes the first of two tags, and writes as many pixels as that says.
    @Test(arguments: kinds, kinds)
    func aWidthThatIsSaidTwiceIsNotTrusted(first: Int, second: Int) throws {
        for (one, other) in [(1000, 10), (10, 1000), (1000, 1000)] {
            let file = try picture(Self.twice([(first, one), (second, other)]))
            if one >= other {
                let page = try file.page(1)
                #expect(try PDFDocument(bytes: page.buffer, owner: page).pageCount == 1)
            } else {
                #expect { try file.page(1) } throws: { ($0 as? PictureError)?.code == .damaged }
            }
        }
    }

    /// Four rows of three colours in planes, whose tag of the width comes several times, as kinds of numbers and their values.
    private static func twice(_ widths: [(kind: Int, value: Int)]) -> [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let (rows, longest) = (4, 1000)
        let plane = rows * longest
        let lists = 8 + 3 * plane
        func tag(_ name: Int, _ kind: Int, _ count: Int, _ value: Int) -> [UInt8] {
            little(name, 2) + little(kind, 2) + little(count, 4) + little(value, 4)
        }
        var tags = widths.map { tag(256, $0.kind, 1, $0.value) }
        tags += [
            tag(257, 3, 1, rows), tag(258, 3, 3, lists), tag(259, 3, 1, 1), tag(262, 3, 1, 2),
            tag(273, 4, 3, lists + 8),
            tag(277, 3, 1, 3), tag(278, 3, 1, rows), tag(279, 4, 3, lists + 20), tag(284, 3, 1, 2),
        ]
        var bytes = Array("II*\0".utf8) + little(lists + 32, 4)
        bytes += [UInt8](repeating: 120, count: 3 * plane)
        bytes += [8, 8, 8, 0].flatMap { little($0, 2) }
        bytes += (0..<3).flatMap { little(8 + $0 * plane, 4) } + (0..<3).flatMap { _ in little(plane, 4) }
        return bytes + little(tags.count, 2) + tags.flatMap { $0 } + little(0, 4)
    }
}
