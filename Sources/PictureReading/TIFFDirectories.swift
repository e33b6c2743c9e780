/// Leptonica finds a page by reading all before it, and none after the 3,000th. It reads a page at once by the offset
/// of its directory, so that is found here in one walk along the chain.
struct TIFFDirectories {
    struct Page {
        /// From the start of the file.
        let offset: Int
        let size: PictureSize
        /// Tags that mark an image in colour with its first row at the left and its first column at the bottom.
        let leftBottomTags: [Int]
        let orientation: PictureOrientation
        /// Dots per inch, 0 where the directory has none.
        let resolution: (x: Int, y: Int)
        /// Leptonica cannot read it: it is stored in tiles, or its colours in planes.
        let isInPieces: Bool
    }

    /// Without masks and thumbnails. The list ends where the chain leads out of the file or to itself.
    private(set) var pages: [Page] = []
    private(set) var isCut = false
    /// The chain leads to a place without a directory.
    private(set) var hasNoEnd = false

    private let reader: ByteReader
    /// BigTIFF has eight-byte offsets.
    private let isBig: Bool

    init?(_ bytes: UnsafeRawBufferPointer, maximumPages: Int) {
        let reader = ByteReader(bytes, isBigEndian: bytes.first == UInt8(ascii: "M"))
        self.reader = reader
        isBig = reader.number(at: 2, bytes: 2) == 43
        let first = isBig ? reader.number(at: 8, bytes: 8) : reader.number(at: 4, bytes: 4)
        guard let first else { return nil }
        walk(from: first, maximumPages: maximumPages)
        if pages.isEmpty { return nil }
    }

    private mutating func walk(from first: Int, maximumPages: Int) {
        var (next, seen): (Int, Set<Int>) = (first, [])
        // Directories that do not overlap cannot have more tags than this. Overlapping ones could have any number.
        var tagsLeft = reader.bytes.count / tagBytes
        while next != 0, seen.insert(next).inserted {
            let countBytes = isBig ? 8 : 2
            guard let tags = reader.number(at: next, bytes: countBytes), tags > 0, tags <= tagsLeft else {
                hasNoEnd = true
                return
            }
            tagsLeft -= tags
            let start = next + countBytes
            if let page = picture(tags: tags, at: start, of: next) {
                guard pages.count < maximumPages else {
                    isCut = true
                    return
                }
                pages.append(page)
            }
            let link = reader.number(at: start + tags * tagBytes, bytes: isBig ? 8 : 4)
            hasNoEnd = link == nil
            next = link ?? 0
        }
    }

    private var tagBytes: Int { isBig ? 20 : 12 }

    /// Nil when the image is not a page. Where tags occur twice, the larger value counts.
    private func picture(tags: Int, at start: Int, of directory: Int) -> Page? {
        var (size, bits, components) = (PictureSize(width: 0, height: 0, bits: 0), 1, 1)
        var (orientation, photometric, planes, unit, isTiled) = (1, 0, 1, 2, false)
        var (perUnit, orientationTags): ((x: Double, y: Double), [Int]) = ((0, 0), [])
        for index in 0..<tags {
            let tag = start + index * tagBytes
            guard let name = reader.number(at: tag, bytes: 2) else { return nil }
            switch name {
            // NewSubfileType: bit 0 for a copy of reduced resolution, bit 2 for a mask.
            case 254 where value(of: tag) & 0b101 != 0: return nil
            // SubfileType, of older writers: 2 is a copy of reduced resolution.
            case 255 where value(of: tag) == 2: return nil
            case 256: size.width = max(size.width, value(of: tag))
            case 257: size.height = max(size.height, value(of: tag))
            case 258: bits = max(bits, value(of: tag))
            case 262: photometric = value(of: tag)
            case 274:
                orientation = value(of: tag)
                if orientation == PictureOrientation.leftBottom.rawValue { orientationTags.append(tag) }
            case 277: components = max(components, value(of: tag))
            case 282: perUnit.x = fraction(of: tag)
            case 283: perUnit.y = fraction(of: tag)
            case 284: planes = value(of: tag)
            case 296: unit = value(of: tag)
            case 322: isTiled = true
            default: break
            }
        }
        size.bits = min(bits, 64) * min(components, 65_535)
        // RGB, palette, CMYK, YCbCr, Lab.
        size.hasColor = [2, 3, 5, 6, 8].contains(photometric)
        let scale = unit == 3 ? 2.54 : unit == 2 ? 1 : 0
        func inches(_ value: Double) -> Int { Int(min(1e6, max(0, (value * scale).rounded()))) }
        return Page(
            offset: directory, size: size, leftBottomTags: components > 1 ? orientationTags : [],
            orientation: PictureOrientation(rawValue: orientation) ?? .topLeft,
            resolution: (inches(perUnit.x), inches(perUnit.y)), isInPieces: isTiled || planes == 2 && components > 1)
    }

    private func fraction(of tag: Int) -> Double {
        guard reader.number(at: tag + 2, bytes: 2) == 5,
            let offset = reader.number(at: tag + (isBig ? 12 : 8), bytes: isBig ? 8 : 4)
        else { return 0 }
        // BigTIFF holds a single fraction in the tag itself.
        let place = isBig && reader.number(at: tag + 4, bytes: 8) == 1 ? tag + 12 : offset
        guard let above = reader.number(at: place, bytes: 4), let below = reader.number(at: place + 4, bytes: 4),
            below > 0
        else { return 0 }
        return Double(above) / Double(below)
    }

    /// The byte width of each kind of whole number. Signed ones are read as unsigned, so that negative values become
    /// too large for anything.
    private static let wholeNumbers = [1: 1, 3: 2, 4: 4, 6: 1, 8: 2, 9: 4, 16: 8, 17: 8]

    private func value(of tag: Int) -> Int {
        guard let kind = reader.number(at: tag + 2, bytes: 2), let bytes = Self.wholeNumbers[kind],
            let count = reader.number(at: tag + 4, bytes: isBig ? 8 : 4)
        else { return 0 }
        let (total, isHuge) = count.multipliedReportingOverflow(by: bytes)
        let (offset, room) = isBig ? (tag + 12, 8) : (tag + 8, 4)
        // Values that do not fit into the tag are elsewhere.
        if !isHuge, total <= room { return reader.number(at: offset, bytes: bytes) ?? 0 }
        return reader.number(at: offset, bytes: room).flatMap { reader.number(at: $0, bytes: bytes) } ?? 0
    }
}
