internal import ExtractionProtocol
internal import Markup

/// Reads the Internet Archive's `_djvu.xml`, a book's words with boxes.
struct DjVuXMLReader {
    private var pages: [SidecarPage] = []
    private var page: SidecarPage?
    private var assembly = PageAssembly()
    private var word: (text: String, box: WordBox?, confidence: Double?)?

    private init() {}

    static func pages(limits: ExtractionLimits, pieces: MarkupReader.Pieces) throws -> [SidecarPage] {
        var reader = DjVuXMLReader()
        try BundleMarkup.read(
            root: "djvuxml", unlike: "it is not the XML of a DjVu file", limits: limits, pieces: pieces
        ) { reader.take($0) }
        return reader.pages
    }

    private mutating func take(_ event: MarkupEvent) {
        switch event {
        case .start(let name, let attributes): start(name, attributes)
        case .text(let text): word?.text += text
        case .end(let name): end(name)
        }
    }

    private mutating func start(_ name: String, _ attributes: MarkupAttributes) {
        switch name {
        case "OBJECT":
            finishPage()
            page = SidecarPage(text: "", size: MarkupNumber.size(attributes["width"], attributes["height"]))
        case "PARAM":
            guard attributes["name"]?.uppercased() == "DPI", let dots = MarkupNumber.parse(attributes["value"]),
                dots >= 10, dots <= 10_000
            else { break }
            page?.pointsPerUnit = 72 / dots
        case "WORD":
            word = ("", Self.box(attributes["coords"]), MarkupNumber.confidence(attributes["x-confidence"], of: 100))
        default: break
        }
    }

    private mutating func end(_ name: String) {
        switch name {
        case "WORD":
            guard let word else { break }
            self.word = nil
            for part in word.text.split(whereSeparator: \.isWhitespace) {
                assembly.add(String(part), at: word.box, confidence: word.confidence)
                assembly.addBlank()
            }
        case "LINE": assembly.endLine()
        case "PARAGRAPH", "REGION", "PAGECOLUMN": assembly.endBlock()
        case "OBJECT": finishPage()
        default: break
        }
    }

    /// `left,bottom,right,top`, sometimes with the base line. Vertical positions count from the top of the page.
    private static func box(_ coordinates: String?) -> WordBox? {
        let sides = (coordinates ?? "").split(separator: ",", maxSplits: 4).map { MarkupNumber.parse($0) }
        guard sides.count >= 4, let bottom = sides[1], let top = sides[3] else { return nil }
        return WordBox(left: sides[0], top: min(top, bottom), right: sides[2], bottom: max(top, bottom))
    }

    private mutating func finishPage() {
        guard let page else { return }
        self.page = nil
        pages.append(assembly.finish(page))
    }
}
