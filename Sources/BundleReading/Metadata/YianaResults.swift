internal import ExtractionProtocol

/// Yiana's recognition results beside documents: the text of each page, with word boxes where known.
enum YianaResults {
    static func pages(_ bytes: [UInt8], limits: ExtractionLimits) throws -> [SidecarPage?] {
        guard let values = try ParsedJSON(parsing: bytes)["pages"]?.array
        else { throw BundleError(.damaged, "it has no list of pages") }
        var pages: [SidecarPage?] = []
        for value in values {
            guard let number = value["pageNumber"]?.count, (1...max(1, limits.pages)).contains(number),
                case .string(let text)? = value["text"]
            else { continue }
            if number > pages.count { pages += repeatElement(nil, count: number - pages.count) }
            pages[number - 1] = SidecarPage(
                text: text, words: words(value["textBlocks"]), size: (1, 1),
                confidence: value["confidence"].flatMap(share))
        }
        return pages
    }

    /// Boxes are shares of the page, from its top left corner.
    private static func words(_ blocks: ParsedJSON?) -> [BoxedWord] {
        let lines = (blocks?.array ?? []).flatMap { $0["lines"]?.array ?? [] }
        return lines.flatMap { $0["words"]?.array ?? [] }.compactMap(word)
    }

    private static func word(_ json: ParsedJSON) -> BoxedWord? {
        guard let text = json["text"]?.text, let box = json["boundingBox"],
            let left = box["x"].flatMap(share), let top = box["y"].flatMap(share),
            let width = box["width"].flatMap(share), let height = box["height"].flatMap(share)
        else { return nil }
        return BoxedWord(
            text: text, left: left, top: top, width: width, height: height,
            confidence: json["confidence"].flatMap(share))
    }

    private static func share(_ json: ParsedJSON) -> Double? {
        let number: Double? =
            switch json {
            case .integer(let value): Double(value)
            case .number(let value): value
            default: nil
            }
        return number.flatMap { (0...1).contains($0) ? $0 : nil }
    }
}
