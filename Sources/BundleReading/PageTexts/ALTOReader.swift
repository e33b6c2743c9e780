internal import ExtractionProtocol
internal import Markup

/// Reads ALTO, versions 1 to 4, in any namespace: the text of a page with word boxes.
struct ALTOReader {
    private var pages: [SidecarPage] = []
    private var pointsPerUnit: Double?
    private var unit: String?
    private var page: SidecarPage?
    private var assembly = PageAssembly()
    private var line: [LineItem] = []
    /// The page's last word is complete, including the part with which the next line begins.
    private var isSecondPartTold = false

    private enum LineItem {
        case word(text: String, box: WordBox?, confidence: Double?, part: Part)
        case blank
        case hyphen(String)
    }

    private enum Part {
        case whole
        /// The first part of a divided word, with the undivided word.
        case first
        case second
    }

    private init() {}

    static func pages(limits: ExtractionLimits, pieces: MarkupReader.Pieces) throws -> [SidecarPage] {
        var reader = ALTOReader()
        try BundleMarkup.read(root: "alto", unlike: "it is not ALTO", limits: limits, pieces: pieces) {
            reader.take($0)
        }
        // The unit may come after the pages.
        for index in reader.pages.indices { reader.pages[index].pointsPerUnit = reader.pointsPerUnit }
        return reader.pages
    }

    private mutating func take(_ event: MarkupEvent) {
        switch event {
        case .start(let name, let attributes): start(name, attributes)
        case .text(let text):
            if let unit, unit.utf8.count < 40 { self.unit = unit + text }
        case .end(let name): end(name)
        }
    }

    private mutating func start(_ name: String, _ attributes: MarkupAttributes) {
        switch name {
        case "MeasurementUnit": unit = ""
        case "Page":
            finishPage()
            page = SidecarPage(
                text: "", size: MarkupNumber.size(attributes["WIDTH"], attributes["HEIGHT"]),
                label: attributes["PRINTED_IMG_NR"]?.nonEmpty,
                confidence: MarkupNumber.confidence(attributes["PC"], of: 1))
        case "String": line.append(word(attributes))
        case "SP": line.append(.blank)
        case "HYP": line.append(.hyphen(attributes["CONTENT"] ?? "-"))
        default: break
        }
    }

    private mutating func end(_ name: String) {
        switch name {
        case "MeasurementUnit":
            // A tenth of a millimetre, or 1/1200 inch.
            let name = unit?.lowercased().filter { !$0.isWhitespace } ?? ""
            pointsPerUnit = ["mm10": 72 / 254, "inch1200": 72 / 1200][name]
            unit = nil
        case "TextLine": finishLine()
        case "TextBlock", "ComposedBlock":
            finishLine()
            assembly.endBlock()
        case "Page": finishPage()
        default: break
        }
    }

    private func word(_ attributes: MarkupAttributes) -> LineItem {
        let left = MarkupNumber.parse(attributes["HPOS"])
        let top = MarkupNumber.parse(attributes["VPOS"])
        let width = MarkupNumber.parse(attributes["WIDTH"])
        let height = MarkupNumber.parse(attributes["HEIGHT"])
        let box = WordBox(left: left, top: top, right: sum(left, width), bottom: sum(top, height))
        var text = attributes["CONTENT"] ?? ""
        var part = Part.whole
        switch attributes["SUBS_TYPE"] {
        case "HypPart1":
            if let whole = attributes["SUBS_CONTENT"]?.nonEmpty { (text, part) = (whole, .first) }
        case "HypPart2": part = .second
        // An abbreviation is searched for as printed.
        default: break
        }
        return .word(
            text: text.split(whereSeparator: \.isWhitespace).joined(separator: " "), box: box,
            confidence: MarkupNumber.confidence(attributes["WC"], of: 1), part: part)
    }

    private func sum(_ one: Double?, _ other: Double?) -> Double? {
        guard let one, let other else { return nil }
        return one + other
    }

    private mutating func finishLine() {
        defer { line = [] }
        guard !line.isEmpty else { return }
        // Some programs omit the spaces between words.
        let hasBlanks = line.contains { if case .blank = $0 { true } else { false } }
        for item in line {
            switch item {
            case .blank: assembly.addBlank()
            case .word(let text, let box, let confidence, let part):
                if part == .second, isSecondPartTold {
                    isSecondPartTold = false
                    continue
                }
                assembly.add(text, at: box, confidence: confidence)
                isSecondPartTold = part == .first
                if !hasBlanks { assembly.addBlank() }
            case .hyphen(let text):
                if !isSecondPartTold { assembly.addHyphen(text) }
            }
        }
        assembly.endLine()
    }

    private mutating func finishPage() {
        finishLine()
        guard let page else { return }
        pages.append(assembly.finish(page))
        self.page = nil
    }
}
