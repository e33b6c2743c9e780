/// Candidates for names in zips, from DOS, Windows, old Macintoshes and Russian Unix. The raw value is the name in iconv.
package enum CodePage: String, Codable, Sendable, CaseIterable {
    case cp437 = "CP437"
    case cp737 = "CP737"
    case cp775 = "CP775"
    case cp850 = "CP850"
    case cp852 = "CP852"
    case cp855 = "CP855"
    case cp857 = "CP857"
    case cp860 = "CP860"
    case cp862 = "CP862"
    case cp865 = "CP865"
    case cp866 = "CP866"
    case cp874 = "CP874"
    case cp932 = "CP932"
    case cp936 = "GB18030"
    case cp949 = "CP949"
    case cp950 = "CP950"
    case cp1125 = "CP1125"
    case cp1250 = "CP1250"
    case cp1251 = "CP1251"
    case cp1252 = "CP1252"
    case cp1253 = "CP1253"
    case cp1254 = "CP1254"
    case cp1255 = "CP1255"
    case cp1256 = "CP1256"
    case cp1257 = "CP1257"
    case koi8 = "KOI8-R"
    case mac = "MACINTOSH"

    /// In any case, with or without hyphens: `cp866`, `windows-1251`, `Shift_JIS`, `gbk`.
    package init?(named name: String) {
        let key = name.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        let others: [String: CodePage] = [
            "shiftjis": .cp932, "sjis": .cp932, "windows31j": .cp932, "gbk": .cp936, "gb2312": .cp936,
            "gb18030": .cp936,
            "euckr": .cp949, "uhc": .cp949, "big5": .cp950, "koi8": .koi8, "koi8r": .koi8, "koi8u": .koi8,
            "mac": .mac, "macroman": .mac, "macintosh": .mac,
        ]
        let number = ["windows", "ibm", "cp"].first { key.hasPrefix($0) }.map { key.dropFirst($0.count) } ?? key[...]
        guard let found = others[key] ?? Self.allCases.first(where: { "\($0)" == "cp\(number)" }) else { return nil }
        self = found
    }

    package static let names = allCases.map { "\($0)" == "koi8" ? "koi8-r" : "\($0)" }

    package var isOfDOS: Bool {
        switch self {
        case .cp437, .cp737, .cp775, .cp850, .cp852, .cp855, .cp857, .cp860, .cp862, .cp865, .cp866, .cp1125: true
        default: false
        }
    }

    package var isMultibyte: Bool { [.cp932, .cp936, .cp949, .cp950].contains(self) }
}
