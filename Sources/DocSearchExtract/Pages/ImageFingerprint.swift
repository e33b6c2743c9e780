import BundleReading
import ExtractionProtocol
import PageReading

enum ImageFingerprint {
    /// Hashing the whole image would take tens of milliseconds. The sum covers details that the small image may not
    /// show. The layer's words count, because recognition is compared with them, and they are kept where it loses them.
    static func hash(_ image: GrayPage, small: GrayPage, of page: PDFPage, layer: [PageWord]) -> String {
        var bytes = small.pixels
        for number in [
            UInt64(image.width), UInt64(image.height), sum(image.pixels), UInt64(min(1e9, page.width * 100)),
            UInt64(min(1e9, page.height * 100)),
        ] {
            withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
        }
        for word in layer { bytes += Array(word.text.utf8) + [0] }
        return bytes.withUnsafeBytes { ContentHash.sha256($0) }
    }

    /// A polynomial of the pixels, eight at a time, at the golden ratio in 64 bits.
    private static func sum(_ pixels: [UInt8]) -> UInt64 {
        pixels.withUnsafeBytes { bytes in
            var sum: UInt64 = 0
            var position = 0
            while position + 8 <= bytes.count {
                let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
                sum = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
                sum ^= sum >> 29
                position += 8
            }
            for index in position..<bytes.count { sum = (sum ^ UInt64(bytes[index])) &* 0x9E37_79B9_7F4A_7C15 }
            return sum
        }
    }
}
