enum ImageKind: String {
    case tiff, png
    case jpeg = "jpg"
    case jpeg2000 = "jp2"

    init?(of head: [UInt8]) {
        let signatures: [(ImageKind, [UInt8])] = [
            (.tiff, [0x49, 0x49, 0x2A, 0x00]), (.tiff, [0x4D, 0x4D, 0x00, 0x2A]),
            // BigTIFF.
            (.tiff, [0x49, 0x49, 0x2B, 0x00]), (.tiff, [0x4D, 0x4D, 0x00, 0x2B]),
            (.jpeg, [0xFF, 0xD8, 0xFF]), (.png, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
            (.jpeg2000, [0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A]),
            (.jpeg2000, [0xFF, 0x4F, 0xFF, 0x51]),
        ]
        guard let found = signatures.first(where: { head.starts(with: $0.1) }) else { return nil }
        self = found.0
    }

    /// True when a TIFF has more than one directory, which means several pages. `bytes` must reach the end of the first
    /// directory, else the result is false (TIFF 6.0, section 2).
    static func hasSeveralPages(_ bytes: [UInt8]) -> Bool {
        guard ImageKind(of: bytes) == .tiff else { return false }
        func number(_ offset: Int, _ count: Int) -> Int? {
            bytes.number(at: offset, bytes: count, isLittleEndian: bytes[0] == 0x49)
        }
        if number(2, 2) == 43 {
            // BigTIFF has 64-bit offsets and field counts.
            guard let directory = number(8, 8), directory < bytes.count, let fields = number(directory, 8),
                fields <= bytes.count / 20, let next = number(directory + 8 + fields * 20, 8)
            else { return false }
            return next != 0
        }
        guard let directory = number(4, 4), let fields = number(directory, 2),
            let next = number(directory + 2 + fields * 12, 4)
        else { return false }
        return next != 0
    }
}
