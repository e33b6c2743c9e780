/// A vector in a quarter of the space: numbers from -127 to 127 and one scale for all of them.
public struct QuantizedVector: Sendable, Equatable {
    /// The value of 1.
    public let scale: Float
    public let values: [Int8]

    /// The largest number becomes 127 or -127; a vector of zeros has the scale 0.
    ///
    /// - Throws: ``EmbeddingError/noDirection`` when a number is infinite or not a number.
    public init(_ vector: [Float]) throws {
        guard vector.allSatisfy(\.isFinite) else { throw EmbeddingError.noDirection }
        let largest = vector.reduce(0) { max($0, abs($1)) }
        scale = largest / 127
        // Divided by the largest first, because the scale of very small numbers may be 0.
        values = vector.map { largest > 0 ? Int8(($0 / largest * 127).rounded()) : 0 }
    }

    /// Restores a stored vector.
    public init(scale: Float, values: [Int8]) { (self.scale, self.values) = (scale, values) }

    /// The original vector, each number within half a scale.
    public var floats: [Float] { values.map { Float($0) * scale } }

    /// Dot products of whole numbers with many vectors stored one after the other, such as in a mapped file. Multiplied
    /// by both scales, they approximate the products of the vectors. A million vectors of 384 numbers take about 20 ms.
    ///
    /// - Parameters:
    ///   - vectors: A multiple of the count of numbers in `self`.
    ///   - products: Room for one number for each vector.
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
