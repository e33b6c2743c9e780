/// What the end of a name promises. What a file is, its content decides.
enum NameKind: UInt8 {
    case other
    case pdf
    /// A zip, a comic or mail.
    case container
    case yianaZip
    case image
    /// What the text and the metadata beside a PDF are called, and nearly all files that mark a folder as a bundle.
    case companion
    /// Other names that may mark a folder.
    case mark

    /// Whether a file of this name may be a bundle.
    var isBundle: Bool {
        switch self {
        case .pdf, .container, .yianaZip, .image: true
        case .other, .companion, .mark: false
        }
    }

    /// Those of most files come first.
    private static let ends: [(code: UInt64, kind: NameKind)] = [
        (code("pdf"), .pdf), (code("yianazip"), .yianaZip), (code("txt"), .companion), (code("jpg"), .image),
        (code("tif"), .image), (code("xml"), .companion), (code("json"), .companion), (code("zip"), .container),
        (code("eml"), .container), (code("mbox"), .container), (code("cbz"), .container), (code("tiff"), .image),
        (code("jp2"), .image), (code("jpeg"), .image), (code("png"), .image), (code("hocr"), .companion),
        (code("md"), .companion), (code("emlx"), .container),
    ]
    private static let contents = code("contents")
    private static let html = [code("html"), code("htm")]
    static let objectMark = "0=ocfl_object_"

    private static func code(_ text: String) -> UInt64 { text.utf8.reduce(0) { $0 << 8 | UInt64($1) } }

    /// - Parameter name: UTF-8 or whatever else the file system has.
    init(_ name: some RandomAccessCollection<UInt8>) {
        self = .other
        guard let first = name.first, first != UInt8(ascii: ".") else { return }
        if first == UInt8(ascii: "0"), name.starts(with: Self.objectMark.utf8) {
            self = .mark
            return
        }
        var code: UInt64 = 0
        var shift: UInt64 = 0
        var index = name.endIndex
        while index > name.startIndex {
            index = name.index(before: index)
            if name[index] == UInt8(ascii: ".") {
                self = Self.ends.first { $0.code == code }?.kind ?? .other
                if self == .other, Self.html.contains(code), Self.saysHOCR(name[..<index]) { self = .mark }
                return
            }
            guard shift < 64 else { return }
            // Setting this bit turns capitals of ASCII into small letters.
            code |= UInt64(name[index] | 0x20) << shift
            shift += 8
        }
        if code == Self.contents { self = .mark }
    }

    /// Whether HTML of this name without its end is hOCR. Other HTML beside images is a gallery, as a rule.
    private static func saysHOCR(_ stem: some RandomAccessCollection<UInt8>) -> Bool {
        guard stem.suffix(4).elementsEqual("hocr".utf8, by: { $0 | 0x20 == $1 }) else { return false }
        return stem.dropLast(4).last.map { "_.-".utf8.contains($0) } ?? true
    }
}
