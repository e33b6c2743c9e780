/// Decodes a text or JSON file of unknown origin. It never fails, because there is no second copy.
package enum TextDecoding {
    package static let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// UTF-8 or UTF-16 by the byte order mark, else UTF-8 if it is valid or damaged in few places, else Windows-1252.
    package static func text(of bytes: [UInt8]) -> String {
        if bytes.starts(with: utf8Mark) { return String(decoding: bytes.dropFirst(utf8Mark.count), as: UTF8.self) }
        if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), highByteFirst: false) }
        if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), highByteFirst: true) }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        if isDamagedUTF8(bytes) { return String(decoding: bytes, as: UTF8.self) }
        return String(String.UnicodeScalarView(bytes.map(windows1252)))
    }

    /// Each line by itself where not all are UTF-8: several programs may have written them.
    package static func textByLines(of bytes: [UInt8]) -> String {
        let isMarked = [utf8Mark, [0xFF, 0xFE], [0xFE, 0xFF]].contains { bytes.starts(with: $0) }
        if isMarked || String(validating: bytes, as: UTF8.self) != nil { return text(of: bytes) }
        return bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { text(of: Array($0)) }
            .joined(separator: "\n")
    }

    /// At least as many letters of several bytes as bytes of none. Windows-1252 hardly has such letters by accident.
    package static func isDamagedUTF8(_ bytes: [UInt8]) -> Bool {
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        var balance = 0
        var hasLetters = false
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let encoded):
                guard encoded.count > 1 else { continue }
                // In Windows-1252 a quotation mark behind an `É`.
                guard !(0x240...0x2FF).contains(Unicode.UTF8.decode(encoded).value) else { continue }
                hasLetters = true
                balance += 1
            case .error(let length): balance -= length
            case .emptyInput: return hasLetters && balance >= 0
            }
        }
    }

    /// A last odd byte is dropped.
    private static func utf16(_ bytes: ArraySlice<UInt8>, highByteFirst: Bool) -> String {
        let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return highByteFirst ? first << 8 | second : second << 8 | first
        }
        return String(decoding: units, as: UTF16.self)
    }

    static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
        guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
        return upperControls[Int(byte) - 0x80]
    }

    /// 0x80 to 0x9F, where Windows-1252 differs from Latin-1. Five codes are unassigned.
    private static let upperControls: [Unicode.Scalar] = [
        "\u{20AC}", "\u{FFFD}", "\u{201A}", "\u{0192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
        "\u{02C6}", "\u{2030}", "\u{0160}", "\u{2039}", "\u{0152}", "\u{FFFD}", "\u{017D}", "\u{FFFD}",
        "\u{FFFD}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}",
        "\u{02DC}", "\u{2122}", "\u{0161}", "\u{203A}", "\u{0153}", "\u{FFFD}", "\u{017E}", "\u{0178}",
    ]
}
