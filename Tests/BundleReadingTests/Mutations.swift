import DocSearchTestSupport
import Testing

@testable import BundleReading

/// Damaged copies of good input.
enum Mutations {
    static func of(_ original: [UInt8], seed: UInt64, count: Int) -> some Sequence<[UInt8]> {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).lazy.map { _ in
            var bytes = original
            for _ in 0..<Int.random(in: 1...5, using: &generator) {
                guard !bytes.isEmpty else { break }
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<5, using: &generator) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                case 2: bytes.removeSubrange(index..<min(bytes.count, index + 12))
                case 3: bytes.insert(contentsOf: bytes[index...].prefix(60), at: index)
                default: bytes.swapAt(index, Int.random(in: 0..<bytes.count, using: &generator))
                }
            }
            return bytes
        }
    }

    /// Has damaged copies read. At worst that throws a `BundleError`; `read` says whether it found something, which it must
    /// in more than `least`, as a reader that refuses everything proves nothing.
    static func read(
        _ original: String, seed: UInt64, count: Int = 1000, findingMoreThan least: Int,
        _ read: ([UInt8]) throws -> Bool
    ) {
        var found = 0
        for bytes in of(Array(original.utf8), seed: seed, count: count) {
            do { if try read(bytes) { found += 1 } } catch { #expect(error is BundleError) }
        }
        #expect(found > least)
    }
}
