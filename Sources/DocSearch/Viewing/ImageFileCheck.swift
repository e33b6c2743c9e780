import ExtractionProtocol

/// Reads an image's own header, because the reader that drew it is not trusted.
enum ImageFileCheck {
    static func size(of bytes: [UInt8], _ format: ImageFormat) -> (width: Int, height: Int)? {
        switch format {
        case .png: png(bytes)
        case .jpeg: jpeg(bytes)
        }
    }

    /// The signature, and IHDR as the first chunk (PNG, 5.2 and 11.2.2).
    private static func png(_ bytes: [UInt8]) -> (Int, Int)? {
        let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        guard bytes.count > 33, bytes.starts(with: start), bytes.suffix(8).prefix(4).elementsEqual("IEND".utf8) else {
            return nil
        }
        return (number(bytes[16..<20]), number(bytes[20..<24]))
    }

    /// The first frame header between the start and end markers (ITU-T T.81, B.2.2).
    private static func jpeg(_ bytes: [UInt8]) -> (Int, Int)? {
        guard bytes.count > 4, bytes.starts(with: [0xFF, 0xD8, 0xFF]), bytes.suffix(2).elementsEqual([0xFF, 0xD9])
        else { return nil }
        var offset = 2
        while offset + 9 < bytes.count {
            guard bytes[offset] == 0xFF else { return nil }
            switch bytes[offset + 1] {
            case 0xC0, 0xC1, 0xC2:
                return (number(bytes[offset + 7..<offset + 9]), number(bytes[offset + 5..<offset + 7]))
            // Tables, and application data.
            case 0xC4, 0xDB, 0xDD, 0xE0...0xEF, 0xFE:
                let length = number(bytes[offset + 2..<offset + 4])
                guard length >= 2 else { return nil }
                offset += 2 + length
            default: return nil
            }
        }
        return nil
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
