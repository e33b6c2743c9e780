internal import CZlib
import Foundation

/// Page text as it is stored: the length of the text in bytes (a variable-length integer, 7 bits a byte, low bits
/// first), then a zlib stream (RFC 1950).
enum TextCompression {
    static func compress(_ text: String) throws -> Data {
        var text = text
        return try text.withUTF8 { input in
            var capacity = compressBound(uLong(input.count))
            let head = variableLength(input.count)
            var output = Data(count: head.count + Int(capacity))
            output.replaceSubrange(0..<head.count, with: head)
            let status = output.withUnsafeMutableBytes { buffer in
                compress2(
                    buffer.baseAddress?.advanced(by: head.count).assumingMemoryBound(to: UInt8.self), &capacity,
                    input.baseAddress, uLong(input.count), 6)
            }
            guard status == Z_OK else {
                throw DocSearchError(.failed, "A page's text could not be compressed (zlib status \(status)).")
            }
            output.count = head.count + Int(capacity)
            return output
        }
    }

    /// Throws ``DocSearchError`` with code ``DocSearchError/Code/damagedIndex`` when the bytes are not a stored text.
    static func decompress(_ data: Data) throws -> String {
        let (count, offset) = length(data)
        let damaged = DocSearchError(.damagedIndex, "A page's stored text is damaged.", remedy: .repair)
        guard count <= 1 << 30 else { throw damaged }
        // An empty text is unpacked too: else one whose length has lost its bits would pass for it.
        return try String(unsafeUninitializedCapacity: max(1, count)) { output in
            var length = uLong(max(1, count))
            let status = data.withUnsafeBytes { input in
                uncompress(
                    output.baseAddress, &length,
                    input.baseAddress?.advanced(by: offset).assumingMemoryBound(to: UInt8.self),
                    uLong(input.count - offset))
            }
            guard status == Z_OK, Int(length) == count else { throw damaged }
            return count
        }
    }

    /// The text; nil when the bytes are not a stored text.
    static func readable(_ data: Data) -> String? {
        // Why it is none does not matter.
        try? decompress(data)
    }

    /// The length of a text in bytes, from the first five bytes of what is stored, or all.
    static func byteCount(head: Data) -> Int { length(head).count }

    private static func length(_ data: Data) -> (count: Int, offset: Int) {
        var count = 0
        var offset = 0
        for byte in data {
            count |= Int(byte & 0x7F) << (7 * offset)
            offset += 1
            if byte & 0x80 == 0 || offset == 5 { break }
        }
        return (count, offset)
    }

    private static func variableLength(_ number: Int) -> [UInt8] {
        var rest = number
        var bytes: [UInt8] = []
        repeat {
            bytes.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
            rest >>= 7
        } while rest > 0
        return bytes
    }
}
