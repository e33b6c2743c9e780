import ExtractionProtocol

/// The pages of a document that were read with complaints.
struct DamagedPages {
    let numbers: [Int]
    /// Pages of the document.
    let count: Int
    /// What was said of the first.
    let words: String

    /// Nil when there are none.
    init?(_ pages: [IndexedPage]) {
        let damaged = pages.compactMap { page in
            page.reasons.lazy.compactMap(DamageReason.words).first.map { (page.number, $0) }
        }
        guard let first = damaged.first else { return nil }
        (numbers, words) = (damaged.map(\.0), first.1)
        count = pages.count { $0.number > 0 }
    }

    /// Without what was said.
    var sentence: String {
        "damaged: \(numbers.count) of \(count.counted("page")) may be incomplete"
    }

    /// What stands in the list of failures.
    func problem(entry: String) -> ProblemFrame {
        let named = numbers.prefix(10).map { String($0) }.joined(separator: ", ")
        let all = numbers.count > 10 ? "\(named), …" : named
        return ProblemFrame(
            .damaged, at: .content, of: entry,
            "\(sentence): \(numbers.count == 1 ? "page" : "pages") \(all) (\(words)); what could be read was indexed")
    }
}
