import Glibc

internal import CEncoderKernels

/// Buffers for intermediate results. Belongs to one call.
final class EncoderMemory {
    typealias Numbers = UnsafeMutablePointer<Float>

    /// In pieces.
    let capacity: Int
    /// A row of ``EncoderShape/width`` for each piece, passed from layer to layer.
    let states: Numbers
    let others: Numbers
    /// A row of ``EncoderShape/innerWidth`` for each piece. The three rows of attention are shorter.
    let wide: Numbers
    let scratch: Numbers

    init(capacity: Int) throws {
        self.capacity = capacity
        let (width, innerWidth) = (EncoderShape.width, EncoderShape.innerWidth)
        let longest = min(capacity, EncoderShape.positions)
        let scratchCount = max(
            cencoder_linear_scratch(innerWidth), cencoder_attention_scratch(longest, EncoderShape.headWidth))
        let bytes = (capacity * (2 * width + innerWidth) + scratchCount) * MemoryLayout<Float>.stride
        // Each row is a multiple of 64 bytes, so all begin at a cache line.
        var start: UnsafeMutableRawPointer?
        guard posix_memalign(&start, 64, bytes) == 0, let start else { throw EmbeddingError.outOfMemory(bytes: bytes) }
        states = start.assumingMemoryBound(to: Float.self)
        others = states + capacity * width
        wide = others + capacity * width
        scratch = wide + capacity * innerWidth
    }

    deinit { free(states) }
}
