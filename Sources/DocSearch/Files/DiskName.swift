/// Names on disk as text. The system's names are bytes, and some are not UTF-8: old archives have names in Latin-1 or
/// Shift_JIS. Invalid UTF-8 is escaped, as in `r\xE9sum\xE9.pdf`, so that every name has a text from which it can be
/// restored. A backslash that looks like such an escape is escaped itself (`\x5C`).
enum DiskName {
    /// Nil when the bytes are valid UTF-8 without escapes.
    static func escaped(_ name: UnsafeRawBufferPointer) -> String? {
        if name.allSatisfy({ $0 < 0x80 && $0 != backslash }) { return nil }
        let bytes = Array(name)
        var text: [UInt8] = []
        var isEscaped = false
        var index = 0
        while index < bytes.count {
            if bytes[index] == backslash, escape(at: index, in: bytes) != nil {
                text += [UInt8]("\\x5C".utf8)
                isEscaped = true
                index += 1
                continue
            }
            var rest = bytes[index...].makeIterator()
            var parser = UTF8.ForwardParser()
            if case .valid(let scalar) = parser.parseScalar(from: &rest) {
                text += scalar
                index += scalar.count
            } else {
                text += [backslash, UInt8(ascii: "x"), digits[Int(bytes[index] >> 4)], digits[Int(bytes[index] & 0xF)]]
                isEscaped = true
                index += 1
            }
        }
        return isEscaped ? String(decoding: text, as: UTF8.self) : nil
    }

    static func text(of name: [UInt8]) -> String {
        name.withUnsafeBytes { escaped($0) } ?? String(decoding: name, as: UTF8.self)
    }

    static func bytes(of path: String) -> [UInt8] {
        let text = Array(path.utf8)
        guard text.contains(backslash) else { return text }
        var bytes: [UInt8] = []
        var index = 0
        while index < text.count {
            let byte = escape(at: index, in: text)
            bytes.append(byte ?? text[index])
            index += byte == nil ? 1 : 4
        }
        return bytes
    }

    /// No other program finds the file by this text.
    static func isEscaped(_ path: String) -> Bool { !path.utf8.elementsEqual(bytes(of: path)) }

    private static let backslash = UInt8(ascii: "\\")
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Only the backslash among valid characters is ever escaped.
    private static func escape(at index: Int, in text: [UInt8]) -> UInt8? {
        guard text[index] == backslash, index + 3 < text.count, text[index + 1] == UInt8(ascii: "x"),
            let high = digits.firstIndex(of: text[index + 2]), let low = digits.firstIndex(of: text[index + 3])
        else { return nil }
        let byte = UInt8(high << 4 | low)
        return byte >= 0x80 || byte == backslash ? byte : nil
    }
}
