import Glibc

/// Libxml2 could convert encodings too, but it gives up at the first wrong byte, and archives have no second copy to
/// ask for.
final class MarkupDecoder {
    private enum State {
        case undecided
        case utf8
        case other(TextConverter)
    }

    private var state = State.undecided
    private var pending: [UInt8] = []

    /// Many zeros in a row with data after them: a disk or a copy has lost what was written. Single zeros are a
    /// program's slip.
    private(set) var hasGap = false
    private var zeros = 0
    private static let gapBytes = 16

    /// The part in which documents state their encoding.
    private static let openingBytes = 1024

    func decode(
        _ bytes: UnsafeRawBufferPointer, isLast: Bool, _ consume: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        lookForGap(bytes)
        pending.append(contentsOf: bytes)
        if case .undecided = state {
            guard isLast || pending.count >= Self.openingBytes else { return }
            let (encoding, markBytes) = try MarkupEncoding.of(opening: pending.prefix(Self.openingBytes))
            pending.removeFirst(markBytes)
            state = encoding == .utf8 ? .utf8 : .other(try Self.converter(encoding))
        }
        let input = pending
        var output: [UInt8] = []
        output.reserveCapacity(input.count + input.count / 2 + 16)
        let used: Int
        switch state {
        case .undecided: return
        case .utf8: used = Self.clean(input, isLast: isLast, into: &output)
        case .other(let converter):
            used = converter.convert(input, isLast: isLast, into: &output)
            for index in output.indices where Self.isForbidden(output[index]) { output[index] = 0x20 }
        }
        pending = Array(input[used...])
        try output.withUnsafeBytes { try consume($0) }
    }

    private func lookForGap(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress, !hasGap, zeros > 0 || memchr(start, 0, bytes.count) != nil else { return }
        for byte in bytes {
            if byte == 0 {
                zeros += 1
            } else if zeros < Self.gapBytes {
                zeros = 0
            } else if byte > 0x20 {
                hasGap = true
                return
            }
        }
    }

    private static func converter(_ encoding: MarkupEncoding) throws -> TextConverter {
        guard let converter = TextConverter(encoding.rawValue)
        else { throw MarkupError(.unsupported, "its encoding, \(encoding.rawValue), cannot be read here") }
        return converter
    }

    /// Bytes that are not UTF-8 are read as Windows-1252, which they mostly are. Returns the number of bytes used.
    private static func clean(_ input: [UInt8], isLast: Bool, into output: inout [UInt8]) -> Int {
        input.withUnsafeBufferPointer { bytes in
            var index = 0
            // Unchanged bytes are copied in long runs.
            var runStart = 0
            scalars: while index < bytes.count {
                let byte = bytes[index]
                if byte < 0x80 {
                    if isForbidden(byte) {
                        output.append(contentsOf: bytes[runStart..<index])
                        output.append(0x20)
                        runStart = index + 1
                    }
                    index += 1
                    continue
                }
                var rest = bytes[index...].makeIterator()
                var parser = UTF8.ForwardParser()
                switch parser.parseScalar(from: &rest) {
                case .valid(let scalar) where !isNoncharacter(UTF8.decode(scalar)):
                    index += scalar.count
                    continue
                // The character may continue in the next piece.
                case .error(let length) where !isLast && index + length == bytes.count: break scalars
                case .valid, .error, .emptyInput: break
                }
                output.append(contentsOf: bytes[runStart..<index])
                output.append(contentsOf: String(TextDecoding.windows1252(byte)).utf8)
                index += 1
                runStart = index
            }
            output.append(contentsOf: bytes[runStart..<index])
            return index
        }
    }

    /// XML has no control characters but white space. Any other would end parsing.
    private static func isForbidden(_ byte: UInt8) -> Bool {
        byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D
    }

    /// XML forbids U+FFFE and U+FFFF.
    private static func isNoncharacter(_ scalar: Unicode.Scalar) -> Bool { scalar.value & 0xFFFF_FFFE == 0xFFFE }
}
