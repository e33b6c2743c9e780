internal import ExtractionProtocol
internal import Markup

/// Reads the Internet Archive's `_djvu.xml`, a book's words with boxes, and passes on each page at once.
final class DjVuXMLReader {
    private let consume: (SidecarPage) throws -> Void
    private var isRootSeen = false
    private var page: SidecarPage?
    private var assembly = PageAssembly()
    private var word: (text: String, box: WordBox?, confidence: Double?)?

    private init(consume: @escaping (SidecarPage) throws -> Void) { self.consume = consume }

    /// `page` receives each page in order, even without text; its error ends the reading.
    static func read(
        limits: ExtractionLimits, pieces: MarkupReader.Pieces, page: @escaping (SidecarPage) throws -> Void
    ) throws {
        let reader = DjVuXMLReader(consume: page)
        try BundleMarkup.read(limits: limits, pieces: pieces) { try reader.take($0) }
    }

    private func take(_ event: MarkupEvent) throws {
        switch event {
        case .start(let name, let attributes):
            if !isRootSeen, name.lowercased() != "djvuxml" {
                throw BundleError(.unsupported, "it is not the XML of a DjVu file")
            }
            isRootSeen = true
            try start(name, attributes)
        case .text(let text): word?.text += text
        case .end(let name): try end(name)
        }
    }

    private func start(_ name: String, _ attributes: MarkupAttributes) throws {
        switch name {
        case "OBJECT":
            try finishPage()
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

    private func end(_ name: String) throws {
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
        case "OBJECT": try finishPage()
        default: break
        }
    }

    /// `left,bottom,right,top`, sometimes with the base line. Vertical positions count from the top of the page.
    private static func box(_ coordinates: String?) -> WordBox? {
        let sides = (coordinates ?? "").split(separator: ",", maxSplits: 4).map { MarkupNumber.parse($0) }
        guard sides.count >= 4, let bottom = sides[1], let top = sides[3] else { return nil }
        return WordBox(left: sides[0], top: min(top, bottom), right: sides[2], bottom: max(top, bottom))
    }

    private func finishPage() throws {
        guard let page else { return }
        self.page = nil
        try consume(assembly.finish(page))
    }
}
