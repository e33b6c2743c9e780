internal import CEncoderKernels

/// The forward pass of BERT with mean pooling, in 32-bit floats.
///
/// Texts of a batch lie next to each other without padding: matrix products ignore where a text ends, and attention is
/// computed for each text by itself. So a text has the same vector in every batch, to the last digit.
///
/// Sources: Devlin et al., “BERT” (2019); Reimers and Gurevych, “Sentence-BERT” (2019).
struct Encoder: Sendable {
    let weights: EncoderWeights
    var kernels = EncoderKernels.fastest

    private static let width = EncoderShape.width

    /// Vectors have length 1.
    ///
    /// All texts together have at most as many pieces as `memory` holds. Each has at least one piece and at most as
    /// many as there are positions. Invalid numbers count as unknown pieces.
    func vectors<Piece: BinaryInteger>(
        of texts: some Collection<[Piece]>, in memory: EncoderMemory
    ) throws -> [[Float]] {
        let lengths = texts.map(\.count)
        let rows = lengths.reduce(0, +)
        precondition(rows <= memory.capacity && lengths.allSatisfy { (1...EncoderShape.positions).contains($0) })
        lookUp(texts, in: memory)
        normalize(rows, adding: memory.others, with: weights.normalization, in: memory)
        for layer in weights.layers { run(layer, lengths: lengths, rows: rows, in: memory) }
        var row = 0
        return try lengths.map { length in
            defer { row += length }
            return try Self.mean(of: memory.states + row * Self.width, rows: length)
        }
    }

    private func lookUp(_ texts: some Collection<[some BinaryInteger]>, in memory: EncoderMemory) {
        var (states, others) = (memory.states, memory.others)
        for text in texts {
            for (position, number) in text.enumerated() {
                weights.pieces.read(number, into: states)
                for column in 0..<Self.width { states[column] += weights.textKind[column] }
                others.update(from: weights.positions + position * Self.width, count: Self.width)
                states += Self.width
                others += Self.width
            }
        }
    }

    private func run(_ layer: EncoderWeights.Layer, lengths: [Int], rows: Int, in memory: EncoderMemory) {
        let (width, stride) = (Self.width, 3 * Self.width)
        for (part, linear) in [layer.query, layer.key, layer.value].enumerated() {
            multiply(
                memory.states, rows: rows, by: linear, into: memory.wide + part * width, stride: stride, in: memory)
        }
        var row = 0
        for length in lengths {
            let queries = memory.wide + row * stride
            kernels.functions.pointee.attention(
                length, EncoderShape.heads, EncoderShape.headWidth,
                queries, queries + width, queries + 2 * width, stride,
                memory.others + row * width, width, memory.scratch)
            row += length
        }
        multiply(memory.others, rows: rows, by: layer.attentionOutput, into: memory.wide, stride: width, in: memory)
        normalize(rows, adding: memory.wide, with: layer.attentionNormalization, in: memory)

        multiply(memory.states, rows: rows, by: layer.inner, into: memory.wide, stride: layer.inner.outputs, in: memory)
        kernels.functions.pointee.gelu(memory.wide, rows * layer.inner.outputs)
        multiply(memory.wide, rows: rows, by: layer.output, into: memory.others, stride: width, in: memory)
        normalize(rows, adding: memory.others, with: layer.outputNormalization, in: memory)
    }

    private func multiply(
        _ inputs: UnsafePointer<Float>, rows: Int, by linear: EncoderWeights.Linear,
        into outputs: UnsafeMutablePointer<Float>, stride: Int, in memory: EncoderMemory
    ) {
        let functions = kernels.functions.pointee
        switch linear.weight {
        case .floats(let weight):
            functions.linear(
                rows, linear.inputs, linear.outputs, inputs, linear.inputs, weight, linear.bias, outputs, stride,
                memory.scratch)
        case .blocks(let weight):
            functions.linear_of_blocks(
                rows, linear.inputs, linear.outputs, inputs, linear.inputs, weight, linear.bias, outputs, stride,
                memory.scratch)
        }
    }

    private func normalize(
        _ rows: Int, adding others: UnsafePointer<Float>, with normalization: EncoderWeights.Normalization,
        in memory: EncoderMemory
    ) {
        kernels.functions.pointee.add_and_normalize(
            rows, Self.width, memory.states, others, normalization.gain, normalization.bias,
            EncoderShape.normalizationEpsilon)
    }

    /// Scaled to length 1, so that the number of rows makes no difference.
    private static func mean(of states: UnsafePointer<Float>, rows: Int) throws -> [Float] {
        var sums = [Float](repeating: 0, count: width)
        for row in 0..<rows {
            for column in 0..<width { sums[column] += states[row * width + column] }
        }
        let length = sums.reduce(0) { $0 + $1 * $1 }.squareRoot()
        guard length.isFinite, length > 0 else { throw EmbeddingError.noDirection }
        return sums.map { $0 / length }
    }
}
