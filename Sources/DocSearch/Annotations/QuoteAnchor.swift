/// Finds the words of a highlight in a new reading of the text: some letters differ, and all may have moved.
struct QuoteAnchor {
    private let quote: TextQuote
    private let words: FoldedText
    private let prefix: FoldedText
    private let suffix: FoldedText

    /// Least shares of unchanged letters. Unrelated English texts have a third.
    private static let leastOfQuote = 0.7
    private static let leastOfAll = 0.5
    private static let certain = 0.9
    private static let alike = 0.05
    private static let mostRanges = 500
    /// For the highlights of a document, about two seconds of work. Beyond it only unchanged quotes are found.
    static let mostComparisons = 2_000_000_000

    init(_ quote: TextQuote) {
        self.quote = quote
        words = FoldedText(quote.exact).trimmed
        prefix = FoldedText(quote.prefix)
        suffix = FoldedText(quote.suffix)
    }

    struct Text {
        let scalars: [Unicode.Scalar]
        let folded: FoldedText

        init(_ text: String) {
            scalars = Array(text.unicodeScalars)
            folded = FoldedText(scalars)
        }
    }

    /// `shift` is how far what was before the quote has moved, in Unicode scalars, where that is known.
    func range(
        in text: Text, movedBy shift: Int? = nil, comparisons: inout Int
    ) -> (range: Range<Int>, sureness: Double)? {
        if isUnchanged(text.scalars) { return (quote.start..<quote.end, 1) }
        if let shift, let range = unchanged(near: quote.start + shift, in: text.folded) { return (range, 1) }
        guard !words.letters.isEmpty else { return nil }
        // The nearest ones to the quote's old place.
        let same = words.occurrences(in: text.folded)
            .sorted { distance($0, in: text.folded) < distance($1, in: text.folded) }.prefix(Self.mostRanges)
        var candidates = likely(same.map { ($0, 0) }, in: text.folded, comparisons: &comparisons)
        // A single nearly unchanged range is right. Otherwise a misread one may be.
        if candidates.count != 1 || candidates[0].sureness < Self.certain {
            let similar = similarRanges(in: text.folded, comparisons: &comparisons)
            candidates += likely(similar, in: text.folded, comparisons: &comparisons)
                .filter { similar in !candidates.contains { $0.range.overlaps(similar.range) } }
        }
        return choice(of: candidates)
    }

    private typealias Candidate = (range: Range<Int>, sureness: Double)

    /// The nearest of about equally good ranges. With several, the sureness is divided by their number.
    private func choice(of candidates: [Candidate]) -> Candidate? {
        guard let best = candidates.map(\.sureness).max() else { return nil }
        let good = candidates.filter { $0.sureness >= best - Self.alike }
        let nearest = good.min { abs($0.range.lowerBound - quote.start) < abs($1.range.lowerBound - quote.start) }
        return nearest.map { ($0.range, $0.sureness / Double(good.count)) }
    }

    private func distance(_ range: Range<Int>, in text: FoldedText) -> Int {
        abs(text.original(range).lowerBound - quote.start)
    }

    private func isUnchanged(_ scalars: [Unicode.Scalar]) -> Bool {
        let before = Array(quote.prefix.unicodeScalars)
        let all = before + quote.exact.unicodeScalars + quote.suffix.unicodeScalars
        let start = quote.start - before.count
        guard start >= 0, quote.start < quote.end, start + all.count <= scalars.count else { return false }
        return quote.end - quote.start == quote.exact.unicodeScalars.count
            && scalars[start..<start + all.count].elementsEqual(all)
    }

    /// The nearest place with all of the quote and what is around it, but for white space and capitals.
    private func unchanged(near position: Int, in text: FoldedText) -> Range<Int>? {
        let all = FoldedText(quote.prefix + quote.exact + quote.suffix).letters
        let own = prefix.letters.count..<prefix.letters.count + words.letters.count
        guard !own.isEmpty, own.upperBound <= all.count, all[own] == words.letters[...] else { return nil }
        let expected = text.index(of: position) - own.lowerBound
        for distance in 0...TextQuote.context {
            for start in [expected - distance, expected + distance]
            where start >= 0 && start + all.count <= text.letters.count
                && text.letters[start..<start + all.count].elementsEqual(all)
            {
                return text.original(start + own.lowerBound..<start + own.upperBound)
            }
        }
        return nil
    }

    private func likely(
        _ ranges: [(range: Range<Int>, distance: Int)], in text: FoldedText, comparisons: inout Int
    ) -> [Candidate] {
        let (before, behind) = (prefix.letters.count, suffix.letters.count)
        let each = before * before + behind * behind
        // So many in any case that it is noticed when several are alike.
        let affordable = ranges.prefix(max(3, comparisons / max(1, each)))
        comparisons = max(0, comparisons - affordable.count * each)
        return affordable.compactMap { range, distance in
            let sureness = sureness(range, distance: distance, in: text)
            return sureness >= Self.leastOfAll ? (text.original(range), sureness) : nil
        }
    }

    private func sureness(_ range: Range<Int>, distance: Int, in text: FoldedText) -> Double {
        let before = text.letters[max(0, range.lowerBound - prefix.letters.count)..<range.lowerBound]
        let behind = text.letters[range.upperBound..<min(text.letters.count, range.upperBound + suffix.letters.count)]
        let all = words.letters.count + prefix.letters.count + suffix.letters.count
        let different =
            distance + EditDistance.between(prefix.letters[...], before)
            + EditDistance.between(suffix.letters[...], behind)
        return max(0, 1 - Double(different) / Double(all))
    }

    private func similarRanges(in text: FoldedText, comparisons: inout Int) -> [(range: Range<Int>, distance: Int)] {
        let most = Int(Double(words.letters.count) * (1 - Self.leastOfQuote))
        let (needed, isTooMany) = words.letters.count.multipliedReportingOverflow(by: text.letters.count)
        guard most > 0, !isTooMany, needed <= comparisons else { return [] }
        comparisons -= needed
        return EditDistance.ranges(of: words.letters, in: text.letters, within: most, limit: Self.mostRanges)
    }
}
