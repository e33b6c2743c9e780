import DocSearchTestSupport
import Foundation

@testable import SentenceEmbedding

/// A file in the packed format, in which all weights are 0 and the vocabulary is small. The zeros take no room on disk.
struct SamplePackedModel {
    struct Tensor {
        var name: String
        var type: UInt8
        var count: Int
        var shift = 0
    }

    var version: UInt32 = 1
    var shape: [UInt32] = [384, 12, 12, 1_536, 20, 512, 2, Float(1e-12).bitPattern, 32]
    /// The first four and the last are marks.
    var pieces: [(text: String, score: Float)] = [
        ("<s>", 0), ("<pad>", 0), ("</s>", 0), ("<unk>", 0), ("▁", -3), ("▁bridge", -9), ("▁br", -5), ("idge", -5),
        ("b", -4),
        ("r", -4), ("▁é", -4), ("a", -4), ("ab", -5), ("水", -6), ("▁水", -7), ("<mask>", 0),
    ]
    /// In the order of ``PackedModelFile/Marks``.
    var marks: [UInt32] = [0, 2, 1, 3]
    var replacements: [(character: UInt32, text: [UInt32])] = [(0x9, [0x20]), (0xFB01, [0x61, 0x62])]
    var replacementBytes: UInt32?
    var tensors: [Tensor] = Self.allTensors
    var lastEnd: UInt32?

    /// All but the tensors' numbers.
    var head: [UInt8] { bytes().head }

    func write(to folder: TemporaryFolder) throws -> ModelFolder {
        let (head, size) = bytes()
        let name = EmbeddingModel.e5Small.files[0].name
        try folder.write(head, to: name)
        let model = ModelFolder(path: folder.path)
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: model.path(of: EmbeddingModel.e5Small.files[0])))
        defer { handle.closeFile() }
        try handle.truncate(atOffset: UInt64(size))
        return model
    }

    private func bytes() -> (head: [UInt8], size: Int) {
        var bytes = Array("E5S1".utf8)
        func add(_ number: some FixedWidthInteger) { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }
        add(version)
        shape.forEach { add($0) }
        add(UInt32(pieces.count))
        marks.forEach { add($0) }
        add(UInt64(pieces.reduce(0) { $0 + $1.text.utf8.count }))
        var end: UInt32 = 0
        add(end)
        for (number, piece) in pieces.enumerated() {
            end += UInt32(piece.text.utf8.count)
            add(number == pieces.count - 1 ? lastEnd ?? end : end)
        }
        pieces.forEach { add($0.score.bitPattern) }
        pieces.forEach { bytes += $0.text.utf8 }
        add(UInt32(replacements.count))
        add(replacementBytes ?? UInt32(replacements.reduce(0) { $0 + 5 + 4 * $1.text.count }))
        for (character, text) in replacements {
            add(character)
            add(UInt8(text.count))
            text.forEach { add($0) }
        }
        add(UInt32(tensors.count))
        var place = (bytes.count + tensors.reduce(0) { $0 + 23 + $1.name.utf8.count } + 63) / 64 * 64
        for tensor in tensors {
            let size = tensor.type == 0 ? tensor.count * 4 : tensor.count / 32 * 18
            add(UInt16(tensor.name.utf8.count))
            bytes += tensor.name.utf8
            add(tensor.type)
            add(UInt32(tensor.count))
            add(UInt64(place + tensor.shift))
            add(UInt64(size))
            place += (size + 63) / 64 * 64
        }
        return (bytes, place)
    }

    private static let allTensors: [Tensor] = {
        var tensors = [
            Tensor(name: "emb.word", type: 1, count: 20 * 384), Tensor(name: "emb.pos", type: 0, count: 512 * 384),
            Tensor(name: "emb.type", type: 0, count: 768), Tensor(name: "emb.ln.w", type: 0, count: 384),
            Tensor(name: "emb.ln.b", type: 0, count: 384),
        ]
        for layer in 0..<12 {
            for (name, outputs, inputs) in [
                ("q", 384, 384), ("k", 384, 384), ("v", 384, 384), ("ao", 384, 384), ("fi", 1_536, 384),
                ("fo", 384, 1_536),
            ] {
                tensors.append(Tensor(name: "l\(layer).\(name).w", type: 1, count: outputs * inputs))
                tensors.append(Tensor(name: "l\(layer).\(name).b", type: 0, count: outputs))
            }
            for name in ["aln.w", "aln.b", "oln.w", "oln.b"] {
                tensors.append(Tensor(name: "l\(layer).\(name)", type: 0, count: 384))
            }
        }
        // The last one ends at a multiple of 64, as the file does.
        return tensors
    }()
}
