/// Pointers into a mapped file. `@unchecked Sendable`: the numbers never change, and `file` keeps them alive.
struct EncoderWeights: @unchecked Sendable {
    typealias Numbers = UnsafePointer<Float>

    /// Rows of `weight` are output columns.
    struct Linear {
        let weight: WeightRows
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

    let pieces: PieceTable
    let positions: Numbers
    /// The first of two rows: single texts.
    let textKind: Numbers
    let normalization: Normalization
    let layers: [Layer]
    let file: MappedFile
}

extension EncoderWeights {
    /// all-MiniLM-L6-v2.
    init(file: TensorFile) throws {
        let width = EncoderShape.width
        func linear(_ name: String, from inputs: Int, to outputs: Int) throws -> Linear {
            Linear(
                weight: .floats(try file.floats("\(name).weight", shape: [outputs, inputs])),
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
        let layers = try (0..<EncoderShape.layers).map { number in
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
        self.init(
            pieces: PieceTable(
                rows: .floats(try rows("word", EncoderShape.vocabulary)), count: EncoderShape.vocabulary,
                unknown: Int(Vocabulary.Special.unknown)),
            positions: try rows("position", EncoderShape.positions), textKind: try rows("token_type", 2),
            normalization: try normalization("embeddings"), layers: layers, file: file.file)
    }

    /// multilingual-e5-small.
    init(file: PackedModelFile) throws {
        let (width, inner) = (EncoderShape.width, EncoderShape.innerWidth)
        func linear(_ name: String, from inputs: Int, to outputs: Int) throws -> Linear {
            Linear(
                weight: .blocks(try file.blocks("\(name).w", count: outputs * inputs)),
                bias: try file.floats("\(name).b", count: outputs), inputs: inputs, outputs: outputs)
        }
        func normalization(_ name: String) throws -> Normalization {
            Normalization(
                gain: try file.floats("\(name).w", count: width), bias: try file.floats("\(name).b", count: width))
        }
        self.init(
            pieces: PieceTable(
                rows: .blocks(try file.blocks("emb.word", count: file.vocabulary * width)), count: file.vocabulary,
                unknown: Int(file.marks.unknown)),
            positions: try file.floats("emb.pos", count: EncoderShape.positions * width),
            textKind: try file.floats("emb.type", count: 2 * width), normalization: try normalization("emb.ln"),
            layers: try (0..<E5Shape.layers).map { number in
                let name = "l\(number)"
                return try Layer(
                    query: linear("\(name).q", from: width, to: width),
                    key: linear("\(name).k", from: width, to: width),
                    value: linear("\(name).v", from: width, to: width),
                    attentionOutput: linear("\(name).ao", from: width, to: width),
                    attentionNormalization: normalization("\(name).aln"),
                    inner: linear("\(name).fi", from: width, to: inner),
                    output: linear("\(name).fo", from: inner, to: width),
                    outputNormalization: normalization("\(name).oln"))
            }, file: file.file)
    }
}
