import Foundation
import GRDB

/// All that ranking needs of every document, in few rows so that it is read at once. A length takes one byte, in steps
/// of nine per cent. FTS5 keeps exact sizes in a row for each of its own, and reading one for every match makes its
/// `bm25` slow.
///
/// An ordinal is a document's number in the order of rows.
struct DocumentRowMap {
    let ids: [Int64]
    /// By ordinal, ascending.
    let firstRows: [Int64]
    private let codes: [UInt8]
    /// Among all documents, by ``code(_:)``.
    let saturations: [Float]

    var count: Int { ids.count }

    private struct Entry {
        var first: Int64
        var id: Int64
        var code: UInt8
    }

    init(_ db: Database) throws {
        var entries: [Entry] = []
        let rows = try Row.fetchCursor(db, sql: "SELECT block, lengths, rows FROM document_place ORDER BY block")
        while let row = try rows.next() {
            let block: Int64 = try row.value(at: 0)
            guard (0...Int64.max / Self.blockSize - 1).contains(block) else { throw Self.damage }
            let firstID = block * Self.blockSize
            let lengths = [UInt8](try row.value(at: 1) as Data)
            let firsts = [UInt8](try row.value(at: 2) as Data)
            for (offset, code) in lengths.enumerated() where 4 * offset + 4 <= firsts.count {
                let first = firsts.withUnsafeBytes {
                    UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: 4 * offset, as: UInt32.self))
                }
                if first > 0 {
                    entries.append(Entry(first: Int64(first), id: firstID + Int64(offset), code: code))
                }
            }
        }
        self.init(entries)
        // Each document has rows of its own.
        guard zip(firstRows, firstRows.dropFirst()).allSatisfy({ $0 < $1 }) else { throw Self.damage }
    }

    private static let damage = DatabaseError(resultCode: .SQLITE_CORRUPT, message: "impossible rows of documents")

    private init(_ unordered: [Entry]) {
        let isOrdered = zip(unordered, unordered.dropFirst()).allSatisfy { $0.first < $1.first }
        let entries = isOrdered ? unordered : unordered.sorted { $0.first < $1.first }
        ids = entries.map(\.id)
        firstRows = entries.map(\.first)
        codes = entries.map(\.code)
        saturations = Self.saturations(codes)
    }

    /// The average length of all documents would reveal something of the others.
    func saturations(among ordinals: [Int]) -> [Float] { Self.saturations(ordinals.map { codes[$0] }) }

    private static func saturations(_ codes: [UInt8]) -> [Float] {
        let words = codes.reduce(0.0) { $0 + lengths[Int($1)] }
        let average = max(1, words / Double(max(1, codes.count)))
        return lengths.map { Float(BM25.saturation(length: $0, average: average)) }
    }

    func code(_ ordinal: Int) -> Int { Int(codes[ordinal]) }

    func ordinal(ofRow row: Int64) -> Int? {
        var (low, high) = (0, firstRows.count)
        while low < high {
            let middle = (low + high) / 2
            if firstRows[middle] <= row { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }

    func rows(_ ordinal: Int) -> Range<Int64> {
        firstRows[ordinal]..<(ordinal + 1 < firstRows.count ? firstRows[ordinal + 1] : Int64.max)
    }

    func rows(_ ordinals: [Int]) -> [Range<Int64>] {
        var result: [Range<Int64>] = []
        for ordinal in ordinals {
            let range: Range<Int64> = rows(ordinal)
            if let last = result.last, last.upperBound == range.lowerBound {
                result[result.count - 1] = last.lowerBound..<range.upperBound
            } else {
                result.append(range)
            }
        }
        return result
    }

    // MARK: - Writing

    private static let blockSize: Int64 = 1024
    private static let lengths: [Double] = (0..<256).map { exp2(Double($0) / 8) - 1 }

    private static func code(_ words: Int) -> UInt8 { UInt8(min(255, (log2(Double(words) + 1) * 8).rounded())) }

    /// Removes the document without rows. Call inside a transaction.
    static func set(_ db: Database, document id: Int64, _ documentRows: DocumentRows?, words: Int) throws {
        guard (1...Int64.max >> IndexSchema.pageBits).contains(id) else { throw damage }
        let (block, offset) = id.quotientAndRemainder(dividingBy: blockSize)
        let row = try db.row("SELECT lengths, rows FROM document_place WHERE block = ?", [block])
        var lengths = try row?.value(at: 0) as Data? ?? Data(count: Int(blockSize))
        var rows = try row?.value(at: 1) as Data? ?? Data(count: 4 * Int(blockSize))
        guard lengths.count == Int(blockSize), rows.count == 4 * Int(blockSize),
            let first = UInt32(exactly: documentRows?.first ?? 0)
        else {
            throw DocSearchError(.failed, "The index has no room for another page. Begin a new one.")
        }
        let length = documentRows == nil ? 0 : code(words)
        let bytes = withUnsafeBytes(of: first.littleEndian) { Data($0) }
        let range = 4 * Int(offset)..<4 * Int(offset) + 4
        guard lengths[Int(offset)] != length || rows.subdata(in: range) != bytes else { return }
        lengths[Int(offset)] = length
        rows.replaceSubrange(range, with: bytes)
        try db.execute(
            "INSERT OR REPLACE INTO document_place (block, lengths, rows) VALUES (?, ?, ?)", [block, lengths, rows])
    }
}

enum WordCount {
    /// Counts word starts without tokenizing. In scripts without spaces, about the number of characters.
    static func of(_ text: String) -> Int {
        var text = text
        return text.withUTF8 { bytes in
            var count = 0
            var wasInside = false
            for byte in bytes {
                let isInside = byte >= 0x80 || isLetterOrDigit(byte)
                if isInside && !wasInside || (0xE3...0xE9).contains(byte) && wasInside { count += 1 }
                wasInside = isInside
            }
            return count
        }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
}
