import DocSearchTestSupport
import Glibc
import Testing

internal import CEncoderKernels
@testable import SentenceEmbedding

/// Each kind that this processor can run, beside the same sums in 64 bits.
@Suite("Arithmetic of the encoder", .serialized)
struct EncoderKernelTests {
    @Test func encoderArithmeticIsThereForAnyProcessor() {
        #expect(EncoderKernels.all.last?.name == "portable")
        #expect(EncoderKernels.fastest.name == EncoderKernels.all.first?.name)
    }

    @Test(arguments: EncoderKernels.all, [1, 2, 3, 5, 8, 13, 14, 15, 27, 33])
    func encoderMultipliesMatrices(kernels: EncoderKernels, rows: Int) {
        let (depth, columns, stride) = (48, 32, 40)
        var numbers = Numbers(seed: UInt64(rows))
        let inputs = numbers.take(rows * depth)
        let (weights, bias) = (numbers.take(columns * depth), numbers.take(columns))
        var outputs = [Float](repeating: 7, count: rows * stride)
        var scratch = [Float](repeating: .nan, count: cencoder_linear_scratch(depth))
        kernels.functions.pointee.linear(
            rows, depth, columns, inputs, depth, weights, bias, &outputs, stride, &scratch)
        for row in 0..<rows {
            for column in 0..<columns {
                let expected = (0..<depth).reduce(Double(bias[column])) { sum, step in
                    sum + Double(inputs[row * depth + step]) * Double(weights[column * depth + step])
                }
                #expect(abs(Double(outputs[row * stride + column]) - expected) < 1e-5)
            }
            #expect(outputs[row * stride + columns..<(row + 1) * stride].allSatisfy { $0 == 7 })
        }
    }

    @Test(arguments: EncoderKernels.all, [1, 3, 14, 20])
    func encoderMultipliesByWeightsOfFourBits(kernels: EncoderKernels, rows: Int) {
        let (depth, columns) = (64, 32)
        var numbers = Numbers(seed: UInt64(rows))
        let (inputs, bias) = (numbers.take(rows * depth), numbers.take(columns))
        var generator = SeededGenerator(seed: 4)
        var blocks = (0..<columns * depth / 32 * 18).map { _ in UInt8.random(in: 0...255, using: &generator) }
        // Scales between 1/128 and 1/16, of either sign.
        for block in stride(from: 1, to: blocks.count, by: 18) { blocks[block] = blocks[block] & 0x8F | 0x20 }
        var weights = [Float](repeating: .nan, count: columns * depth)
        cencoder_read_blocks(blocks, weights.count, &weights)
        #expect(weights.allSatisfy { abs($0) <= 1 })
        var (expected, found) = (
            [Float](repeating: 0, count: rows * columns), [Float](repeating: 0, count: rows * columns)
        )
        var scratch = [Float](repeating: .nan, count: cencoder_linear_scratch(depth))
        kernels.functions.pointee.linear(
            rows, depth, columns, inputs, depth, weights, bias, &expected, columns, &scratch)
        kernels.functions.pointee.linear_of_blocks(
            rows, depth, columns, inputs, depth, blocks, bias, &found, columns, &scratch)
        #expect(found == expected)
    }

    @Test func weightsOfFourBitsAreReadByTheirFormat() {
        // Scales 1, -2, the smallest number there is, and infinity; then bytes with the numbers 0, 8, 15 and 9.
        let scales: [(Int, Float)] = [(0x3C00, 1), (0xC000, -2), (0x0001, 0x1p-24), (0x7C00, .infinity)]
        for (scale, value) in scales {
            var block = [UInt8](repeating: 0x88, count: 18)
            (block[0], block[1]) = (UInt8(scale & 0xFF), UInt8(scale >> 8))
            (block[2], block[3]) = (0x90, 0x8F)
            var numbers = [Float](repeating: .nan, count: 32)
            cencoder_read_blocks(block, 32, &numbers)
            #expect(numbers[0] == -8 * value)
            #expect(numbers[1] == 7 * value)
            #expect(numbers[16] == value)
        }
    }

    @Test(arguments: EncoderKernels.all, [1, 2, 15, 16, 17, 31, 50])
    func encoderComputesAttention(kernels: EncoderKernels, rows: Int) {
        let (heads, headWidth) = (3, 16)
        let width = heads * headWidth
        var numbers = Numbers(seed: UInt64(rows))
        let states = numbers.take(rows * 3 * width).map { $0 * 4 }
        var outputs = [Float](repeating: .nan, count: rows * width)
        var scratch = [Float](repeating: .nan, count: cencoder_attention_scratch(rows, headWidth))
        states.withUnsafeBufferPointer { states in
            guard let start = states.baseAddress else { return }
            kernels.functions.pointee.attention(
                rows, heads, headWidth, start, start + width, start + 2 * width, 3 * width, &outputs, width, &scratch)
        }
        func state(_ row: Int, _ part: Int, _ column: Int) -> Double {
            Double(states[row * 3 * width + part * width + column])
        }
        for (row, head) in (0..<rows).flatMap({ row in (0..<heads).map { (row, $0) } }) {
            let columns = head * headWidth..<(head + 1) * headWidth
            let scores = (0..<rows).map { other in
                exp(columns.reduce(0) { $0 + state(row, 0, $1) * state(other, 1, $1) } / Double(headWidth).squareRoot())
            }
            let total = scores.reduce(0, +)
            for column in columns {
                let expected = (0..<rows).reduce(0) { $0 + scores[$1] * state($1, 2, column) } / total
                #expect(abs(Double(outputs[row * width + column]) - expected) < 1e-4)
            }
        }
    }

    @Test(arguments: EncoderKernels.all) func encoderWeighsByTheErrorFunction(kernels: EncoderKernels) {
        let odd: [Float] = [1e30, -1e30, 0, -0.0, 1e-30, -1e-30, 3, -3, 5, -5, 1e3, -1e3, 1, -1, 4, -4]
        let inputs = (0..<4_096).map { (Float($0) - 2_048) / 128 } + odd
        var values = inputs
        kernels.functions.pointee.gelu(&values, values.count)
        for (value, input) in zip(values, inputs) {
            let expected = Double(input) * 0.5 * erfc(-Double(input) / 2.0.squareRoot())
            #expect(abs(Double(value) - expected) <= 1e-6 * max(1, abs(Double(input))))
        }
    }

    @Test(arguments: EncoderKernels.all) func encoderNormalizesRows(kernels: EncoderKernels) {
        let (rows, width) = (5, 48)
        var numbers = Numbers(seed: 3)
        let (first, second) = (numbers.take(rows * width), numbers.take(rows * width))
        let (gain, bias) = (numbers.take(width), numbers.take(width))
        var values = first
        kernels.functions.pointee.add_and_normalize(rows, width, &values, second, gain, bias, 1e-12)
        for row in 0..<rows {
            let sums = (row * width..<(row + 1) * width).map { Double(first[$0]) + Double(second[$0]) }
            let mean = sums.reduce(0, +) / Double(width)
            let deviation = (sums.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(width)).squareRoot()
            for column in 0..<width {
                let expected = (sums[column] - mean) / deviation * Double(gain[column]) + Double(bias[column])
                #expect(abs(Double(values[row * width + column]) - expected) < 1e-5)
            }
        }
    }

    @Test(arguments: EncoderKernels.all, [1, 7, 16, 33, 384])
    func encoderMultipliesWholeNumbersExactly(kernels: EncoderKernels, width: Int) {
        var generator = SeededGenerator(seed: 9)
        func vector() -> [Int8] { (0..<width).map { _ in Int8.random(in: -128...127, using: &generator) } }
        let query = vector()
        let vectors = [vector(), [Int8](repeating: -128, count: width), [Int8](repeating: 127, count: width), vector()]
        var products = [Int32](repeating: 1, count: 5)
        kernels.functions.pointee.int8_products(query, vectors.flatMap { $0 }, vectors.count, width, &products)
        #expect(products == vectors.map { zip(query, $0).reduce(0) { $0 + Int32($1.0) * Int32($1.1) } } + [1])
    }
}

extension EncoderKernels: CustomTestStringConvertible {
    public var testDescription: String { name }
}

/// Made-up numbers between -1 and 1.
private struct Numbers {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func take(_ count: Int) -> [Float] {
        (0..<count).map { _ in Float.random(in: -1...1, using: &generator) }
    }
}
