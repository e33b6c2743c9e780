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
        return TextConverter(encoding)?.lossyText(of: bytes)
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
            "big5": "BIG5", "cnbig5": "BIG5", "xbig5": "BIG5", "csbig5": "BIG5", "big5hkscs": "BIG5",
            "mac": "MACINTOSH",
            "macroman": "MACINTOSH", "maccyrillic": "MAC-CYRILLIC", "macukrainian": "MAC-CYRILLIC", "koi8u": "KOI8-U",
            "koi8ru": "KOI8-U", "koi": "KOI8-R", "cskoi8r": "KOI8-R", "unicode11utf7": "UTF-7",
        ]
        for (page, keys) in names {
            for key in keys.split(separator: " ") { labels[String(key)] = page.rawValue }
        }
        return labels
    }()
}
