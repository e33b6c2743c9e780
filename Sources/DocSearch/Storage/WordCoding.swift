import ExtractionProtocol
import Foundation

/// Recognised words and their boxes as they are stored: JSON, compressed like a page's text.
enum WordCoding {
    /// Throws ``DocSearchError`` with code ``DocSearchError/Code/damagedIndex``.
    static func decode(_ data: Data) throws -> [PageWord] {
        let text = try TextCompression.decompress(data)
        let words: [PageWord] = try JSONText.decode(text)
        return words.map(StoredNumber.possible)
    }

    static func encode(_ words: [PageWord]) throws -> Data {
        try TextCompression.compress(JSONText.encode(words))
    }
}
