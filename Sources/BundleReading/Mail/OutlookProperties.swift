internal import ExtractionProtocol
internal import Markup

/// The properties of a message, a recipient or an attachment in Outlook's storage ([MS-OXMSG] 2.4).
struct OutlookProperties {
    private let file: CompoundFile
    let children: [String: Int]
    private var fixed: [UInt32: [UInt8]] = [:]
    /// The iconv name of the encoding of non-Unicode texts; nil when none is stated.
    let encoding: String?

    private static let longestLine = 64 << 10

    /// `headerBytes` precede the properties of fixed length.
    init(of storage: Int, in file: CompoundFile, headerBytes: Int, encoding: String? = nil) throws {
        self.file = file
        children = try file.children(of: storage)
        var fixed: [UInt32: [UInt8]] = [:]
        if let stream = children["__properties_version1.0"] {
            // Messages have about a hundred properties.
            let bytes = try file.bytes(stream, most: 1 << 20)
            for start in stride(from: headerBytes, through: bytes.count - 16, by: 16) {
                fixed[UInt32(bytes.number(start, 4))] = Array(bytes[(start + 8)..<(start + 16)])
            }
        }
        self.fixed = fixed
        let page = fixed[0x3FFD_0003] ?? fixed[0x3FDE_0003]
        self.encoding = encoding ?? page.flatMap { Self.encoding(ofPage: $0.number(0, 4)) }
    }

    func number(_ id: UInt32) -> UInt64? { fixed[id << 16 | 0x0003]?.number(0, 4) }

    func isTrue(_ id: UInt32) -> Bool { fixed[id << 16 | 0x000B].map { $0[0] != 0 } ?? false }

    /// Seconds since 1970; nil for a missing or invalid time.
    func time(_ id: UInt32) -> Double? {
        guard let ticks = fixed[id << 16 | 0x0040]?.number(0, 8), ticks > 0 else { return nil }
        // Counted in 100 ns from 1601.
        return Double(ticks) / 10_000_000 - 11_644_473_600
    }

    func line(_ id: UInt32) throws -> String? {
        try text(id, most: Self.longestLine)?.split(whereSeparator: \.isWhitespace).joined(separator: " ").nonEmpty
    }

    func text(_ id: UInt32, most: Int) throws -> String? {
        if let stream = stream(id, type: 0x001F) {
            return try file.bytes(stream, most: most).terminatedUTF16
        }
        guard let stream = stream(id, type: 0x001E) else { return nil }
        let bytes = Array(try file.bytes(stream, most: most).prefix { $0 != 0 })
        return encoding.flatMap { TextConverter($0)?.text(of: bytes) } ?? TextDecoding.text(of: bytes)
    }

    func binary(_ id: UInt32, most: Int) throws -> [UInt8]? {
        try stream(id, type: 0x0102).map { try file.bytes($0, most: most) }
    }

    func stream(_ id: UInt32, type: UInt32) -> Int? { child(id, type).flatMap { file.nodes[$0].isStorage ? nil : $0 } }

    func storage(_ id: UInt32) -> Int? { child(id, 0x000D).flatMap { file.nodes[$0].isStorage ? $0 : nil } }

    func storages(_ prefix: String) -> [Int] {
        children.filter { $0.key.hasPrefix(prefix) && file.nodes[$0.value].isStorage }.sorted { $0.key < $1.key }
            .map(\.value)
    }

    private func child(_ id: UInt32, _ type: UInt32) -> Int? {
        let tag = String(id << 16 | type, radix: 16)
        return children["__substg1.0_" + String(repeating: "0", count: max(0, 8 - tag.count)) + tag]
    }

    /// The iconv name; nil when a page needs no conversion or is unknown.
    static func encoding(ofPage number: UInt64) -> String? {
        switch number {
        case 20127, 65001: nil
        case 932: CodePage.cp932.rawValue
        case 936: CodePage.cp936.rawValue
        case 20866: "KOI8-R"
        case 21866: "KOI8-U"
        case 28591...28599, 28605: "ISO-8859-\(number - 28590)"
        case 50220...50222: "ISO-2022-JP"
        case 51932: "EUC-JP-MS"
        case 54936: "GB18030"
        default: CodePage(named: "cp\(number)")?.rawValue
        }
    }
}
