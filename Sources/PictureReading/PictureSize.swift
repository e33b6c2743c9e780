internal import CLeptonica

/// As stated, read without decoding the image.
struct PictureSize: Equatable {
    /// Pixels.
    var width: Int
    var height: Int
    /// Bits of one pixel, all components together.
    var bits: Int
    /// False also where it is not known.
    var hasColor = false
    var bitsOfComponent = 8

    /// Bytes of the image once leptonica has decoded it: colours take 32 bits. `Int.max` on overflow.
    var decodedBytes: Int {
        let depth = bits > 16 ? 32 : max(1, bits)
        let (rowBits, isWide) = max(0, width).multipliedReportingOverflow(by: depth)
        let rowWords = rowBits / 32 + (rowBits % 32 > 0 ? 1 : 0)
        let (words, isHuge) = rowWords.multipliedReportingOverflow(by: max(0, height))
        let (bytes, isTooMuch) = words.multipliedReportingOverflow(by: 4)
        return isWide || isHuge || isTooMuch ? .max : bytes
    }
}

extension PictureSize {
    /// Call within ``Leptonica/quietly(_:)``.
    init?(png bytes: UnsafeRawBufferPointer) {
        var (width, height, bits, components): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        let status = readHeaderMemPng(bytes.octets, bytes.count, &width, &height, &bits, &components, nil)
        guard status == 0, width > 0, height > 0 else { return nil }
        self.init(width: Int(width), height: Int(height), bits: Int(bits) * Int(components))
    }

    /// From the codestream, since the box before it may state another size. OpenJPEG decodes the first in the right
    /// box; the largest anywhere is taken here.
    init?(jp2 bytes: UnsafeRawBufferPointer) {
        var largest: PictureSize?
        var reader = ByteReader(bytes, isBigEndian: true)
        // The markers that begin a codestream and its sizes.
        while let start = reader.next(after: [0xFF, 0x4F, 0xFF, 0x51]) {
            guard let size = Self.codestream(reader, at: start) else { continue }
            if size.decodedBytes > largest?.decodedBytes ?? -1 { largest = size }
        }
        guard let largest else { return nil }
        self = largest
    }

    /// The marker segment SIZ (ISO 15444-1, A.5.1).
    private static func codestream(_ reader: ByteReader, at start: Int) -> PictureSize? {
        guard let length = reader.number(at: start, bytes: 2), let right = reader.number(at: start + 4, bytes: 4),
            let bottom = reader.number(at: start + 8, bytes: 4), let left = reader.number(at: start + 12, bytes: 4),
            let top = reader.number(at: start + 16, bytes: 4), let components = reader.number(at: start + 36, bytes: 2),
            length == 38 + 3 * components, right > left, bottom > top,
            let depth = reader.number(at: start + 38, bytes: 1)
        else { return nil }
        // The highest bit marks signed components.
        return PictureSize(
            width: right - left, height: bottom - top, bits: (depth & 0x7F + 1) * components,
            bitsOfComponent: depth & 0x7F + 1)
    }
}
