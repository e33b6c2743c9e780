import ExtractionProtocol
import Foundation

/// Recognised words and their boxes as they are stored: JSON, compressed like a page's text.
enum WordCoding {
    static func encode(_ words: [PageWord]) throws -> Data {
        try TextCompression.compress(String(decoding: JSONEncoder().encode(words), as: UTF8.self))
    }
}
