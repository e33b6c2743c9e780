/// A zip whose only entry is the zip itself, byte by byte: whoever unpacks all that is in it never comes to an end.
///
/// The idea, and the order of the operations, is that of Russ Cox ("Zip Files All The Way Down", 2010): packed data that
/// says what comes literally and what is repeated can print itself together with something before and behind it. All
/// operations have ten bytes here. The checksum, which is part of what it is the checksum of, is the solution of linear
/// equations, as CRC-32 is linear but for a constant.
enum ZipQuine {
    /// Nil when the equations have no solution for this name.
    static func bytes(name: String) -> [UInt8]? {
        let constant = ZipWriter.checksum(of: bytes(name: name, checksum: 0))
        // Combinations of bits of the checksum with independent effects.
        var basis: [(effect: UInt32, bits: UInt32)] = []
        func reduced(_ start: (effect: UInt32, bits: UInt32)) -> (effect: UInt32, bits: UInt32) {
            basis.reduce(start) { left, step in
                left.effect ^ step.effect < left.effect
                    ? (left.effect ^ step.effect, left.bits ^ step.bits) : left
            }
        }
        for bit in (0..<32).map({ UInt32(1) << $0 }) {
            // What the bit changes in the sum of the file, and in the checksum that the file names.
            let effect = ZipWriter.checksum(of: bytes(name: name, checksum: bit)) ^ constant ^ bit
            let next = reduced((effect, bit))
            if next.effect != 0 { basis.append(next) }
        }
        let solution = reduced((constant, 0))
        return solution.effect == 0 ? bytes(name: name, checksum: solution.bits) : nil
    }

    private static func bytes(name: String, checksum: UInt32) -> [UInt8] {
        var entry = ZipWriter.Entry(name, []).with {
            $0.method = 8
            $0.checksum = checksum
            $0.isOnlyListed = true
            $0.claimedOffset = 0
        }
        // The sizes do not depend on what the headers say of them.
        let draft = parts(of: entry, directoryAt: 0)
        let packed = draft.program.count + lastBlock.count
        entry.claimedPackedSize = UInt32(packed)
        entry.claimedSize = UInt32(draft.start.count + draft.program.count + draft.end.count)
        let (start, program, end) = parts(of: entry, directoryAt: draft.start.count + packed)
        return start + program + end
    }

    private static func parts(
        of entry: ZipWriter.Entry, directoryAt offset: Int
    ) -> (start: [UInt8], program: [UInt8], end: [UInt8]) {
        let start = ZipWriter.localHeader(of: entry)
        let end = lastBlock + ZipWriter([entry]).with { $0.claimedDirectoryOffset = UInt32(offset) }.bytes
        let unit = 10
        let (one, four, none) = (literal(unit), literal(4 * unit), literal(0))
        let (first, last) = (literal(start.count + unit), literal(end.count + unit))
        let (firstAgain, fourAgain, lastAgain) = (
            again(start.count + unit), again(4 * unit), again(end.count + unit)
        )
        var program = first + start + first
        program += firstAgain
        program += one + firstAgain
        program += one + one
        program += four + (firstAgain + one + one + four)
        program += fourAgain
        program += four + (fourAgain + four + fourAgain + four)
        program += fourAgain
        program += four + (fourAgain + none + none + last)
        program += fourAgain
        program += none + none + last + (lastAgain + end)
        program += lastAgain
        return (start, program, end)
    }

    /// An empty block that says that it is the last.
    private static let lastBlock: [UInt8] = [1, 0, 0, 0xFF, 0xFF]
    private static let emptyBlock: [UInt8] = [0, 0, 0, 0xFF, 0xFF]

    /// The next `count` bytes as they are.
    private static func literal(_ count: Int) -> [UInt8] {
        let (low, high) = (UInt8(count & 0xFF), UInt8(count >> 8))
        return emptyBlock + [0, low, high, ~low, ~high]
    }

    /// The last `count` bytes once more, 11 to 257 (RFC 1951, 3.2.5 and 3.2.6).
    private static func again(_ count: Int) -> [UInt8] {
        var bits = [0, 1, 0]
        func append(_ value: Int, _ width: Int) { bits += (0..<width).map { value >> $0 & 1 } }
        func appendCode(_ code: Int, _ width: Int) { bits += (0..<width).reversed().map { code >> $0 & 1 } }
        func exponent(_ value: Int) -> Int { Int.bitWidth - 1 - value.leadingZeroBitCount }

        let length = count - 3
        let lengthExtra = exponent(length) - 2
        let lengthCode = 4 * (lengthExtra + 1) + (length >> lengthExtra) - 4 + 1
        if lengthCode < 24 { appendCode(lengthCode, 7) } else { appendCode(0b1100_0000 + lengthCode - 24, 8) }
        append(length, lengthExtra)
        let distance = count - 1
        let distanceExtra = exponent(distance) - 1
        appendCode(2 * (distanceExtra + 1) + (distance >> distanceExtra) - 2, 5)
        append(distance, distanceExtra)
        appendCode(0, 7)
        // Blocks with nothing in them, until an empty literal block fills the ten bytes.
        while bits.count + 3 <= 40 { bits += [0, 1, 0] + [Int](repeating: 0, count: 7) }
        bits += [Int](repeating: 0, count: 48 - bits.count)
        let bytes: [UInt8] = stride(from: 0, to: 48, by: 8).map { start in
            var byte: UInt8 = 0
            for bit in 0..<8 where bits[start + bit] == 1 { byte |= 1 << bit }
            return byte
        }
        return bytes + emptyBlock.dropFirst()
    }
}
