import Foundation

/// The first 100 bytes of a database file (SQLite, "Database File Format", section 1.3), those of them that are the same in
/// every file of an index. SQLite takes a flipped bit there for a file that may not be written, or for one of another kind.
enum DatabaseHeader {
    private static let length = 100
    private static let magic = Array("SQLite format 3\0".utf8)

    /// Throws damage when the header is none that an index has. A file that is being made has none yet.
    static func check(_ file: String) throws {
        guard let bytes = FileHandle(forReadingAtPath: file)?.readData(ofLength: length), bytes.count == length else {
            return
        }
        let header = Array(bytes)
        if let wrong = wrongPart(header) { throw DatabaseOpening.damaged(file, "\(wrong) in its header is wrong") }
    }

    private static func wrongPart(_ header: [UInt8]) -> String? {
        func number(at offset: Int) -> UInt32 { header[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        if Array(header[..<16]) != magic { return "the name of the format" }
        if !header[18...19].allSatisfy({ (1...2).contains($0) }) { return "the version of the format" }
        if header[20] != 0 || Array(header[21...23]) != [64, 32, 32] { return "the layout of pages" }
        // Both are 0 until the first table is made.
        if !(0...4).contains(number(at: 44)) { return "the version of the schema's format" }
        if number(at: 52) != 0 || number(at: 64) != 0 { return "the kind of vacuum" }
        return number(at: 56) <= 1 ? nil : "the encoding of texts"
    }
}
