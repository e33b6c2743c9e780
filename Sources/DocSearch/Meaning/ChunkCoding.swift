import Foundation
import SentenceEmbedding

/// The stored form of chunks: for each its start and end (UTF-8 offsets, four bytes each), the scale of its vector (a
/// Float32) and the vector's numbers (a byte each). Numbers are little-endian.
enum ChunkCoding {
    struct Chunk: Sendable, Equatable {
        var start: Int
        var end: Int
        var vector: QuantizedVector
    }

    private static let headByteCount = 12

    static func encode(_ chunks: [Chunk]) -> Data {
        var bytes = Data()
        for chunk in chunks {
            for number in [UInt32(clamping: chunk.start), UInt32(clamping: chunk.end), chunk.vector.scale.bitPattern] {
                withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
            }
            bytes.append(contentsOf: chunk.vector.values.lazy.map { UInt8(bitPattern: $0) })
        }
        return bytes
    }

    static func decode(_ data: Data, dimensions: Int) -> [Chunk]? {
        let size = headByteCount + dimensions
        let bytes = [UInt8](data)
        guard dimensions > 0, bytes.count.isMultiple(of: size) else { return nil }
        return stride(from: 0, to: bytes.count, by: size).map { offset in
            func number(_ position: Int) -> UInt32 {
                (0..<4).reduce(0) { $0 | UInt32(bytes[offset + 4 * position + $1]) << (8 * UInt32($1)) }
            }
            let values = bytes[offset + headByteCount..<offset + size].map { Int8(bitPattern: $0) }
            return Chunk(
                start: Int(number(0)), end: Int(number(1)),
                vector: QuantizedVector(scale: Float(bitPattern: number(2)), values: values))
        }
    }
}
