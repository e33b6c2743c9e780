/// Where the words of a correction are in a page as it is read now. They are found like those of a highlight. Words that
/// have been read differently since are found by what is before and after them, where they are still like what was read
/// or should have been.
enum CorrectionAnchor: Equatable {
    /// Unicode scalars of the text as it was read.
    case words(Range<Int>)
    /// The page reads as the person said, at this place.
    case read(Range<Int>)
    case adrift

    /// A match that is less sure could change words that nobody has looked at. A few letters
    /// can be the same on many pages, so a short quotation has to match better.
    private static func leastSureness(_ quote: TextQuote) -> Double {
        let letters = (quote.prefix + quote.exact + quote.suffix).unicodeScalars.count
        return max(0.5, 0.8 - Double(letters) / 200)
    }

    /// Letters that must be around words which are found by them alone.
    private static let leastContext = 12

    /// `shift` is how far what was before the correction has moved, in Unicode scalars, and then how far this one has.
    init(_ correction: StoredCorrection, in text: QuoteAnchor.Text, shift: inout Int, comparisons: inout Int) {
        func place(_ quote: TextQuote) -> (range: Range<Int>, sureness: Double)? {
            QuoteAnchor(quote).range(in: text, movedBy: shift, comparisons: &comparisons)
                .flatMap { $0.sureness >= Self.leastSureness(quote) ? $0 : nil }
        }
        let found = place(correction.quote)
        var corrected = correction.quote
        corrected.exact = correction.text
        corrected.end = corrected.start + correction.text.unicodeScalars.count
        // In a table the next row may read now as this one did.
        let sureness = found?.sureness ?? 0
        if sureness < 1, let read = place(corrected), read.sureness > sureness {
            let letters = FoldedText(String(String.UnicodeScalarView(text.scalars[read.range]))).trimmed.letters
            // Otherwise the words are misread in another way, or read as another person corrected them.
            let isRight = letters == FoldedText(correction.text).trimmed.letters
            self = isRight ? .read(read.range) : .words(read.range)
            return
        }
        if let found {
            shift = found.range.lowerBound - correction.quote.start
            self = .words(found.range)
            return
        }
        self = Self.between(correction, in: text.folded, comparisons: &comparisons).map(Self.words) ?? .adrift
    }

    private static func between(
        _ correction: StoredCorrection, in text: FoldedText, comparisons: inout Int
    ) -> Range<Int>? {
        let quote = correction.quote
        let (prefix, suffix) = (FoldedText(quote.prefix).letters, FoldedText(quote.suffix).letters)
        let whole = FoldedText(quote.prefix + quote.exact + quote.suffix).trimmed.letters
        guard prefix.count + suffix.count >= leastContext,
            let place = only(whole, in: text.letters, within: 0.3, comparisons: &comparisons)
        else { return nil }
        let letters = Array(text.letters[place])
        func edge(_ words: [UInt32]) -> Range<Int>? { only(words, in: letters, within: 0.4, comparisons: &comparisons) }
        guard let before = prefix.isEmpty ? 0..<0 : edge(prefix),
            let behind = suffix.isEmpty ? letters.count..<letters.count : edge(suffix),
            before.upperBound < behind.lowerBound
        else { return nil }
        var range = place.lowerBound + before.upperBound..<place.lowerBound + behind.lowerBound
        while let first = range.first, text.letters[first] == FoldedText.space { range.removeFirst() }
        while let last = range.last, text.letters[last] == FoldedText.space { range.removeLast() }
        guard !range.isEmpty else { return nil }
        let isLike = [quote.exact, correction.text].contains { words in
            let letters = FoldedText(words).trimmed.letters
            let most = max(letters.count, range.count)
            // Twice as long or half as long is another text.
            return most <= 1_000
                && EditDistance.between(letters[...], text.letters[range]) * 10 <= most * 6
        }
        return isLike ? text.original(range) : nil
    }

    /// The range most like some letters; nil where another is as good.
    private static func only(
        _ letters: [UInt32], in text: [UInt32], within share: Double, comparisons: inout Int
    ) -> Range<Int>? {
        let (needed, isTooMany) = letters.count.multipliedReportingOverflow(by: text.count)
        guard !isTooMany, needed <= comparisons else { return nil }
        comparisons -= needed
        let most = Int(Double(letters.count) * share)
        let found = EditDistance.ranges(of: letters, in: text, within: most, limit: 2)
        guard let best = found.first, found.count < 2 || found[1].distance > best.distance else { return nil }
        return best.range
    }
}
