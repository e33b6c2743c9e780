/// Compares sentences by the rows of the model's vocabulary. It takes a hundredth of the time of vectors, and is enough
/// to choose a sentence from a chunk whose vector is known to be near.
///
/// For each piece of the question, the nearest piece of the sentence counts (Khattab and Zaharia, “ColBERT”, 2020,
/// there with contextual vectors).
struct WordLikeness {
    let table: PieceTable

    func likeness<Piece: BinaryInteger>(of sentences: [[Piece]], to question: [Piece]) -> [Float] {
        let asked = directions(of: question)
        return sentences.map { sentence in
            let said = directions(of: sentence)
            guard !said.isEmpty else { return 0 }
            return asked.reduce(0) { sum, piece in
                sum + said.reduce(0) { max($0, Self.product($1, piece)) }
            }
        }
    }

    private func directions(of pieces: [some BinaryInteger]) -> [[Float]] {
        Set(pieces).sorted().map { piece in
            let row = table.row(of: piece)
            let length = Self.product(row, row).squareRoot()
            return length > 0 ? row.map { $0 / length } : row
        }
    }

    private static func product(_ left: [Float], _ right: [Float]) -> Float {
        var sum: Float = 0
        for column in 0..<min(left.count, right.count) { sum += left[column] * right[column] }
        return sum
    }
}
