internal import ExtractionProtocol
internal import Markup

/// Reads PAGE-XML (`PcGts`), in any namespace, from correction tools: the text of a page with word boxes. If a line's
/// own text differs from that of its words, it takes precedence, because people correct lines.
enum PAGEReader {
    static func pages(_ bytes: [UInt8], limits: ExtractionLimits) throws -> [SidecarPage] {
        let root = try BundleMarkup.tree(bytes, limits: limits)
        guard root.name == "PcGts" else { throw BundleError(.unsupported, "it is not PAGE-XML") }
        return root.all("Page").map(page)
    }

    private static func page(_ element: MarkupElement) -> SidecarPage {
        var assembly = PageAssembly()
        for region in ordered(element) { add(region, to: &assembly) }
        let size = MarkupNumber.size(element["imageWidth"], element["imageHeight"])
        return assembly.finish(SidecarPage(text: "", size: size))
    }

    /// Regions with text, nested ones after their parents: those in the reading order first, then the others.
    private static func ordered(_ page: MarkupElement) -> [MarkupElement] {
        var regions: [MarkupElement] = []
        var open = Array(page.children.reversed())
        while let element = open.popLast() {
            if element.name == "TextRegion" { regions.append(element) }
            if element.name.hasSuffix("Region") { open += element.children.reversed() }
        }
        let positions = Dictionary(
            regions.enumerated().compactMap { position, region in region["id"].map { ($0, position) } }
        ) { first, _ in first }
        var isTaken: Set<Int> = []
        let listed = page.first("ReadingOrder").map(references) ?? []
        let first = listed.compactMap { positions[$0] }.filter { isTaken.insert($0).inserted }
        return (first + regions.indices.filter { !isTaken.contains($0) }).map { regions[$0] }
    }

    private static func references(in order: MarkupElement) -> [String] {
        var found: [String] = []
        var open = Array(order.children.reversed())
        while let element = open.popLast() {
            if let reference = element["regionRef"] { found.append(reference) }
            let numbers = element.children.map { $0["index"].flatMap { Int($0) } ?? .max }
            let sorted = zip(numbers, element.children).enumerated()
                .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element.1)
            open += sorted.reversed()
        }
        return found
    }

    private static func add(_ region: MarkupElement, to assembly: inout PageAssembly) {
        let lines = region.all("TextLine")
        let isTold = lines.contains { text(of: $0) != nil || $0.all("Word").contains { text(of: $0) != nil } }
        if isTold {
            for line in lines { add(line: line, to: &assembly) }
        } else if let text = text(of: region) {
            assembly.addWithoutBoxes(text)
        }
        assembly.endBlock()
    }

    private static func add(line: MarkupElement, to assembly: inout PageAssembly) {
        let words = line.all("Word").compactMap { word in text(of: word).map { ($0, word) } }
        let tokens = text(of: line)?.split(whereSeparator: \.isWhitespace).map(String.init)
        // Corrected words keep their boxes if their number is unchanged.
        let keepsBoxes = tokens.map { $0.count == words.count } ?? true
        if keepsBoxes {
            for (index, (written, word)) in words.enumerated() {
                assembly.add(
                    tokens?[index] ?? written, at: box(of: word),
                    confidence: MarkupNumber.confidence(best(of: word)?["conf"], of: 1))
                assembly.addBlank()
            }
        } else {
            for token in tokens ?? [] {
                assembly.add(token)
                assembly.addBlank()
            }
        }
        assembly.endLine()
    }

    private static func best(of element: MarkupElement) -> MarkupElement? {
        let readings = element.all("TextEquiv")
        return readings.enumerated().min {
            let (one, other) = ($0.element["index"].flatMap { Int($0) }, $1.element["index"].flatMap { Int($0) })
            return (one ?? .max, $0.offset) < (other ?? .max, $1.offset)
        }?.element
    }

    private static func text(of element: MarkupElement) -> String? {
        let reading = best(of: element)
        return (reading?.first("Unicode") ?? reading?.first("PlainText"))?.text.nonEmpty
    }

    private static func box(of element: MarkupElement) -> WordBox? {
        guard let coords = element.first("Coords") else { return nil }
        // Before 2013 each point was an element.
        let points = coords["points"].map { $0.split(whereSeparator: \.isWhitespace).map { $0.split(separator: ",") } }
        let corners: [(x: Double?, y: Double?)] =
            points?.map { (MarkupNumber.parse($0.first), $0.count > 1 ? MarkupNumber.parse($0[1]) : nil) }
            ?? coords.all("Point").map { (MarkupNumber.parse($0["x"]), MarkupNumber.parse($0["y"])) }
        let (across, down) = (corners.compactMap(\.x), corners.compactMap(\.y))
        guard across.count == corners.count, down.count == corners.count else { return nil }
        return WordBox(left: across.min(), top: down.min(), right: across.max(), bottom: down.max())
    }
}
