import Synchronization

enum MarkupEncoding: String, CaseIterable {
    case utf8 = "UTF-8"
    case utf16LittleEndian = "UTF-16LE"
    case utf16BigEndian = "UTF-16BE"
    case windows1250 = "WINDOWS-1250"
    case windows1251 = "WINDOWS-1251"
    case windows1252 = "WINDOWS-1252"
    case latin2 = "ISO-8859-2"
    case latin9 = "ISO-8859-15"
    case koi8 = "KOI8-R"
    case shiftJIS = "SHIFT_JIS"
    case eucJP = "EUC-JP"
    case gb18030 = "GB18030"
    case big5 = "BIG5"
    case eucKR = "EUC-KR"

    private static let names: [String: MarkupEncoding] = [
        "utf8": .utf8, "usascii": .utf8, "ascii": .utf8, "utf16": .utf16LittleEndian,
        "utf16le": .utf16LittleEndian, "utf16be": .utf16BigEndian, "windows1250": .windows1250, "cp1250": .windows1250,
        "windows1251": .windows1251, "cp1251": .windows1251, "windows1252": .windows1252, "cp1252": .windows1252,
        // Latin-1 has control characters where its users mean quotation marks.
        "iso88591": .windows1252, "latin1": .windows1252, "iso88592": .latin2, "latin2": .latin2,
        "iso885915": .latin9, "latin9": .latin9, "koi8r": .koi8, "shiftjis": .shiftJIS, "sjis": .shiftJIS,
        "eucjp": .eucJP, "gb18030": .gb18030, "gbk": .gb18030, "gb2312": .gb18030, "big5": .big5, "euckr": .eucKR,
    ]

    /// Decided by the byte order mark, UTF-16's zeros, the XML declaration or HTML's `charset`, else UTF-8.
    static func of(opening: ArraySlice<UInt8>) throws -> (encoding: MarkupEncoding, markBytes: Int) {
        if opening.starts(with: TextDecoding.utf8Mark) { return (.utf8, TextDecoding.utf8Mark.count) }
        if opening.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
        if opening.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
        if opening.starts(with: [UInt8(ascii: "<"), 0]) { return (.utf16LittleEndian, 0) }
        if opening.starts(with: [0, UInt8(ascii: "<")]) { return (.utf16BigEndian, 0) }
        guard let name = declared(in: opening) else { return (.utf8, 0) }
        let key = name.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        guard let encoding = names[key]
        else { throw MarkupError(.unsupported, "its encoding, \(name), is not supported") }
        // A declaration read as single bytes so far cannot be UTF-16.
        let isWide = encoding == .utf16LittleEndian || encoding == .utf16BigEndian
        return (isWide ? .utf8 : encoding, 0)
    }

    private static func declared(in opening: ArraySlice<UInt8>) -> String? {
        let text = String(decoding: opening, as: UTF8.self).lowercased()
        if text.hasPrefix("<?xml"), let end = text.firstRange(of: "?>") {
            return value(of: "encoding", in: text[..<end.lowerBound])
        }
        guard let meta = text.firstRange(of: "<meta") else { return nil }
        return value(of: "charset", in: text[meta.lowerBound...])
    }

    private static func value(of key: String, in text: Substring) -> String? {
        guard let found = text.firstRange(of: key) else { return nil }
        let rest = text[found.upperBound...].drop { $0.isWhitespace }
        guard rest.first == "=" else { return nil }
        let name = rest.dropFirst().drop { $0.isWhitespace || $0 == "\"" || $0 == "'" }
            .prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.:".contains($0)) }
        return name.isEmpty ? nil : String(name.prefix(40))
    }

    /// One of each stays open in memory, because a confined process cannot load any.
    static func loadConverters() {
        kept.withLock { kept in
            guard kept.isEmpty else { return }
            // A missing converter is reported by the document that needs it.
            kept = allCases.compactMap { TextConverter($0.rawValue) }
        }
    }

    private static let kept = Mutex<[TextConverter]>([])
}
