/// Pointers into the mapped file. `@unchecked Sendable`: the numbers never change, and `file` keeps them alive.
struct EncoderWeights: @unchecked Sendable {
    typealias Numbers = UnsafePointer<Float>

    /// Rows of `weight` are output columns.
    struct Linear {
        let weight: Numbers
        let bias: Numbers
        let inputs: Int
        let outputs: Int
    }

    struct Normalization {
        let gain: Numbers
        let bias: Numbers
    }

    struct Layer {
        let query: Linear
        let key: Linear
        let value: Linear
        let attentionOutput: Linear
        let attentionNormalization: Normalization
        let inner: Linear
        let output: Linear
        let outputNormalization: Normalization
    }

    /// A row of ``EncoderShape/width`` for each piece.
    let pieces: Numbers
    let positions: Numbers
    /// The first of two rows: single texts.
    let textKind: Numbers
    let normalization: Normalization
    let layers: [Layer]
    let file: TensorFile

    init(file: TensorFile) throws {
        self.file = file
        let width = EncoderShape.width
        func linear(_ name: String, from inputs: Int, to outputs: Int) throws -> Linear {
            Linear(
                weight: try file.floats("\(name).weight", shape: [outputs, inputs]),
                bias: try file.floats("\(name).bias", shape: [outputs]), inputs: inputs, outputs: outputs)
        }
        func normalization(_ name: String) throws -> Normalization {
            Normalization(
                gain: try file.floats("\(name).LayerNorm.weight", shape: [width]),
                bias: try file.floats("\(name).LayerNorm.bias", shape: [width]))
        }
        func rows(_ name: String, _ count: Int) throws -> Numbers {
            try file.floats("embeddings.\(name)_embeddings.weight", shape: [count, width])
        }
        pieces = try rows("word", EncoderShape.vocabulary)
        positions = try rows("position", EncoderShape.positions)
        textKind = try rows("token_type", 2)
        self.normalization = try normalization("embeddings")
        layers = try (0..<EncoderShape.layers).map { number in
            let name = "encoder.layer.\(number)"
            let inner = EncoderShape.innerWidth
            return try Layer(
                query: linear("\(name).attention.self.query", from: width, to: width),
                key: linear("\(name).attention.self.key", from: width, to: width),
                value: linear("\(name).attention.self.value", from: width, to: width),
                attentionOutput: linear("\(name).attention.output.dense", from: width, to: width),
                attentionNormalization: normalization("\(name).attention.output"),
                inner: linear("\(name).intermediate.dense", from: width, to: inner),
                output: linear("\(name).output.dense", from: inner, to: width),
                outputNormalization: normalization("\(name).output"))
        }
    }
}
