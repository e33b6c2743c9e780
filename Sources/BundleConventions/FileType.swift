/// The type that a file's name suggests. Its content decides what it is.
package enum FileType: String, CaseIterable, Sendable {
    // Searched in this order, so the most frequent come first.
    case pdf, yianazip, txt, jpg, tif, xml, json, zip, eml, mbox, cbz, tiff, jp2, jpeg, png, hocr, md, emlx
    case html, htm, xhtml, j2k, jpf, jpx
    // Names that browsers and other programs give to JPEGs, and comics in tars and 7z.
    case jfif, jpe, cbt, cb7
    // Compressed tars. `.tar.gz` counts as `.tgz`, and so on.
    case tar, tgz, tbz, tbz2, txz, tzst
    case sevenZip = "7z"
    // Other names of `winmail.dat`, and Outlook messages.
    case tnef, msg

    package var kind: NameKind {
        switch self {
        case .pdf: .pdf
        case .yianazip: .yianaZip
        case .zip, .cbz, .eml, .emlx, .mbox, .tar, .tgz, .tbz, .tbz2, .txz, .tzst, .sevenZip, .tnef, .msg, .cbt,
            .cb7:
            .container
        case .tif, .tiff, .jpg, .jpeg, .png, .jp2, .jfif, .jpe: .image
        case .txt, .xml, .json, .hocr, .md: .companion
        // These images count inside bundles only.
        case .html, .htm, .xhtml, .j2k, .jpf, .jpx: .other
        }
    }

    package var isImage: Bool { kind == .image || [.j2k, .jpf, .jpx].contains(self) }

    /// Names of such files are often wrong.
    package var isPDFOrImage: Bool { self == .pdf || isImage }

    package var isTIFF: Bool { self == .tif || self == .tiff }

    package var isContainer: Bool { kind == .container || kind == .yianaZip }

    package init?(path: String) {
        var path = path
        guard let end = path.withUTF8({ NameEnd(UnsafeRawBufferPointer($0)) }) else { return nil }
        self.init(end)
    }

    init?(_ end: NameEnd) {
        guard end.point != nil, let found = Self.codes.first(where: { $0.code == end.code }) else { return nil }
        self = found.type
    }

    private static let codes = allCases.map { (code: NameEnd.code($0.rawValue), type: $0) }
}

/// A number, because many names are compared.
struct NameEnd {
    /// In lower case, its last byte lowest. The whole name when it has no point.
    let code: UInt64
    let point: Int?

    /// Nil for more than eight bytes, which no known extension has. Only the last component of a path counts.
    init?(_ path: UnsafeRawBufferPointer) {
        var code: UInt64 = 0
        for (position, index) in path.indices.reversed().enumerated() {
            let byte = path[index]
            if byte == UInt8(ascii: ".") {
                (self.code, point) = (
                    Self.isTar(path[..<index]) && Self.packings.contains(code) ? Self.packedTar : code, index
                )
                return
            }
            guard byte != UInt8(ascii: "/"), position < 8 else { return nil }
            // Setting this bit turns capitals of ASCII into small letters.
            code |= UInt64(byte | 0x20) << UInt64(8 * position)
        }
        (self.code, point) = (code, nil)
    }

    /// By themselves such files are not archives.
    private static let packings = ["gz", "bz2", "xz", "zst"].map(code)
    private static let packedTar = code("tgz")
    private static let tar = code(".tar")

    private static func isTar(_ stem: Slice<UnsafeRawBufferPointer>) -> Bool {
        stem.count > 4 && stem.suffix(4).reduce(0) { $0 << 8 | UInt64($1 | 0x20) } == tar
    }

    static func code(_ text: String) -> UInt64 { text.utf8.reduce(0) { $0 << 8 | UInt64($1) } }
}
