import Glibc

package final class TextConverter {
    private let handle: iconv_t
    private var buffer = [UInt8](repeating: 0, count: 4 << 10)

    /// An iconv name: `CP932`, `ISO-8859-2`. In a confined process only converters loaded before are available.
    package init?(_ encoding: String) {
        // The C library reports failure with a pointer to the last byte of memory.
        guard let handle = iconv_open("UTF-8", encoding), Int(bitPattern: handle) != -1 else { return nil }
        self.handle = handle
    }

    deinit { iconv_close(handle) }

    /// Nil when some bytes are invalid. Control characters are kept.
    package func text(of bytes: [UInt8]) -> String? {
        var output: [UInt8] = []
        var isWhole = true
        let used = convert(bytes, isLast: false, into: &output) { isWhole = false }
        finish(&output)
        guard isWhole, used == bytes.count else { return nil }
        return String(validating: output, as: UTF8.self)
    }

    /// Invalid bytes become the replacement character.
    package func lossyText(of bytes: [UInt8]) -> String {
        var output: [UInt8] = []
        _ = convert(bytes, isLast: true, into: &output)
        finish(&output)
        return String(decoding: output, as: UTF8.self)
    }

    /// Nil when some characters have no bytes there.
    package static func bytes(of text: String, in encoding: String) -> [UInt8]? {
        guard let handle = iconv_open(encoding, "UTF-8"), Int(bitPattern: handle) != -1 else { return nil }
        defer { iconv_close(handle) }
        var input = Array(text.utf8)
        // No encoding has more than four bytes for a character, and every character has at least one in UTF-8.
        var output = [UInt8](repeating: 0, count: input.count * 4 + 8)
        let free: Int? = input.withUnsafeMutableBytes { from in
            output.withUnsafeMutableBytes { to in
                var source = from.baseAddress?.assumingMemoryBound(to: CChar.self)
                var target = to.baseAddress?.assumingMemoryBound(to: CChar.self)
                var (left, free) = (from.count, to.count)
                // Characters without a counterpart that were replaced are counted.
                guard iconv(handle, &source, &left, &target, &free) == 0, left == 0 else { return nil }
                return free
            }
        }
        return free.map { Array(output.dropLast($0)) }
    }

    /// Returns how many bytes of `input` were used; the rest is the start of a character. Invalid bytes become the
    /// replacement character, and `noting` is called for each.
    func convert(
        _ input: [UInt8], isLast: Bool, into output: inout [UInt8], noting: () -> Void = {}
    ) -> Int {
        var input = input
        let total = input.count
        return input.withUnsafeMutableBytes { bytes in
            var left = total
            while left > 0 {
                let failure = convert(bytes, left: &left, into: &output)
                switch failure {
                // The output buffer is full, or the input is used up.
                case E2BIG, 0: continue
                case EINVAL where !isLast: return total - left
                default:
                    noting()
                    output.append(contentsOf: UTF8.encodedReplacementCharacter)
                    left -= 1
                }
            }
            return total
        }
    }

    /// Writes the letter that is held back in encodings whose marks come behind it (Windows-1255 and 1258), and resets
    /// the state, which would carry over to the next text.
    private func finish(_ output: inout [UInt8]) {
        let room = buffer.count
        let filled = buffer.withUnsafeMutableBytes { target in
            var next = target.baseAddress?.assumingMemoryBound(to: CChar.self)
            var free = room
            iconv(handle, nil, nil, &next, &free)
            return room - free
        }
        output.append(contentsOf: buffer[..<filled])
    }

    /// Fills the buffer once. Returns `errno`.
    private func convert(_ bytes: UnsafeMutableRawBufferPointer, left: inout Int, into output: inout [UInt8]) -> Int32 {
        var source = bytes.baseAddress?.advanced(by: bytes.count - left).assumingMemoryBound(to: CChar.self)
        let room = buffer.count
        var failure: Int32 = 0
        let filled = buffer.withUnsafeMutableBytes { target in
            var next = target.baseAddress?.assumingMemoryBound(to: CChar.self)
            var free = room
            if iconv(handle, &source, &left, &next, &free) == -1 { failure = errno }
            return room - free
        }
        output.append(contentsOf: buffer[..<filled])
        return failure
    }
}
