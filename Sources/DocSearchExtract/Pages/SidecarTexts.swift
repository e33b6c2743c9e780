import BundleReading
import ExtractionProtocol
import TextNormalization

struct SidecarTexts {
    let problems: [BundleError]
    /// Why text may be missing that was there before; no fault in itself.
    let warning: String?
    let hasOpenEnd: Bool?
    var labels: [String?] { text.labels }
    private let text: SidecarDocumentText
    private let normalizer: TextNormalizer

    /// `isWanted` is false where only the document's metadata is needed.
    init(of document: BundledDocument, in bundle: OpenedBundle, limits: ExtractionLimits, isWanted: Bool) {
        text = isWanted && document.hasText ? bundle.text(of: document) : SidecarDocumentText()
        (problems, warning) = (text.problems, text.warning)
        hasOpenEnd = text.hasOpenEnd ? true : nil
        normalizer = TextNormalizer(maximumBytes: limits.pageTextBytes)
    }

    /// Text divided only by form feeds belongs to the pages if their number is the same.
    func pages(pageCount: Int) -> [Int: SidecarPageText] {
        guard !text.isCounted || text.pages.count == pageCount else { return [:] }
        let pages = zip(1..., text.pages.prefix(pageCount)).compactMap { number, page in
            page.map { (number, SidecarPageText($0, normalizer)) }
        }
        return Dictionary(uniqueKeysWithValues: pages.filter { TextNormalizer.hasReadableText($0.1.text) })
    }

    func unpaged(pageCount: Int) -> String? {
        let isPaged = !text.isCounted || text.pages.count == pageCount
        let rest = (isPaged ? Array(text.pages.dropFirst(pageCount)) : text.pages).compactMap { $0?.text }
        let all = ([text.unpaged ?? ""] + rest).filter { !$0.isEmpty }.joined(separator: "\n\n")
        return all.isEmpty ? nil : normalizer.normalize(all).text
    }

    /// Empty pages in between keep their numbers.
    func recordPages() -> [SidecarPageText] {
        var pages = text.pages.map { SidecarPageText($0 ?? SidecarPage(text: ""), normalizer) }
        if let unpaged = text.unpaged { pages.append(SidecarPageText(SidecarPage(text: unpaged), normalizer)) }
        while pages.last?.text.isEmpty == true { pages.removeLast() }
        return pages
    }
}

struct SidecarPageText {
    let text: String
    let isTruncated: Bool
    let page: SidecarPage

    init(_ page: SidecarPage, _ normalizer: TextNormalizer) {
        let normalized = normalizer.normalize(page.text)
        text = normalized.text
        isTruncated = normalized.isTruncated
        self.page = page
    }

    /// Points for each pixel where only the bundle gives the page's size: a scan with 300 dots per inch is assumed.
    private static let assumedScale = 72.0 / 300

    /// `size` is the page's own, in points; nil without a page.
    func frame(entry: String, page number: Int, size: (width: Double, height: Double)? = nil) -> PageFrame {
        let scale = scale(size)
        let own = page.size.map { (width: $0.width * scale.x, height: $0.height * scale.y) }
        let (width, height) = size ?? own ?? (0, 0)
        return PageFrame(
            entry: entry, page: number, label: page.label, width: width, height: height, text: text, origin: .sidecar,
            verdict: .missing, confidence: page.confidence.map { min(1, max(0, $0)) }, words: words(scale),
            isTruncated: isTruncated)
    }

    private func words(_ scale: (x: Double, y: Double)) -> [PageWord] {
        page.words.map { word in
            PageWord(
                text: word.text,
                box: [word.left * scale.x, word.top * scale.y, word.width * scale.x, word.height * scale.y]
                    .map { min(1e6, max(-1e6, $0)).rounded(perUnit: 10) },
                confidence: (word.confidence ?? page.confidence ?? 1).rounded(perUnit: 100))
        }
    }

    private func scale(_ size: (width: Double, height: Double)?) -> (x: Double, y: Double) {
        if let size, let own = page.size, own.width > 0, own.height > 0, size.width > 0, size.height > 0 {
            return (size.width / own.width, size.height / own.height)
        }
        let unit = page.pointsPerUnit ?? Self.assumedScale
        return (unit, unit)
    }
}
