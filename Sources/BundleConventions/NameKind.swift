package enum NameKind: UInt8, Sendable {
    case other
    case pdf
    case container
    case yianaZip
    case image
    case companion
    case marker

    package var isBundle: Bool {
        switch self {
        case .pdf, .container, .yianaZip, .image: true
        case .other, .companion, .marker: false
        }
    }

    package var hasCompanions: Bool { self == .pdf || self == .yianaZip }

    private static let contents = NameEnd.code(BundleNames.itemContents)

    package init(_ name: String) {
        var name = name
        self = name.withUTF8 { NameKind(UnsafeRawBufferPointer($0)) }
    }

    /// `name` is UTF-8 or whatever else the file system has.
    package init(_ name: UnsafeRawBufferPointer) {
        self = .other
        // A walk ignores hidden files.
        guard let first = name.first, first != UInt8(ascii: ".") else { return }
        if first == UInt8(ascii: "0"), name.starts(with: BundleNames.objectDeclaration.utf8) {
            self = .marker
            return
        }
        guard let end = NameEnd(name) else { return }
        guard let point = end.point else {
            if end.code == Self.contents { self = .marker }
            return
        }
        guard let type = FileType(end) else { return }
        let isHOCR = (type == .html || type == .htm) && Self.saysHOCR(UnsafeRawBufferPointer(rebasing: name[..<point]))
        self = isHOCR ? .marker : type.kind
    }

    /// HTML beside images without an hOCR name is usually a gallery.
    private static func saysHOCR(_ stem: UnsafeRawBufferPointer) -> Bool {
        guard stem.suffix(4).elementsEqual("hocr".utf8, by: { $0 | 0x20 == $1 }) else { return false }
        return stem.dropLast(4).last.map { "_.-".utf8.contains($0) } ?? true
    }
}
