/// Finds the words of a highlight again in the text of a page that was read anew, by another engine or from a better scan:
/// some letters differ, and all may have moved.
struct QuoteAnchor {
    private let quote: TextQuote
    private let words: FoldedText
    private let prefix: FoldedText
    private let suffix: FoldedText

    /// Of the letters of the quote, and of quote and surroundings, this share at least is as it was. Unrelated English text
    /// agrees in about a third.
    private static let leastOfQuote = 0.7
    private static let leastOfAll = 0.5
    /// From here on no better place is looked for.
    private static let certain = 0.9
    /// Places that are looked at closely.
    private static let mostPlaces = 500
    /// Letters of quotes times letters of texts that are compared for the highlights of a document, which takes some two
    /// seconds. Beyond it quotes are found only where they are as they were.
    static let mostComparisons = 2_000_000_000

    init(_ quote: TextQuote) {
        self.quote = quote
        words = FoldedText(quote.exact).trimmed
        prefix = FoldedText(quote.prefix)
        suffix = FoldedText(quote.suffix)
    }

    /// A page's text, made ready for any number of quotes.
    struct Text {
        fileprivate let scalars: [Unicode.Scalar]
        fileprivate let folded: FoldedText

        init(_ text: String) {
            scalars = Array(text.unicodeScalars)
            folded = FoldedText(scalars)
        }
    }

    /// Nil where nothing in the text is like the quote. Takes what it compares from `comparisons`.
    func place(in text: Text, comparisons: inout Int) -> (range: Range<Int>, sureness: Double)? {
        if isUnchanged(text.scalars) { return (quote.start..<quote.end, 1) }
        guard !words.letters.isEmpty else { return nil }
        // Those that are nearest to where the quote was.
        let same = words.occurrences(in: text.folded)
            .sorted { distance($0, in: text.folded) < distance($1, in: text.folded) }.prefix(Self.mostPlaces)
        var best = best(same.map { ($0, 0) }, in: text.folded)
        if best?.sureness ?? 0 < Self.certain {
            let similar = similarPlaces(in: text.folded, comparisons: &comparisons)
            if let other = self.best(similar, in: text.folded), other.sureness > best?.sureness ?? 0 { best = other }
        }
        return best
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

    /// The most likely of several places; of equally likely ones that which is nearest to where the quote was.
    private func best(
        _ places: [(range: Range<Int>, distance: Int)], in text: FoldedText
    ) -> (range: Range<Int>, sureness: Double)? {
        var best: (range: Range<Int>, sureness: Double)?
        for (range, distance) in places {
            let sureness = sureness(range, distance: distance, in: text)
            guard sureness >= Self.leastOfAll else { continue }
            let place = text.original(range)
            let isNearer =
                best.map { abs(place.lowerBound - quote.start) < abs($0.range.lowerBound - quote.start) } ?? true
            if sureness > best?.sureness ?? 0 || sureness == best?.sureness && isNearer { best = (place, sureness) }
        }
        return best
    }

    private func sureness(_ range: Range<Int>, distance: Int, in text: FoldedText) -> Double {
        let before = text.letters[max(0, range.lowerBound - prefix.letters.count)..<range.lowerBound]
        let behind = text.letters[
            range.upperBound..<min(text.letters.count, range.upperBound + suffix.letters.count)]
        let all = words.letters.count + prefix.letters.count + suffix.letters.count
        let different =
            distance + EditDistance.between(prefix.letters[...], before)
            + EditDistance.between(suffix.letters[...], behind)
        return max(0, 1 - Double(different) / Double(all))
    }

    private func similarPlaces(
        in text: FoldedText, comparisons: inout Int
    ) -> [(range: Range<Int>, distance: Int)] {
        let most = Int(Double(words.letters.count) * (1 - Self.leastOfQuote))
        let (needed, isTooMany) = words.letters.count.multipliedReportingOverflow(by: text.letters.count)
        guard most > 0, !isTooMany, needed <= comparisons else { return [] }
        comparisons -= needed
        return EditDistance.places(of: words.letters, in: text.letters, within: most, limit: Self.mostPlaces)
    }
}
