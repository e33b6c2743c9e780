/// The text of a page in formats for other programs. It uses no C library and reads no file.
public struct PageExport: Sendable, Hashable {
    /// The page with its words, see ``ArchivePages/page(_:of:)``.
    public var page: PageText
    /// The page's size in points; nil when unknown.
    public var size: PageText.Size?
    /// The document's title.
    public var title: String
    /// The address or name of the page's image.
    public var imageName: String
    /// An ISO 639 code of the document's language, if known.
    public var language: String?
    /// Pixels of the boxes, as whole numbers, for each point: IIIF canvases have four.
    public var scale = 4.0

    /// A page of a document.
    public init(_ page: PageText, title: String, imageName: String, language: String? = nil) {
        (self.page, self.title, self.imageName, self.language) = (page, title, imageName, language)
        size = page.size
    }

    /// The text with a final line feed.
    public func plainText() -> String { page.text.isEmpty ? "" : page.text + "\n" }

    func blocks() -> [Block] {
        let words = page.words.filter(\.isIndexed).map { ($0, 0..<0) }
        let lines = LineBox.lines(of: words).map { line in
            Line(box: line.box, words: line.words.map { Word($0.box, $0.word) })
        }
        guard !lines.isEmpty else { return blocksWithoutBoxes() }
        var blocks: [Block] = []
        for line in lines {
            if let own = line.box, let above = blocks.last?.lines.last?.box, above.isNear(own, times: 1.2) {
                blocks[blocks.count - 1].lines.append(line)
            } else {
                blocks.append(Block(lines: [line]))
            }
        }
        return blocks
    }

    struct Line {
        var box: PageBox?
        var words: [Word]
    }

    struct Word {
        var box: PageBox?
        var text: String
        var confidence: Double?
        var isCorrected = false
    }

    struct Block {
        var lines: [Line]

        var box: PageBox? { PageBox.around(lines.compactMap(\.box)) }
    }

    private func blocksWithoutBoxes() -> [Block] {
        let lines = page.text.split(separator: "\n").map { line in
            Line(box: nil, words: line.split(separator: " ").map { Word(text: String($0)) })
        }
        return lines.isEmpty ? [] : [Block(lines: lines)]
    }

    var pixels: (width: Int, height: Int) {
        if let size { return (pixel(size.width), pixel(size.height)) }
        let boxes = page.words.compactMap { PageBox($0.box) }
        return (pixel(boxes.map(\.right).max() ?? 0), pixel(boxes.map(\.bottom).max() ?? 0))
    }

    func pixel(_ points: Double) -> Int { Int(max(-1e9, min(1e9, (points * scale).rounded()))) }

    /// In whole pixels, limited to the page.
    func edges(_ box: PageBox) -> (left: Int, top: Int, right: Int, bottom: Int) {
        let (width, height) = pixels
        func pixel(_ points: Double, _ most: Int) -> Int { max(0, min(most, self.pixel(points))) }
        return (pixel(box.left, width), pixel(box.top, height), pixel(box.right, width), pixel(box.bottom, height))
    }

    /// Characters that XML forbids are replaced (XML 1.0, 2.2).
    static func xml(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result.append(contentsOf: "&amp;".unicodeScalars)
            case "<": result.append(contentsOf: "&lt;".unicodeScalars)
            case ">": result.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
            case "'": result.append(contentsOf: "&#39;".unicodeScalars)
            case "\t", "\n": result.append(" ")
            case "\u{0}"..<"\u{20}", "\u{7F}"..<"\u{A0}", "\u{FFFE}", "\u{FFFF}": result.append("\u{FFFD}")
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    var languageCode: String? {
        guard let language, (2...35).contains(language.utf8.count),
            language.utf8.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x2D })
        else { return nil }
        return language
    }
}

extension PageExport.Word {
    fileprivate init(_ box: PageBox, _ word: PageText.Word) {
        self.init(box: box, text: word.text, confidence: word.confidence, isCorrected: word.isCorrected)
    }
}
