internal import ContentHashing
import Foundation

/// Words, and parts that continue a word, which begin with `##`. Their numbers are lines from 0. A hash table over the
/// file's bytes, because building a dictionary of 30,522 strings takes longer than answering a question.
struct Vocabulary: Sendable {
    /// These numbers are the same in every BERT vocabulary.
    enum Special {
        static let padding: UInt16 = 0
        static let unknown: UInt16 = 100
        static let start: UInt16 = 101
        static let end: UInt16 = 102
        static let mask: UInt16 = 103

        static let all: [(text: StaticString, number: UInt16)] = [
            ("[PAD]", padding), ("[UNK]", unknown), ("[CLS]", start), ("[SEP]", end), ("[MASK]", mask),
        ]
    }

    /// Twice the most pieces that a 16-bit number can distinguish, so that a free slot is near.
    private static let slotBits = 17

    private let bytes: [UInt8]
    /// The last element is the end of the last line with its line feed.
    private let lineStarts: [UInt32]
    /// Piece numbers plus 1, each in the slot of its hash or the next free one; 0 is free.
    private let slots: [UInt16]
    /// In bytes, with `##`.
    let longestPiece: Int

    var count: Int { lineStarts.count - 1 }

    init(path: String, expectedCount: Int) throws {
        let file = try MappedFile(path: path)
        func fail(_ reason: ModelFileError.Reason) -> ModelFileError { ModelFileError(path: path, reason: reason) }
        // The longest vocabularies have a few megabytes; a number has 32 bits.
        guard file.bytes.count <= 1 << 24 else { throw fail(.tooLong(bytes: file.bytes.count, expected: 1 << 24)) }
        bytes = [UInt8](file.bytes)
        var lineStarts: [UInt32] = [0]
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
            lineStarts.append(UInt32(index + 1))
        }
        if Int(lineStarts[lineStarts.count - 1]) != bytes.count { lineStarts.append(UInt32(bytes.count + 1)) }
        self.lineStarts = lineStarts
        guard lineStarts.count - 1 == expectedCount, expectedCount < UInt16.max else {
            throw fail(.vocabularySize(lines: lineStarts.count - 1, expected: expectedCount))
        }

        // Checks everything at once: a string for each line would take longer than all the rest.
        let isText = String(validating: bytes, as: UTF8.self) != nil
        var slots = [UInt16](repeating: 0, count: 1 << Self.slotBits)
        var longest = 0
        for number in 0..<expectedCount {
            let line = bytes[Int(lineStarts[number])..<Int(lineStarts[number + 1]) - 1]
            guard !line.isEmpty else { throw fail(.vocabularyLine(number + 1, "is empty")) }
            guard isText || String(validating: line, as: UTF8.self) != nil else {
                throw fail(.vocabularyLine(number + 1, "is not UTF-8"))
            }
            longest = max(longest, line.count)
            var slot = Self.slot(of: line.reduce(PieceHash()) { $0.adding($1) })
            while slots[slot] != 0 {
                let other = Int(slots[slot]) - 1
                let isSame = bytes[Int(lineStarts[other])..<Int(lineStarts[other + 1]) - 1] == line
                if isSame { throw fail(.vocabularyLine(number + 1, "is the same as line \(other + 1)")) }
                slot = (slot + 1) % slots.count
            }
            slots[slot] = UInt16(number + 1)
        }
        self.slots = slots
        longestPiece = longest
        for (text, number) in Special.all where find(text) != number {
            throw fail(.vocabularyEntry(line: Int(number) + 1, expected: "\(text)"))
        }
    }

    /// `hash` also covers `##`.
    func find(_ piece: ArraySlice<UInt8>, continues: Bool, hash: PieceHash) -> UInt16? {
        var slot = Self.slot(of: hash)
        while slots[slot] != 0 {
            let number = slots[slot] - 1
            var start = Int(lineStarts[Int(number)])
            let end = Int(lineStarts[Int(number) + 1]) - 1
            let marks = continues ? 2 : 0
            if end - start == piece.count + marks {
                let hasMarks = !continues || bytes[start] == PieceHash.mark && bytes[start + 1] == PieceHash.mark
                start += marks
                if hasMarks, bytes[start..<end] == piece { return number }
            }
            slot = (slot + 1) % slots.count
        }
        return nil
    }

    private func find(_ text: StaticString) -> UInt16? {
        let piece = text.withUTF8Buffer { [UInt8]($0) }
        return find(piece[...], continues: false, hash: piece.reduce(PieceHash()) { $0.adding($1) })
    }

    private static func slot(of hash: PieceHash) -> Int { Int(hash.value >> UInt64(64 - slotBits)) }
}

/// A ``StableHash`` with a last multiplication for the upper bits, which are the ones used. It grows byte by byte, so
/// that one pass over a word gives the hashes of all its prefixes.
struct PieceHash: Sendable {
    static let mark = UInt8(ascii: "#")
    static let continuing = PieceHash().adding(mark).adding(mark)

    private var hash = StableHash()

    var value: UInt64 { hash.value &* 0x9E37_79B9_7F4A_7C15 }

    func adding(_ byte: UInt8) -> PieceHash {
        var next = self
        next.hash.add(byte)
        return next
    }
}
