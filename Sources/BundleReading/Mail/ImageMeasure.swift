struct ImageMeasure: Equatable {
    /// In pixels.
    let width: Int
    let height: Int

    /// The bytes examined. Segments that cameras put before the size of a JPEG may have 64 KiB each.
    static let headBytes = 256 << 10

    /// Nil when the bytes do not contain the size: they are damaged, too few, or those of a TIFF, whose size may be
    /// anywhere.
    init?(of head: [UInt8]) {
        let found: (Int, Int)? =
            switch ImageKind(of: head) {
            // The chunk IHDR comes first (PNG 1.2, 11.2.2).
            case .png: Self.size(in: head, width: 16, height: 20, bytes: 4)
            case .jpeg: Self.jpeg(head)
            case .jpeg2000: Self.jpeg2000(head)
            case .tiff, nil: nil
            }
        guard let (width, height) = found, width > 0, height > 0 else { return nil }
        (self.width, self.height) = (width, height)
    }

    /// The first frame header (ITU-T T.81, B.2.2), after segments that state their length.
    private static func jpeg(_ head: [UInt8]) -> (Int, Int)? {
        var offset = 2
        while let mark = head.number(at: offset, bytes: 2), mark >> 8 == 0xFF {
            let kind = mark & 0xFF
            // Padding, and markers without a length.
            if kind == 0xFF {
                offset += 1
                continue
            }
            if kind == 0x01 || (0xD0...0xD8).contains(kind) {
                offset += 2
                continue
            }
            // C4, C8 and CC among the frame headers are tables.
            if (0xC0...0xCF).contains(kind), ![0xC4, 0xC8, 0xCC].contains(kind) {
                return size(in: head, width: offset + 7, height: offset + 5, bytes: 2)
            }
            guard let length = head.number(at: offset + 2, bytes: 2), length >= 2 else { return nil }
            offset += 2 + length
        }
        return nil
    }

    /// The box `ihdr` (ISO/IEC 15444-1, I.5.3.1), or the segment SIZ of a bare codestream (A.5.1).
    private static func jpeg2000(_ head: [UInt8]) -> (Int, Int)? {
        if head.starts(with: [0xFF, 0x4F]) {
            guard let right = head.number(at: 8, bytes: 4), let bottom = head.number(at: 12, bytes: 4),
                let left = head.number(at: 16, bytes: 4), let top = head.number(at: 20, bytes: 4)
            else { return nil }
            return (right - left, bottom - top)
        }
        return head.firstIndex(ofSequence: Array("ihdr".utf8))
            .flatMap { size(in: head, width: $0 + 8, height: $0 + 4, bytes: 4) }
    }

    private static func size(in head: [UInt8], width: Int, height: Int, bytes count: Int) -> (Int, Int)? {
        guard let width = head.number(at: width, bytes: count),
            let height = head.number(at: height, bytes: count)
        else { return nil }
        return (width, height)
    }
}

extension ImageMeasure {
    /// True when an image in a mail may be a page. Logos, signatures and tracking pixels are smaller. Inline images
    /// (RFC 2392) are mostly decoration, so they must be larger: A4 at 72 dots per inch.
    func mayBePage(isInText: Bool) -> Bool {
        let (short, long) = (min(width, height), max(width, height))
        return isInText ? short >= 595 && long >= 842 : short >= 300 && long >= 500
    }
}
