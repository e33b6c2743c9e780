import DocSearchTestSupport
import Foundation

@testable import SentenceEmbedding

/// Files in the format of the model's, in which all weights are 0. The zeros take no room on disk.
struct SampleModel {
    let folder: TemporaryFolder

    var model: ModelFolder { ModelFolder(path: folder.path) }

    /// With tensors, by name and shape, that may be changed.
    init(change: (inout [(name: String, shape: [Int])]) -> Void = { _ in }) throws {
        folder = try TemporaryFolder()
        var tensors = Self.tensors
        change(&tensors)
        var end = 0
        let entries = tensors.map { name, shape in
            let start = end
            end += shape.reduce(4, *)
            return #""\#(name)":{"dtype":"F32","shape":\#(shape),"data_offsets":[\#(start),\#(end)]}"#
        }
        var header = "{" + entries.joined(separator: ",") + "}"
        header += String(repeating: " ", count: (8 - header.utf8.count % 8) % 8)
        let length = withUnsafeBytes(of: UInt64(header.utf8.count).littleEndian) { [UInt8]($0) }
        try folder.write(length + [UInt8](header.utf8), to: ModelFolder.weights.name)
        try resize(ModelFolder.weights, to: 8 + header.utf8.count + end)
        try folder.write([UInt8](Self.vocabulary.utf8), to: ModelFolder.vocabulary.name)
    }

    func resize(_ file: ModelFolder.File, to size: Int) throws {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: model.path(of: file)))
        defer { handle.closeFile() }
        try handle.truncate(atOffset: UInt64(size))
    }

    /// The special pieces at their numbers, letters and a few parts, and names to fill it up.
    static let vocabulary: String = {
        var lines = (0..<EncoderShape.vocabulary).map { "piece\($0)" }
        for (text, number) in Vocabulary.Special.all { lines[Int(number)] = "\(text)" }
        for (index, letter) in "abcdefghijklmnopqrstuvwxyz".enumerated() {
            lines[200 + index] = String(letter)
            lines[300 + index] = "##\(letter)"
        }
        for (index, piece) in ["bridge", "##ing", ".", "水", "[", "]", "e\u{301}x", "ß"].enumerated() {
            lines[400 + index] = piece
        }
        return lines.joined(separator: "\n") + "\n"
    }()

    private static let tensors: [(name: String, shape: [Int])] = {
        let (width, inner) = (EncoderShape.width, EncoderShape.innerWidth)
        var tensors: [(String, [Int])] = [
            ("embeddings.word_embeddings.weight", [EncoderShape.vocabulary, width]),
            ("embeddings.position_embeddings.weight", [EncoderShape.positions, width]),
            ("embeddings.token_type_embeddings.weight", [2, width]),
            ("embeddings.LayerNorm.weight", [width]), ("embeddings.LayerNorm.bias", [width]),
        ]
        for layer in 0..<EncoderShape.layers {
            let linear = [
                ("attention.self.query", width, width), ("attention.self.key", width, width),
                ("attention.self.value", width, width), ("attention.output.dense", width, width),
                ("intermediate.dense", inner, width), ("output.dense", width, inner),
            ]
            for (name, outputs, inputs) in linear {
                tensors.append(("encoder.layer.\(layer).\(name).weight", [outputs, inputs]))
                tensors.append(("encoder.layer.\(layer).\(name).bias", [outputs]))
            }
            for name in ["attention.output", "output"] {
                tensors.append(("encoder.layer.\(layer).\(name).LayerNorm.weight", [width]))
                tensors.append(("encoder.layer.\(layer).\(name).LayerNorm.bias", [width]))
            }
        }
        return tensors
    }()
}
