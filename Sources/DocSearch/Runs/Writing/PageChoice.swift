import ExtractionProtocol

/// Chooses the text of each page that is indexed (decision 0012). A pure function of the content of `pages.sqlite`.
struct PageChoice: Sendable {
    var ocr: IndexingOptions.OCR
    /// How pages are read first.
    var recognition: TextSource
    var others = OtherLanguages()

    /// `known` are rows of the document's content, oldest first within a page.
    func pages(count: Int, known: [PageTextRow], sidecar: TextSource?) -> [IndexedPage] {
        let byPage = Dictionary(grouping: known.filter { isUsable($0, sidecar) }, by: \.page)
        var result = count > 0 ? (1...count).map { page($0, byPage[$0] ?? []) } : []
        // Text without pages helps to find the document while its pages lack their own.
        let isIncomplete = count == 0 || result.contains { $0.textID == nil && ($0.verdict != .blank || $0.hasInk) }
        if isIncomplete, let unpaged = byPage[0]?.last {
            let page = IndexedPage(
                number: 0, verdict: .good, origin: unpaged.source.origin, language: unpaged.language,
                textID: unpaged.id, needsRecognition: false)
            result.insert(page, at: 0)
        }
        return result
    }

    /// A sidecar belongs to one bundle. Another bundle with the same PDF has its own or none.
    private func isUsable(_ row: PageTextRow, _ sidecar: TextSource?) -> Bool {
        row.source.origin != .sidecar || row.source == sidecar
    }

    private func page(_ number: Int, _ rows: [PageTextRow]) -> IndexedPage {
        let newest = rows.last { $0.source.origin == .textLayer }
        // The same text with a better verdict.
        let layer = rows.last { $0.source == newest?.source.withImage } ?? newest
        let sidecar = rows.last { $0.source.origin == .sidecar && $0.hasText }
        let recognition = recognition(rows)
        let first = recognition.text
        let recognized = SecondText.better(among: rows, than: first)

        var (verdict, reasons) = (layer?.verdict ?? .missing, layer?.reasons ?? [])
        if verdict == .missing, let recognized, recognized.verdict == .blank {
            (verdict, reasons) = (.blank, recognized.reasons)
        }
        let confirmation = layer?.hasText == true ? first?.confirmation(of: verdict, reasons) : nil
        if let reason = confirmation {
            (verdict, reasons) = (.good, [reason] + reasons.filter { DamageReason.complaint(in: $0) != nil })
        }
        let preferred = rows.last { $0.isPreferred && $0.hasText }
        let order = preference(
            verdict, layer: layer, sidecar: sidecar, recognized: recognized, hasInk: Self.hasInk(reasons),
            isConfirmed: confirmation != nil)
        let chosen = preferred ?? order.compactMap { $0 }.first(where: \.hasText)
        reasons += (recognized?.reasons ?? []).filter { DamageReason.words(in: $0) != nil && !reasons.contains($0) }
        if let first, chosen?.id == first.id, let need = recognition.need { reasons.append(LanguageReason.of(need)) }
        let asks = ocr == .always || verdict.asksForRecognition && sidecar?.verdict != .good
        return IndexedPage(
            number: number, label: layer?.label ?? sidecar?.label, verdict: verdict, layer: layer?.layer,
            reasons: reasons, origin: chosen?.source.origin, confidence: chosen?.confidence, language: chosen?.language,
            textID: chosen?.id, needsRecognition: asks && recognition.next != nil && preferred == nil)
    }

    private func preference(
        _ verdict: TextLayerVerdict, layer: PageTextRow?, sidecar: PageTextRow?, recognized: PageTextRow?, hasInk: Bool,
        isConfirmed: Bool
    ) -> [PageTextRow?] {
        if ocr == .always { return [recognized, layer, sidecar] }
        // A bundle's own text is judged like a layer: a good one is enough.
        let (trusted, doubtful) = sidecar?.verdict == .good ? (sidecar, nil) : (nil, sidecar)
        let isReadable = (recognized?.confidence ?? 0) >= Self.readable
        switch verdict {
        // Somebody may have transcribed what neither layer nor recognition has.
        case .good: return isConfirmed ? [trusted, layer] : [layer]
        // Hidden words on a blank page are a mistake, but a transcript of a handwritten page is not.
        case .blank: return hasInk ? [trusted, doubtful] : [trusted]
        case .missing:
            // Recognition makes scraps of handwriting that somebody has transcribed in part.
            let least = doubtful?.verdict == .partial ? Self.clear : Self.readable
            return (recognized?.confidence ?? 0) >= least
                ? [trusted, recognized, doubtful, layer] : [trusted, doubtful, recognized, layer]
        case .garbled:
            return isReadable ? [trusted, recognized, doubtful, layer] : [trusted, doubtful, layer, recognized]
        case .partial:
            // The image shows more than the layer has, so a recognition that found less has failed.
            guard let layer, let recognized, isReadable, recognized.byteCount * 10 >= layer.byteCount * 9
            else { return [trusted, layer, doubtful, recognized] }
            return [trusted, recognized, doubtful, layer]
        }
    }

    fileprivate static func hasInk(_ reasons: [String]) -> Bool { reasons.contains("no-words") }

    /// Below this confidence recognised text is no better than the text it would replace.
    private static let readable = 0.5
    private static let clear = 0.65
}

extension PageTextRow {
    /// Why a layer is good that was not by its verdict. One that lacks something has the words that recognition read, and
    /// one with wrong words has no others.
    fileprivate func confirmation(of verdict: TextLayerVerdict, _ doubts: [String]) -> String? {
        let lacksSome = verdict == .partial || doubts.contains { $0.hasPrefix("lost-characters") }
        guard lacksSome || verdict == .garbled else { return nil }
        return reasons.first(where: lacksSome ? ConfirmationReason.isComplete : ConfirmationReason.isConfirmed)
    }
}

extension IndexedPage {
    fileprivate var hasInk: Bool { PageChoice.hasInk(reasons) }
}
