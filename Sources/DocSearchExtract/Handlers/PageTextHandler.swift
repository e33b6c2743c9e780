import BundleReading
import ExtractionProtocol
import PageReading
import PageVerdict
import TextNormalization

struct PageTextHandler {
    let request: ReadBundleRequest
    let channel: Channel
    let examination: LayerExamination
    let sidecar: [Int: SidecarPageText]
    /// From the first page; none where the bundle counts other pages.
    let labels: [String?]

    func send(_ page: PDFPage, _ address: PageAddress, isLayerKnown: Bool) throws {
        let isLayerGood = try !isLayerKnown && sendLayer(page, address)
        guard !isLayerGood, let own = sidecar[address.page] else { return }
        var frame = own.frame(entry: address.entry, page: address.page, size: (page.width, page.height))
        frame.label = label(of: page, address.page)
        frame.language = TextLanguage.identify(frame.text)
        let judgement = examination.judge(own.text, words: frame.words, of: page)
        (frame.verdict, frame.layer, frame.reasons) = (judgement.verdict, .earlierOCR, judgement.reasons)
        try channel.send(.page(frame))
    }

    private func label(of page: PDFPage, _ number: Int) -> String? {
        let stated = number <= labels.count ? labels[number - 1] : nil
        return stated ?? sidecar[number]?.page.label ?? page.label
    }

    private func sendLayer(_ page: PDFPage, _ address: PageAddress) throws -> Bool {
        var (judgement, text, shape) = examination.examine(page, drawing: request.drawsPages)
        let warnings = HeardWarnings.take()
        let missing = warnings.missing
        if address.page == 1, let form = try page.document.formText(onPageWith: text) {
            (text, shape) = (form, TextShape(of: form))
            (judgement.verdict, judgement.kind, judgement.reasons) = (.good, .bornDigital, [])
        }
        let concealing = missing.first(where: \.concealsText)
        if let lack = concealing ?? (judgement.verdict == .blank ? missing.first : nil) {
            if judgement.verdict == .blank { judgement.verdict = .missing }
            judgement.reasons = [PageFrame.missingResource]
            try channel.report(PageReadingError(.environment, lack.reason), of: address, in: .textLayer)
        }
        let layer = TextNormalizer(maximumBytes: request.limits.pageTextBytes).normalize(text)
        let isReadable = TextNormalizer.hasReadableText(layer.text)
        try channel.send(
            .page(
                PageFrame(
                    entry: address.entry, page: address.page, label: label(of: page, address.page),
                    width: page.width, height: page.height, text: isReadable ? layer.text : "",
                    language: isReadable ? TextLanguage.identify(layer.text, shape) : nil, origin: .textLayer,
                    verdict: judgement.verdict, layer: judgement.kind,
                    reasons: judgement.reasons + warnings.reasons(isEmpty: !isReadable, lacks: concealing != nil),
                    isTruncated: layer.isTruncated)
            ))
        if layer.isTruncated {
            let reason =
                "the page has more bytes of text than allowed; the limit is \(request.limits.pageTextBytes) "
                + "(pageTextBytes); the rest was left out"
            try channel.report(BundleError(.limit, reason), of: address, in: .textLayer)
        }
        return judgement.verdict == .good
    }
}

extension HeardWarnings {
    /// A repair failed if the page is empty. Fonts that poppler lacks tables for are reported otherwise, and the page
    /// is read anew with the tables.
    func reasons(isEmpty: Bool, lacks tables: Bool = false) -> [String] {
        if tables { return [] }
        if let words = damage ?? (isEmpty ? repair : nil) { return [DamageReason.of(words)] }
        return repair.map { [DamageReason.ofRepair($0)] } ?? []
    }
}
