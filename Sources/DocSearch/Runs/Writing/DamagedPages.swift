import ExtractionProtocol

struct DamagedPages {
    let numbers: [Int]
    let count: Int
    let words: String

    init?(_ pages: [IndexedPage]) {
        let damaged = pages.compactMap { page in
            page.reasons.lazy.compactMap(DamageReason.words).first.map { (page.number, $0) }
        }
        guard let first = damaged.first else { return nil }
        (numbers, words) = (damaged.map(\.0), first.1)
        count = pages.count { $0.number > 0 }
    }

    var sentence: String {
        "damaged: \(numbers.count) of \(count.counted("page")) may be incomplete"
    }

    func problem(entry: String) -> ProblemFrame {
        let named = numbers.prefix(10).map { String($0) }.joined(separator: ", ")
        let all = numbers.count > 10 ? "\(named), …" : named
        return ProblemFrame(
            .damaged, at: .content, of: entry,
            "\(sentence): \(numbers.count == 1 ? "page" : "pages") \(all) (\(words)); what could be read was indexed")
    }
}
