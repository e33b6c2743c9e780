import Foundation

@testable import SentenceEmbedding

/// What the reference makes of our texts (`Tools/make-golden-vectors.py`).
enum GoldenVectors {
    struct Text: Decodable {
        let text: String
        let pieces: [UInt16]
    }

    static func texts() throws -> [Text] {
        try JSONDecoder().decode([Text].self, from: Data(contentsOf: file("texts.json")))
    }

    /// In the order of the texts.
    static func vectors(_ name: String = "vectors.int16") throws -> [[Float]] {
        let bytes = [UInt8](try Data(contentsOf: file(name)))
        let numbers = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            Float(Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)) / 32_767
        }
        let width = EncoderShape.width
        return stride(from: 0, to: numbers.count, by: width).map { Array(numbers[$0..<$0 + width]) }
    }

    /// By the first code point of the 256.
    static func scalarChecksums() throws -> [UInt32: UInt64] {
        let found = try JSONDecoder().decode([String: String].self, from: Data(contentsOf: file("scalars.json")))
        return Dictionary(
            uniqueKeysWithValues: found.compactMap { first, checksum in
                guard let first = UInt32(first, radix: 16), let sum = UInt64(checksum, radix: 16) else { return nil }
                return (first, sum)
            })
    }

    static func file(_ name: String) -> URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden/\(name)")
    }
}

/// The model is not part of the repository: `DOCSEARCH_MODEL` names the folder where it is, if it is not at its usual
/// path.
enum InstalledModel {
    static let isMissing = "the model is not on this machine; DOCSEARCH_MODEL names its folder"

    static var isPresent: Bool { ModelFolder.usual().has(.minilm) }

    static func embedder() throws -> MiniLMEmbedder { try MiniLMEmbedder(folder: .usual()) }
}

func cosine(_ left: [Float], _ right: [Float]) -> Double {
    func product(_ left: [Float], _ right: [Float]) -> Double {
        zip(left, right).reduce(0) { $0 + Double($1.0) * Double($1.1) }
    }
    return product(left, right) / (product(left, left) * product(right, right)).squareRoot()
}
