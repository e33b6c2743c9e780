/// A vector in a quarter of the room: numbers from -127 to 127 and one scale for all of them.
public struct QuantizedVector: Sendable, Equatable {
    /// What 1 stands for.
    public let scale: Float
    public let values: [Int8]

    /// The largest number becomes 127 or -127; a vector of zeros has the scale 0.
    ///
    /// - Throws: ``EmbeddingError/noDirection`` when a number is infinite or none.
    public init(_ vector: [Float]) throws {
        guard vector.allSatisfy(\.isFinite) else { throw EmbeddingError.noDirection }
        let largest = vector.reduce(0) { max($0, abs($1)) }
        scale = largest / 127
        // Divided by the largest first: the scale of very small numbers may be 0.
        values = vector.map { largest > 0 ? Int8(($0 / largest * 127).rounded()) : 0 }
    }

    /// From what was kept of one.
    public init(scale: Float, values: [Int8]) {
        self.scale = scale
        self.values = values
    }

    /// About what the vector was: each number to half a scale.
    public var floats: [Float] { values.map { Float($0) * scale } }

    /// Scalar products of whole numbers with many vectors that lie one behind the other, such as in a mapped file.
    /// Times both scales they are about the products of the vectors. A million vectors of 384 numbers take some 20 ms.
    ///
    /// - Parameters:
    ///   - vectors: A multiple of the numbers that `self` has.
    ///   - products: Room for one a vector.
    public func multiply(with vectors: UnsafeBufferPointer<Int8>, into products: UnsafeMutableBufferPointer<Int32>) {
        let count = values.isEmpty ? 0 : vectors.count / values.count
        precondition(count <= products.count && count * values.count == vectors.count, "vectors of another length")
        guard count > 0, let first = vectors.baseAddress, let result = products.baseAddress else { return }
        values.withUnsafeBufferPointer { query in
            guard let query = query.baseAddress else { return }
            EncoderKernels.fastest.functions.pointee.int8_products(query, first, count, values.count, result)
        }
    }
}
