/// Tells by the names in a folder whether it is a bundle of its own, which is not looked through for others. Nothing is
/// opened for it: whether it really is one, the worker finds out.
///
/// | names | what they are of |
/// |---|---|
/// | `bagit.txt` | a bag |
/// | `0=ocfl_object_1.0` | an OCFL object |
/// | `dublin_core.xml` and `contents` | an item in DSpace's Simple Archive Format |
/// | `manifest.json` and `metadata.json` | an export of Paperless-ngx |
/// | `X_meta.xml` and `X_files.xml` | an item of the Internet Archive |
/// | `mets.xml`, `x_mets.xml`, `mets-1.xml` | page texts and images under a METS document |
/// | `ComicInfo.xml` | a comic |
/// | `x.hocr`, `x_hocr.html`, `x.hocr.html`, `x-hocr.html`, `hocr.html`, and no PDF | page images with hOCR |
/// | `metadata.json` with `content.pdf` or `format.json`, and no folder or bundle besides | an unpacked `.yianazip` |
struct FolderMarks {
    /// Whether one name was enough.
    private var isMarked = false
    private var halves: Set<String> = []
    private var metadataItems: Set<[UInt8]> = []
    private var listedItems: Set<[UInt8]> = []
    private var hasHOCR = false

    private static let metadataEnd = "_meta.xml"
    private static let listEnd = "_files.xml"

    /// Takes note of a name whose kind is ``NameKind/companion`` or ``NameKind/mark``.
    mutating func add(_ name: some RandomAccessCollection<UInt8>) {
        guard !isMarked else { return }
        if name.elementsEqual("bagit.txt".utf8) || name.starts(with: NameKind.objectMark.utf8) {
            isMarked = true
        }
        for half in ["dublin_core.xml", "contents", "manifest.json", "metadata.json", "format.json"]
        where name.elementsEqual(half.utf8) {
            halves.insert(half)
        }
        // The kind has seen to it that there is a dot before an end of so many letters, and that HTML says it is hOCR.
        let end = name.suffix(4).map { $0 | 0x20 }
        if ["hocr", "html", ".htm"].contains(where: { end.elementsEqual($0.utf8) }) { hasHOCR = true }
        guard end.dropFirst().elementsEqual("xml".utf8) else { return }
        let small = name.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
        if small.elementsEqual("comicinfo.xml".utf8) || Self.contains(small, Array("mets".utf8)) { isMarked = true }
        if name.reversed().starts(with: Self.metadataEnd.utf8.reversed()) {
            metadataItems.insert(Array(name.dropLast(Self.metadataEnd.utf8.count)))
        }
        if name.reversed().starts(with: Self.listEnd.utf8.reversed()) {
            listedItems.insert(Array(name.dropLast(Self.listEnd.utf8.count)))
        }
    }

    /// Whether the names added make the folder a bundle.
    func makeBundle(withPDF hasPDF: Bool) -> Bool {
        isMarked || halves.isSuperset(of: ["dublin_core.xml", "contents"])
            || halves.isSuperset(of: ["manifest.json", "metadata.json"])
            || !metadataItems.isDisjoint(with: listedItems) || (hasHOCR && !hasPDF)
    }

    /// Whether there is metadata as Yiana writes it, of which nothing can be told without what else there is.
    var hasMetadata: Bool { halves.contains("metadata.json") }
    var hasFormat: Bool { halves.contains("format.json") }

    private static func contains(_ name: [UInt8], _ part: [UInt8]) -> Bool {
        name.indices.contains { name[$0...].starts(with: part) }
    }

    /// Whether the folder at `path` is a bundle. Throws ``DocSearchError`` when its names cannot be read.
    static func makeBundle(at path: String) throws -> Bool {
        try DirectoryListing(path: path, isSorted: false).isBundle
    }
}
