/// Images that may be pictures of a PDF's pages and not documents: `x.pdf` covers `x.tif`, `x-1.tif` and `x_0001.jpg`,
/// up to its number of pages.
package struct PagePictures {
    private let stems: Set<[UInt8]>

    package init(ofDocuments documents: some Sequence<ArraySlice<UInt8>>) {
        stems = Set(documents.map { Array(Self.stem($0)) })
    }

    package struct Owner {
        package let stem: [UInt8]
        /// The PDF has at least as many pages if the image belongs to it.
        package let number: Int
    }

    package func contain(_ name: ArraySlice<UInt8>) -> Bool { !owners(of: name).isEmpty }

    /// The rest of the image's name must contain a number and must not begin with a letter.
    package func owners(of name: ArraySlice<UInt8>) -> [Owner] {
        guard !stems.isEmpty else { return [] }
        let stem = Self.stem(name)
        return (1...max(1, stem.count)).compactMap { count in
            let rest = stem.dropFirst(count)
            guard !Self.beginsWithLetter(rest), let number = Self.number(in: rest) else { return nil }
            let own = Array(stem.prefix(count))
            return stems.contains(own) ? Owner(stem: own, number: number) : nil
        }
    }

    private static func number(in rest: ArraySlice<UInt8>) -> Int? {
        if rest.isEmpty { return 1 }
        let isDigit: (UInt8) -> Bool = { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        return rest.split { !isDigit($0) }.map { digits in
            // No PDF has as many pages.
            digits.count > 9 ? Int(Int32.max) : digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        }.max()
    }

    private static func stem(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        name[..<(name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex)]
    }

    private static func beginsWithLetter(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first else { return false }
        if first < 0x80 { return UInt8(ascii: "a")...UInt8(ascii: "z") ~= first | 0x20 }
        // Inside a character, or at the start of one.
        guard first >= 0xC0 else { return true }
        let text = String(decoding: bytes.prefix(4), as: UTF8.self)
        return text.unicodeScalars.first?.properties.isAlphabetic ?? false
    }
}
