internal import ContentHashing

/// The pieces of a SentencePiece vocabulary with their scores, logarithms of how likely they are. A hash table, as in
/// ``Vocabulary``.
struct UnigramVocabulary: Sendable {
    /// A vocabulary has some dozen at most. More are made to take time.
    private static let mostSteps = 1_000
    private static let slotBits = 19
    /// The model's card has it at the end of the vocabulary, and the file does not name it.
    private static let mask = Array("<mask>".utf8)

    private let bytes: [UInt8]
    private let ends: [UInt32]
    /// Piece numbers plus 1, each in the slot of its hash or the next free one; 0 is free.
    private let slots: [UInt32]
    let scores: [Float]
    /// The score of a character that no piece spells: less than any piece's, as SentencePiece has it.
    let unknownScore: Float
    let marks: PackedModelFile.Marks
    /// In bytes.
    let longestPiece: Int

    var count: Int { ends.count }

    init(file: PackedModelFile) throws {
        (bytes, ends, scores, marks) = (file.pieceBytes, file.pieceEnds, file.scores, file.marks)
        unknownScore = (scores.min() ?? 0) - 10
        guard ends.count < 3 << (Self.slotBits - 2) else { throw Self.refused(file) }
        var slots = [UInt32](repeating: 0, count: 1 << Self.slotBits)
        var (start, longest) = (0, 0)
        let marks = [marks.start, marks.end, marks.padding, marks.unknown]
        for (number, end) in ends.enumerated() {
            let piece = bytes[start..<Int(end)]
            start = Int(end)
            // A text that spells a mark does not become it.
            guard !marks.contains(UInt32(number)), !piece.elementsEqual(Self.mask) else { continue }
            longest = max(longest, piece.count)
            var slot = Self.slot(of: piece.reduce(PieceHash()) { $0.adding($1) })
            var steps = 0
            while slots[slot] != 0 {
                slot = (slot + 1) % slots.count
                steps += 1
                guard steps < Self.mostSteps else { throw Self.refused(file) }
            }
            slots[slot] = UInt32(number + 1)
        }
        (self.slots, longestPiece) = (slots, longest)
    }

    private static func refused(_ file: PackedModelFile) -> ModelFileError {
        ModelFileError(path: file.path, reason: .packing("it has too many pieces, or too many that are the same"))
    }

    func find(_ piece: ArraySlice<UInt8>, hash: PieceHash) -> UInt32? {
        var slot = Self.slot(of: hash)
        while slots[slot] != 0 {
            let number = Int(slots[slot] - 1)
            let start = number == 0 ? 0 : Int(ends[number - 1])
            if Int(ends[number]) - start == piece.count, bytes[start..<start + piece.count] == piece {
                return UInt32(number)
            }
            slot = (slot + 1) % slots.count
        }
        return nil
    }

    private static func slot(of hash: PieceHash) -> Int { Int(hash.value >> UInt64(64 - slotBits)) }
}
