/// Tells which images of a folder are pictures of a PDF's pages: `x.pdf` covers `x.tif`, `x-1.tif` and `x_0001.jpg`.
/// They are in the PDF, and no bundles of their own.
struct PagePictures {
    private var documents: Set<[UInt8]> = []

    init(_ listing: DirectoryListing) {
        guard listing.kinds.contains([KindSet(.pdf), KindSet(.image)]) else { return }
        for index in listing.indices where listing.kind(index) == .pdf {
            documents.insert(Self.base(listing.bytes(index)))
        }
    }

    /// Whether the image of this name belongs to one of the PDFs.
    func contain(_ name: ArraySlice<UInt8>) -> Bool {
        guard !documents.isEmpty else { return false }
        let base = Self.base(name)
        return (1...max(1, base.count)).contains { count in
            let rest = base.dropFirst(count)
            return !Self.beginsWithLetter(rest) && documents.contains(Array(base.prefix(count)))
        }
    }

    private static func base(_ name: ArraySlice<UInt8>) -> [UInt8] {
        Array(name[..<(name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex)])
    }

    private static func beginsWithLetter(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first else { return false }
        if first < 0x80 { return UInt8(ascii: "a")...UInt8(ascii: "z") ~= first | 0x20 }
        // In the middle of a character, or at one.
        guard first >= 0xC0 else { return true }
        let text = String(decoding: bytes.prefix(4), as: UTF8.self)
        return text.unicodeScalars.first?.properties.isAlphabetic ?? false
    }
}
