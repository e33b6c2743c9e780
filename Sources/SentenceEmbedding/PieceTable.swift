internal import CEncoderKernels

/// Numbers of a model's file, row by row. `@unchecked Sendable`: they never change.
enum WeightRows: @unchecked Sendable {
    case floats(EncoderWeights.Numbers)
    /// As `cencoder_read_blocks` has them.
    case blocks(UnsafePointer<UInt8>)
}

/// A row for each piece of the vocabulary. `@unchecked Sendable`: the numbers never change, and the weights keep their
/// file.
struct PieceTable: @unchecked Sendable {
    let rows: WeightRows
    let count: Int
    /// The piece in place of a number outside the table.
    let unknown: Int

    func read(_ piece: some BinaryInteger, into row: UnsafeMutablePointer<Float>) {
        let (width, number) = (EncoderShape.width, Int(clamping: piece))
        let start = ((0..<count).contains(number) ? number : unknown) * width
        switch rows {
        case .floats(let numbers): row.update(from: numbers + start, count: width)
        case .blocks(let blocks):
            cencoder_read_blocks(blocks + start / PackedReader.blockNumbers * PackedReader.blockBytes, width, row)
        }
    }

    func row(of piece: some BinaryInteger) -> [Float] {
        Array(unsafeUninitializedCapacity: EncoderShape.width) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            read(piece, into: start)
            count = EncoderShape.width
        }
    }
}
