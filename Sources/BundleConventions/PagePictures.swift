/// Tells which images are pictures of a PDF's pages and no documents: `x.pdf` covers `x.tif`, `x-1.tif`, `x_0001.jpg`.
package struct PagePictures {
    private let stems: Set<[UInt8]>

    /// - Parameter documents: The PDFs' names, or paths.
    package init(ofDocuments documents: some Sequence<ArraySlice<UInt8>>) {
        stems = Set(documents.map { Array(Self.stem($0)) })
    }

    /// Whether the image of this name, or path, belongs to one of the PDFs.
    package func contain(_ name: ArraySlice<UInt8>) -> Bool {
        guard !stems.isEmpty else { return false }
        let stem = Self.stem(name)
        return (1...max(1, stem.count)).contains { count in
            !Self.beginsWithLetter(stem.dropFirst(count)) && stems.contains(Array(stem.prefix(count)))
        }
    }

    private static func stem(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        name[..<(name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex)]
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
