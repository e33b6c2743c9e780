import ExtractionProtocol
import GRDB

/// The texts chosen for a document's pages when some of them may keep earlier ones. A scan that was changed in place keeps the
/// text of each page until its image has been recognised, and for good where that finds less: whether the image was damaged can
/// be told only then.
struct KeptPages {
    var pages: [IndexedPage]
    /// Pages that were recognised and keep their earlier texts all the same.
    var worse: [Int] = []

    /// What stands in the list of failures.
    func problem(entry: String) -> ProblemFrame? {
        guard !worse.isEmpty else { return nil }
        let count = pages.count { $0.number > 0 }
        return KeptTexts.refusal(
            entry,
            "it may be incomplete, and on \(worse.count) of \(count.counted("page")) words were not recognised that were "
                + "there before (\(KeptTexts.inPlace))")
    }
}

extension IndexedPage {
    /// The reason of a page whose text is that of the file before it was changed in place.
    static let earlierText = "earlier-text"

    var hasEarlierText: Bool { reasons.contains(Self.earlierText) }

    fileprivate func keepingText(of earlier: IndexedPage) -> IndexedPage {
        var page = self
        (page.textID, page.origin, page.confidence) = (earlier.textID, earlier.origin, earlier.confidence)
        page.reasons.append(Self.earlierText)
        return page
    }
}

extension IndexStores {
    /// `chosen`, with the texts of `earlier` where they are worth more. `earlier` are pages whose texts are those of the file
    /// before it was changed in place.
    func keeping(_ earlier: [IndexedPage], in chosen: ChosenPages) throws -> KeptPages {
        let known = Dictionary(
            earlier.filter { $0.number > 0 && $0.textID != nil }.map { ($0.number, $0) }, uniquingKeysWith: { $1 })
        guard !known.isEmpty else { return KeptPages(pages: chosen.pages) }
        let texts = try pages.texts((known.values + chosen.pages).compactMap(\.textID))
        let all = Set(known.values.compactMap { $0.textID.flatMap { texts[$0] } })
        var kept = KeptPages(pages: chosen.pages)
        for (index, page) in chosen.pages.enumerated() where !chosen.preferred.contains(page.number) {
            guard let earlier = known[page.number], let text = earlier.textID.flatMap({ texts[$0] }) else { continue }
            let new = page.textID.flatMap { texts[$0] } ?? ""
            // Pages may have changed places.
            guard new.isEmpty || !all.contains(new), WordLoss.isLost(text, in: new) else { continue }
            kept.pages[index] = page.keepingText(of: earlier)
            if !page.needsRecognition { kept.worse.append(page.number) }
        }
        return kept
    }

    /// A document's pages as the index has them.
    func indexedPages(document: Int64) throws -> [IndexedPage] {
        let writer = DocumentWriter(pages: pages, fullText: index.fullText)
        return try index.read { db in try writer.indexedPages(db, document: document).0 }
    }
}
