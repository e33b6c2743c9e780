import ExtractionProtocol

/// Pages of a document that was changed in place, with texts that were recognised and would be recognised anew.
struct EarlierScans {
    let document: Int64
    /// `page_text.id` by page.
    let texts: [Int: Int64]
    /// Whether the bytes are those that the texts were kept for the last time.
    let areAsLastTime: Bool
}

/// Only the image of a page tells whether a scan was damaged of which no library complains.
extension KeptTexts {
    /// Those of a document that nothing else keeps; nil without any. `pages` are the new ones, of a bundle whose bytes have
    /// this hash.
    func scans(of frame: DocumentFrame, pages: [IndexedPage], hash: String?) throws -> EarlierScans? {
        let waiting = pages.filter(\.needsRecognition)
        guard !waiting.isEmpty, let known = known[frame.entry], !losses.include(known.id),
            wasChangedInPlace(frame, known, hash)
        else { return nil }
        let chosen = Dictionary(waiting.map { ($0.number, $0.textID) }, uniquingKeysWith: { first, _ in first })
        var recognized: [Int: Int64] = [:]
        for page in try earlierPages(of: known) where page.origin == .ocr {
            guard let text = page.textID, let now = chosen[page.number], now != text else { continue }
            recognized[page.number] = text
        }
        let words = try stores.pages.texts(Array(recognized.values)).filter { WordCount.of($0.value) > 0 }
        recognized = recognized.filter { words[$0.value] != nil }
        guard !recognized.isEmpty else { return nil }
        return EarlierScans(
            document: known.id, texts: recognized, areAsLastTime: contentHash != nil && contentHash == hash)
    }

    /// Why the index keeps what it has of a document whose images are others.
    mutating func keep(_ scans: EarlierScans, of entry: String) -> ProblemFrame {
        keepForBytes(entry)
        return Self.refusal(
            entry,
            "it may be incomplete, and its images are not those that were recognised "
                + "(\(scans.areAsLastTime ? Self.unchanged : Self.inPlace))")
    }

    /// The code has the next run read the bundle again.
    static func uncompared(_ entry: String, _ why: String) -> ProblemFrame {
        ProblemFrame(
            .environment, at: .content, of: entry,
            "it was changed in place (\(inPlace)), and its images could not be compared with those that were recognised: "
                + "\(why); the text that was read before was kept, and the next run compares them again")
    }
}
