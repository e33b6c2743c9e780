/// The values of the tag Orientation, which TIFF (6.0, section 8) and Exif share, named after the place of the first
/// row and the first column.
enum PictureOrientation: Int, CaseIterable {
    case topLeft = 1
    case topRight, bottomRight, bottomLeft, leftTop, rightTop, rightBottom, leftBottom

    var isOnItsSide: Bool { rawValue >= Self.leftTop.rawValue }

    /// As PDFs write it. Images fill a unit square with their first row at its upper edge (ISO 32000-1, 8.9.5).
    func matrix(width: Double, height: Double) -> [Double] {
        switch self {
        case .topLeft: [width, 0, 0, height, 0, 0]
        case .topRight: [-width, 0, 0, height, width, 0]
        case .bottomRight: [-width, 0, 0, -height, width, height]
        case .bottomLeft: [width, 0, 0, -height, 0, height]
        case .leftTop: [0, -height, -width, 0, width, height]
        case .rightTop: [0, -height, width, 0, 0, height]
        case .rightBottom: [0, height, width, 0, 0, 0]
        case .leftBottom: [0, height, -width, 0, width, 0]
        }
    }
}

extension PictureOrientation {
    /// Read here, because an Exif library would parse everything that cameras write into a JPEG.
    init(jpeg bytes: UnsafeRawBufferPointer) {
        self = Self.exif(in: bytes).flatMap { PictureOrientation(exif: $0) } ?? .topLeft
    }

    /// Far more than any program writes before the image. Segments may be empty, and a file may have nothing else.
    private static let mostSegments = 1000
    private static let mark = Array("Exif\0\0".utf8)

    /// The TIFF file in the first APP1 segment with Exif data (Exif 2.3, 4.5.4).
    private static func exif(in jpeg: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        let reader = ByteReader(jpeg, isBigEndian: true)
        // After the start-of-image marker.
        var offset = 2
        for _ in 0..<mostSegments {
            guard reader.number(at: offset, bytes: 1) == 0xFF, let marker = reader.number(at: offset + 1, bytes: 1)
            else {
                return nil
            }
            // A fill byte, of which there may be several before a marker.
            if marker == 0xFF {
                offset += 1
                continue
            }
            // The image itself begins, or a marker without a length, which does not belong here.
            let isSegment = marker >= 0xC0 && !(0xD0...0xDA).contains(marker)
            guard isSegment, let length = reader.number(at: offset + 2, bytes: 2), length >= 2 else { return nil }
            let (start, end) = (offset + 4, offset + 2 + length)
            guard end <= jpeg.count else { return nil }
            if marker == 0xE1, jpeg[start..<end].starts(with: mark) {
                return UnsafeRawBufferPointer(rebasing: jpeg[(start + mark.count)..<end])
            }
            offset = end
        }
        return nil
    }

    /// Nil unless the first directory has the tag as one two-byte number from 1 to 8.
    private init?(exif: UnsafeRawBufferPointer) {
        let isBigEndian = exif.starts(with: Array("MM\0*".utf8))
        guard isBigEndian || exif.starts(with: Array("II*\0".utf8)) else { return nil }
        let reader = ByteReader(exif, isBigEndian: isBigEndian)
        guard let directory = reader.number(at: 4, bytes: 4), let tags = reader.number(at: directory, bytes: 2) else {
            return nil
        }
        for index in 0..<tags {
            let tag = directory + 2 + index * 12
            guard let name = reader.number(at: tag, bytes: 2) else { return nil }
            guard name == 274 else { continue }
            guard reader.number(at: tag + 2, bytes: 2) == 3, reader.number(at: tag + 4, bytes: 4) == 1,
                let value = reader.number(at: tag + 8, bytes: 2)
            else { return nil }
            self.init(rawValue: value)
            return
        }
        return nil
    }
}
