internal import ExtractionProtocol
internal import Markup

struct HOCRDocument: Sendable, Equatable {
    var pages: [HOCRPage] = []
    var title: String?
    var languages: [String] = []
    /// Dublin Core in `meta` elements, by lower-case name after the prefix: `creator`, `date.issued`.
    var dublinCore: [String: [String]] = [:]
    var flaw: String?
    /// It lacks its end tags, as HTML may.
    var hasOpenEnd = false
}

struct HOCRPage: Sendable, Equatable {
    var page: SidecarPage
    var image: String?
    /// The page's number in the image file or the book, from 0.
    var number: Int?
}

/// Reads hOCR: HTML, not always well-formed XML, whose classes mark pages, lines and words.
struct HOCRReader {
    private var document = HOCRDocument()
    private var page: HOCRPage?
    /// The page's top left corner, to which its word boxes are relative.
    private var origin = (left: 0.0, top: 0.0)
    private var assembly = PageAssembly()
    private var open: [Kind] = []
    private var word: (text: String, box: WordBox?, confidence: Double?)?
    /// The word is divided into characters. White space between those is layout of the file, not of the page.
    private var isSpelledAlike = false
    private var lineHasWords = false
    /// The text of a line without words, or of a page without lines.
    private var unmarked = ""
    private var headTitle: String?

    private enum Kind { case page, block, line, word, character, title, paragraph, meta, other }

    private init() {}

    static func document(_ bytes: [UInt8], limits: ExtractionLimits) throws -> HOCRDocument {
        try document(limits: limits, pieces: bytes.withUnsafeBytes)
    }

    /// The same for bytes that do not fit in memory. `pieces` is called again when they are not XML, and may throw.
    static func document(limits: ExtractionLimits, pieces: MarkupReader.Pieces) throws -> HOCRDocument {
        var document: HOCRDocument
        do {
            document = try read(pieces, as: .xml, limits: limits)
        } catch let error as BundleError where error.code == .damaged || error.code == .limit {
            // Read as XML, elements whose HTML end tags are optional nest without limit.
            var wholeness = MarkupWholeness()
            document = try read(
                { take in
                    try pieces { piece in
                        wholeness.add(piece)
                        try take(piece)
                    }
                }, as: .html, limits: limits)
            document.flaw = document.pages.isEmpty && !wholeness.mentionsHOCR ? nil : wholeness.flaw
            document.hasOpenEnd = wholeness.hasOpenEnd
        }
        guard !document.pages.isEmpty else {
            throw document.flaw.map { BundleError(.damaged, $0) } ?? BundleError(.unsupported, "it is not hOCR")
        }
        return document
    }

    private static func read(
        _ pieces: MarkupReader.Pieces, as language: MarkupReader.Language, limits: ExtractionLimits
    ) throws -> HOCRDocument {
        var reader = HOCRReader()
        try BundleMarkup.read(as: language, limits: limits, pieces: pieces) { reader.take($0) }
        reader.finishPage()
        return reader.document
    }

    private mutating func take(_ event: MarkupEvent) {
        switch event {
        case .start(let name, let attributes):
            let kind = Self.kind(name.lowercased(), attributes)
            open.append(kind)
            start(kind, attributes)
        case .text(let text):
            if headTitle != nil, open.last == .title {
                headTitle? += text
            } else if word != nil {
                word?.text += text
            } else if page != nil {
                unmarked += text
            }
        case .end:
            if let kind = open.popLast() { end(kind) }
        }
    }

    private static func kind(_ name: String, _ attributes: MarkupAttributes) -> Kind {
        for type in (attributes["class"] ?? "").split(whereSeparator: \.isWhitespace) {
            switch type {
            case "ocr_page", "ocrx_page": return .page
            case "ocr_carea", "ocr_par", "ocrx_block": return .block
            case "ocr_line", "ocrx_line", "ocr_header", "ocr_footer", "ocr_caption", "ocr_textfloat": return .line
            case "ocrx_word", "ocr_word": return .word
            case "ocrx_cinfo": return .character
            default: break
            }
        }
        switch name {
        case "title": return .title
        case "meta": return .meta
        case "p", "div", "br", "li", "td", "tr", "pre", "h1", "h2", "h3", "h4", "h5", "h6": return .paragraph
        default: return .other
        }
    }

    private mutating func start(_ kind: Kind, _ attributes: MarkupAttributes) {
        switch kind {
        case .page:
            finishPage()
            begin(HOCRProperties(attributes["title"]))
        case .block, .paragraph: flushUnmarked()
        case .line:
            flushUnmarked()
            assembly.endLine()
            lineHasWords = false
        case .word:
            guard page != nil, word == nil else { break }
            noteDivision()
            let properties = HOCRProperties(attributes["title"])
            let box = properties.box(from: origin)
            word = ("", box, MarkupNumber.confidence(properties.texts["x_wconf"], of: 100))
            isSpelledAlike = false
        case .character: isSpelledAlike = true
        case .title:
            if document.title == nil, page == nil { headTitle = "" }
        case .meta: describe(attributes)
        case .other: break
        }
    }

    private mutating func end(_ kind: Kind) {
        switch kind {
        case .page: finishPage()
        case .block:
            flushUnmarked()
            lineHasWords = false
            assembly.endBlock()
        case .line, .paragraph:
            flushUnmarked()
            lineHasWords = false
            assembly.endLine()
        case .word: finishWord()
        case .title:
            document.title = document.title ?? headTitle.flatMap(Self.collapsed)
            headTitle = nil
        case .character, .meta, .other: break
        }
    }

    private mutating func begin(_ properties: HOCRProperties) {
        var sidecar = SidecarPage(text: "")
        origin = (0, 0)
        if let box = properties.box(from: origin) {
            origin = (box.left, box.top)
            sidecar.size = MarkupNumber.size(box.right - box.left, box.bottom - box.top)
        }
        if let resolution = properties.numbers("scan_res").first ?? nil, resolution >= 10, resolution <= 10_000 {
            sidecar.pointsPerUnit = 72 / resolution
        }
        let number = (properties.numbers("ppageno").first ?? nil).flatMap { Int(exactly: $0) }
        page = HOCRPage(
            page: sidecar, image: properties.texts["image"]?.nonEmpty, number: number.flatMap { $0 >= 0 ? $0 : nil })
    }

    private mutating func finishWord() {
        guard let word else { return }
        self.word = nil
        let found = isSpelledAlike ? word.text.filter { !$0.isWhitespace } : word.text
        guard let text = Self.collapsed(found) else { return }
        assembly.add(text, at: word.box, confidence: word.confidence)
        assembly.addBlank()
        lineHasWords = true
        unmarked = ""
    }

    /// Some programs write the hyphen of a divided word after the word.
    private mutating func noteDivision() {
        guard lineHasWords, unmarked.unicodeScalars.first(where: { !$0.properties.isWhitespace }) == "\u{AD}"
        else { return }
        assembly.addSoftHyphen()
        unmarked = ""
    }

    /// Uses unmarked words unless marked ones say the same.
    private mutating func flushUnmarked() {
        noteDivision()
        if !lineHasWords { assembly.addWithoutBoxes(unmarked) }
        unmarked = ""
    }

    private mutating func finishPage() {
        guard var page else { return }
        finishWord()
        flushUnmarked()
        lineHasWords = false
        page.page = assembly.finish(page.page)
        document.pages.append(page)
        self.page = nil
    }

    private mutating func describe(_ attributes: MarkupAttributes) {
        guard let name = attributes["name"]?.lowercased(), let content = attributes["content"] else { return }
        if name == "ocr-langs" {
            document.languages = content.split { $0.isWhitespace || ",+;".contains($0) }.map(String.init)
        }
        for prefix in ["dc.", "dcterms.", "dc:", "dcterms:"] where name.hasPrefix(prefix) {
            guard let value = Self.collapsed(content) else { return }
            document.dublinCore[String(name.dropFirst(prefix.count)), default: []].append(value)
        }
    }

    private static func collapsed(_ text: String) -> String? {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ").nonEmpty
    }
}
