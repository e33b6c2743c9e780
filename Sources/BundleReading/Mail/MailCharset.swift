internal import ExtractionProtocol
internal import Markup

/// The encodings of mails by their labels, as browsers read them (WHATWG Encoding Standard): programs on Windows give an
/// encoding the name of the smaller standard that it extends.
enum MailCharset {
    /// The iconv name for a label. Nil where the label says no more than the bytes do, and for UTF-8.
    static func encoding(of label: String) -> String? {
        // A language may follow (RFC 2231, 5).
        var name = String(label.lowercased().prefix { $0 != "*" })
            .filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        if name.hasPrefix("x-") { name.removeFirst(2) }
        let key = name.filter { $0 != "-" }
        if isSilent(label) || utf8.contains(key) { return nil }
        if let known = labels[key] { return known }
        if let page = CodePage(named: name) { return page.rawValue }
        // Hebrew and Arabic append the direction of writing to the encoding (RFC 1556).
        let hasDirection = key.hasPrefix("iso8859") && (name.hasSuffix("-i") || name.hasSuffix("-e"))
        return (hasDirection ? String(name.dropLast(2)) : name).uppercased()
    }

    static func isUTF8(_ label: String) -> Bool {
        utf8.contains(label.lowercased().prefix { $0 != "*" }.filter { $0.isLetter || $0.isNumber })
    }

    static func isSilent(_ label: String) -> Bool {
        ["us-ascii", "ascii", "ansi_x3.4-1968", "unknown-8bit", "x-unknown", "binary", ""].contains(label.lowercased())
    }

    /// With replacement characters for invalid bytes.
    static func text(of bytes: [UInt8], label: String) -> String? {
        guard let encoding = encoding(of: label) else { return nil }
        let page = CodePage(rawValue: encoding)
        // Programs that convert a mail to UTF-8 forget the label, and no one means the signs that the bytes would be.
        if page == .cp1252, let utf8 = String(validating: bytes, as: UTF8.self) { return utf8 }
        if let page, !page.isMultibyte { return CodePageTable.all[page]?.lossyText(of: bytes) }
        if encoding == "ISO-2022-JP", let shifted = shifted(bytes) {
            return TextConverter(CodePage.cp932.rawValue)?.lossyText(of: shifted)
        }
        return TextConverter(encoding)?.lossyText(of: bytes)
    }

    /// Decodes seven-bit Japanese, whose escape sequences need no label (RFC 1468); nil for other bytes.
    static func escapedText(of bytes: [UInt8]) -> String? {
        guard bytes.contains(0x1B), bytes.firstIndex(ofSequence: [0x1B, 0x24]) != nil else { return nil }
        return text(of: bytes, label: "iso-2022-jp")
    }

    private static let guessedBytes = 64 << 10
    private static let sampleBytes = 2 << 10

    /// The code page that the first lines in invalid UTF-8 are most likely in. Nil when all lines are valid.
    static func guessed(_ bytes: some RandomAccessCollection<UInt8>) -> String? {
        var rest = bytes.prefix(guessedBytes)
        var lines: [[UInt8]] = []
        var count = 0
        while count < sampleBytes, let place = rest.firstIndex(where: { $0 >= 0x80 }) {
            let end = bytes[place...].firstIndex(of: 0x0A) ?? bytes.endIndex
            let start = rest[..<place].lastIndex(of: 0x0A).map { rest.index(after: $0) } ?? rest.startIndex
            if String(validating: bytes[start..<end], as: UTF8.self) == nil {
                let line = sample(of: bytes[start..<end])
                lines.append(line.last == 0x0D ? line.dropLast() : line)
                count += line.count
            }
            rest = rest[min(end, rest.endIndex)...]
        }
        guard !lines.isEmpty, !TextDecoding.isDamagedUTF8(Array(lines.joined())) else { return nil }
        return NameEncoding.page(of: lines)?.rawValue
    }

    /// A long line ends before a sign that is a byte alone in all encodings, so that no letter is cut.
    private static func sample(of line: some Collection<UInt8>) -> [UInt8] {
        let line = Array(line.prefix(4 * sampleBytes))
        let end = line.dropFirst(sampleBytes).firstIndex { $0 < 0x30 } ?? line.endIndex
        return Array(line[..<end])
    }

    /// ISO-2022-JP in the bytes of CP932, which has the characters of NEC and IBM (`①`, `㈱`) that programs on Windows
    /// write, too. Nil with an escape sequence of another encoding.
    private static func shifted(_ bytes: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var (isDouble, isKatakana) = (false, false)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == 0x1B {
                switch bytes[index...].prefix(2) {
                case [0x24, 0x40], [0x24, 0x42]: (isDouble, isKatakana) = (true, false)
                case [0x28, 0x42], [0x28, 0x4A], [0x28, 0x48]: (isDouble, isKatakana) = (false, false)
                case [0x28, 0x49]: (isDouble, isKatakana) = (false, true)
                default: return nil
                }
                index += 2
            } else if byte == 0x0A || byte == 0x0D {
                // Lines begin in ASCII (RFC 1468).
                (isDouble, isKatakana) = (false, false)
                result.append(byte)
            } else if isDouble, index < bytes.count, (0x21...0x7E).contains(byte), (0x21...0x7E).contains(bytes[index])
            {
                let (row, cell) = (byte - 0x21, bytes[index] - 0x21)
                index += 1
                result.append(row / 2 + (row < 62 ? 0x81 : 0xC1))
                result.append(row % 2 == 1 ? cell + 0x9F : cell + (cell < 63 ? 0x40 : 0x41))
            } else if isDouble, byte > 0x20 {
                // No character of CP932.
                result.append(0xFF)
            } else {
                result.append(isKatakana && (0x21...0x5F).contains(byte) ? byte | 0x80 : byte)
            }
        }
        return result
    }

    private static let utf8: Set<String> = ["utf8", "unicode11utf8", "utf8mb4"]

    private static let labels: [String: String] = {
        let names: [(CodePage, String)] = [
            (.cp1252, "iso88591 latin1 l1 isoir100 csisolatin1 cp819 ibm819 ansix31101983 ansix3110"),
            (.cp1254, "iso88599 latin5 l5 isoir148 csisolatin5"), (.cp874, "tis620 iso885911 dos874"),
            (.cp932, "mskanji csshiftjis ms932"),
            (.cp949, "ksc5601 ksc56011987 ksc56011989 korean csksc56011987 cseuckr isoir149"),
            (.cp936, "gb231280 chinese csgb2312 euccn ms936 isoir58"),
        ]
        var labels = [
            "big5": "BIG5-HKSCS", "cnbig5": "BIG5-HKSCS", "csbig5": "BIG5-HKSCS", "big5hkscs": "BIG5-HKSCS",
            "eucjp": "EUC-JP-MS", "cseucpkdfmtjapanese": "EUC-JP-MS", "iso2022jp": "ISO-2022-JP",
            "csiso2022jp": "ISO-2022-JP", "iso2022jpms": "ISO-2022-JP", "cp50220": "ISO-2022-JP",
            "cp50221": "ISO-2022-JP", "mac": "MACINTOSH",
            "macroman": "MACINTOSH", "maccyrillic": "MAC-CYRILLIC", "macukrainian": "MAC-CYRILLIC", "koi8u": "KOI8-U",
            "koi8ru": "KOI8-U", "koi": "KOI8-R", "cskoi8r": "KOI8-R", "unicode11utf7": "UTF-7",
        ]
        for (page, keys) in names {
            for key in keys.split(separator: " ") { labels[String(key)] = page.rawValue }
        }
        return labels
    }()
}
