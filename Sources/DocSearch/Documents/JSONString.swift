/// JSON strings (RFC 8259, section 7). Characters that harm terminals or scripts are escaped too.
package enum JSONString {
    package static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    package static func append(_ text: String, to line: inout [UInt8]) {
        var text = text
        line.append(UInt8(ascii: "\""))
        text.withUTF8 { bytes in
            var (start, position) = (0, 0)
            while position < bytes.count {
                guard isSuspect(bytes[position]), let escape = escape(bytes[position...]) else {
                    position += 1
                    continue
                }
                line.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<position]))
                line.append(contentsOf: escape.text.utf8)
                position += escape.length
                start = position
            }
            line.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
        }
        line.append(UInt8(ascii: "\""))
    }

    private static func isSuspect(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F || byte == 0xC2 || byte == 0xE2
    }

    private static func escape(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> (text: String, length: Int)? {
        func byte(_ offset: Int) -> UInt8 { offset < bytes.count ? bytes[bytes.startIndex + offset] : 0 }
        switch (byte(0), byte(1), byte(2)) {
        case (0x22, _, _): return ("\\\"", 1)
        case (0x5C, _, _): return ("\\\\", 1)
        case (0x0A, _, _): return ("\\n", 1)
        case (0x09, _, _): return ("\\t", 1)
        case (0..<0x20, _, _), (0x7F, _, _): return ("\\u00" + hexadecimal(byte(0)), 1)
        case (0xC2, 0x80..<0xA0, _): return ("\\u00" + hexadecimal(byte(1)), 2)
        // Line and paragraph separators, and characters that change the direction of text.
        case (0xE2, 0x80, 0xA8...0xAE): return ("\\u20" + hexadecimal(byte(2) - 0x80), 3)
        case (0xE2, 0x81, 0xA6...0xA9): return ("\\u20" + hexadecimal(byte(2) - 0x40), 3)
        default: return nil
        }
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        return digits.count < 2 ? "0" + digits : digits
    }
}
