internal import ExtractionProtocol
internal import Markup

/// The words of an RTF body as Outlook compresses it ([MS-OXRTFCP]), without formatting.
enum RichText {
    static func plain(_ packed: [UInt8], most: Int) -> String? {
        unpacked(packed, most: most).flatMap { plain($0).nonEmpty }
    }

    /// The dictionary that every compressed body starts with.
    private static let dictionary = Array(
        ("{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript "
            + "\\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par "
            + "\\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx").utf8)

    private static func unpacked(_ packed: [UInt8], most: Int) -> [UInt8]? {
        guard packed.count > 16 else { return nil }
        let count = min(most, Int(packed.number(4, 4)))
        switch packed.number(8, 4) {
        // Uncompressed and compressed.
        case 0x414C_454D: return Array(packed[16...].prefix(count))
        case 0x7546_5A4C: break
        default: return nil
        }
        var window = dictionary + [UInt8](repeating: 0x20, count: 4096 - dictionary.count)
        var position = dictionary.count
        var output: [UInt8] = []
        func put(_ byte: UInt8) {
            output.append(byte)
            window[position] = byte
            position = (position + 1) % 4096
        }
        var index = 16
        while index < packed.count, output.count < count {
            let flags = packed[index]
            index += 1
            for bit in 0..<8 where output.count < count {
                guard index < packed.count else { return output }
                guard flags >> UInt8(bit) & 1 == 1 else {
                    put(packed[index])
                    index += 1
                    continue
                }
                guard index + 1 < packed.count else { return output }
                let reference = Int(packed[index]) << 8 | Int(packed[index + 1])
                index += 2
                let (start, length) = (reference >> 4, reference & 0xF + 2)
                // A reference to the write position marks the end.
                if start == position { return output }
                for step in 0..<length where output.count < count { put(window[(start + step) % 4096]) }
            }
        }
        return output
    }

    private static let silent: Set<String> = [
        "fonttbl", "colortbl", "stylesheet", "info", "pict", "object", "header", "footer", "htmltag", "mhtmltag",
        "listtable", "listoverridetable", "rsidtbl", "generator", "themedata", "datastore", "latentstyles", "xmlnstbl",
    ]

    private static func plain(_ rtf: [UInt8]) -> String {
        var text = ""
        // For each open group, whether it is silent, how many fallback characters follow a Unicode one, and the font.
        var groups: [(isSilent: Bool, fallback: Int, font: Int?)] = [(false, 1, nil)]
        var (index, skipped) = (0, 0)
        var page = CodePage.cp1252
        var pages: [Int: CodePage] = [:]
        var font: Int?
        // Characters in the encoding of their font, which may have several bytes.
        var run: [UInt8] = []
        func endRun() {
            guard !run.isEmpty else { return }
            let found = groups.last?.font.flatMap { pages[$0] } ?? font.flatMap { pages[$0] } ?? page
            text += MailCharset.text(of: run, label: found.rawValue) ?? TextDecoding.text(of: run)
            run.removeAll()
        }
        func put(_ byte: UInt8) {
            if skipped > 0 {
                skipped -= 1
            } else if groups.last?.isSilent == false {
                run.append(byte)
            }
        }
        func put(_ string: String) {
            endRun()
            if skipped > 0 {
                skipped -= 1
            } else if groups.last?.isSilent == false {
                text += string
            }
        }
        while index < rtf.count {
            let byte = rtf[index]
            index += 1
            switch byte {
            case UInt8(ascii: "{"):
                // No program nests groups so deeply.
                endRun()
                guard groups.count < 1000, let last = groups.last else { return text }
                groups.append(last)
            case UInt8(ascii: "}"):
                endRun()
                if groups.count > 1 { groups.removeLast() }
            case 0x0D, 0x0A: break
            case UInt8(ascii: "\\"):
                guard index < rtf.count else { break }
                let sign = rtf[index]
                guard isLetter(sign) else {
                    index += 1
                    switch sign {
                    case UInt8(ascii: "\'"):
                        let digits = String(decoding: rtf[index..<min(rtf.count, index + 2)], as: UTF8.self)
                        index = min(rtf.count, index + 2)
                        if let value = UInt8(digits, radix: 16) { put(value) }
                    case UInt8(ascii: "*"): groups[groups.count - 1].isSilent = true
                    case UInt8(ascii: "~"): put(" ")
                    case UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "}"): put(sign)
                    default: break
                    }
                    continue
                }
                let end = rtf[index...].firstIndex { !isLetter($0) } ?? rtf.count
                let word = String(decoding: rtf[index..<end], as: UTF8.self)
                let numberEnd = rtf[end...].firstIndex { !isDigit($0) && $0 != UInt8(ascii: "-") } ?? rtf.count
                let number = Int(String(decoding: rtf[end..<numberEnd], as: UTF8.self))
                index = numberEnd < rtf.count && rtf[numberEnd] == 0x20 ? numberEnd + 1 : numberEnd
                switch word {
                case _ where silent.contains(word): groups[groups.count - 1].isSilent = true
                case "par", "line", "row": put("\n")
                case "tab", "cell": put(" ")
                case "uc": groups[groups.count - 1].fallback = max(0, min(16, number ?? 1))
                case "u":
                    let value = UInt32(truncatingIfNeeded: (number ?? 0) & 0xFFFF)
                    if let scalar = Unicode.Scalar(value) { put(String(scalar)) }
                    skipped = groups.last?.fallback ?? 0
                case "ansicpg": page = number.flatMap { CodePage(named: "cp\($0)") } ?? page
                case "deff": font = number
                case "f":
                    endRun()
                    groups[groups.count - 1].font = number
                // Within the table of fonts.
                case "fcharset": if let font = groups.last?.font { pages[font] = number.flatMap { charsets[$0] } }
                case "bin": index += min(rtf.count - index, max(0, number ?? 0))
                default: break
                }
            default: put(byte)
            }
        }
        endRun()
        return text.split(whereSeparator: \.isNewline).map { $0.trimmingPrefix(while: \.isWhitespace) }
            .joined(separator: "\n")
    }

    /// The code pages of Windows for scripts; others are in that of the whole text.
    private static let charsets: [Int: CodePage] = [
        77: .mac, 128: .cp932, 129: .cp949, 134: .cp936, 136: .cp950, 161: .cp1253, 162: .cp1254, 177: .cp1255,
        178: .cp1256, 186: .cp1257, 204: .cp1251, 222: .cp874, 238: .cp1250,
    ]

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) && byte < 0x80 }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
