/// Names of folders that say how files are stored, and not what they are about: `images`, `tiffs 300dpi`, `001`.
enum FolderName {
    static func isStructural(_ name: String) -> Bool {
        let small = name.lowercased()
        if small.hasPrefix("ocr-d-") || small.filter(\.isLetter) == "mets" { return true }
        let words = words(of: small)
        let measured = words.contains { measures.contains($0) }
        func isIn(_ list: Set<Substring>, _ word: Substring) -> Bool {
            list.contains(word) || word.last == "s" && list.contains(word.dropLast())
        }
        // Two kinds of pictures tell one folder from another.
        guard words.count(where: { isIn(pictures, $0) }) <= 1 else { return false }
        let areStored = words.allSatisfy { word in
            // Four digits may be a year.
            if word.first?.isNumber == true { return word.utf8.count <= (measured ? 4 : 3) }
            return measures.contains(word) || isIn(stored, word) || isIn(pictures, word)
                || versions.contains(word) && words.count > 1
        }
        return areStored && !words.isEmpty
    }

    /// Letters and digits apart: `300dpi`, `rep1`.
    private static func words(of name: String) -> [Substring] {
        name.split { !$0.isLetter && !$0.isNumber }.flatMap { part -> [Substring] in
            let letters = part.drop(while: \.isNumber)
            let digits = letters.drop(while: \.isLetter)
            return [part[..<letters.startIndex], letters[..<digits.startIndex], digits].filter { !$0.isEmpty }
        }
    }

    private static func list(_ words: String) -> Set<Substring> {
        Set(words.split(whereSeparator: \.isWhitespace))
    }

    private static let measures = list("dpi ppi px bit kb mb")
    /// With a number only.
    private static let versions = list("v rep r")
    /// Formats, copies and their purposes, parts of packages.
    private static let stored = list(
        """
        tif tiff jpg jpeg jpe jp2 jp j2k jpx png gif bmp webp heic raw dng pdf djvu alto hocr ocr xml txt text fulltext
        master original orig access preservation archival derivative derivate presentation representation service
        facsimile default copy copies max min full web screen thumb thumbnail preview size res resolution hires lowres
        highres high low small medium large colour color gray grey grayscale greyscale bitonal bw
        bin data content object file media payload bitstream manifest meta metadata message
        submission submissiondocumentation dip aip sip
        """)
    private static let pictures = list(
        """
        image img picture pic photo page scan bild bilder seite seiten foto digitalisat digitalisate daten dateien
        imagen imagenes imágenes immagini immagine pagine pagina página páginas afbeeldingen
        """)
}
