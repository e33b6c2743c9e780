import QueryLanguage

/// Offers another query when words of this one are nowhere in the archive, or hardly: "did you mean".
struct SpellingAdvice {
    let index: IndexStore

    /// Words looked up; each takes some milliseconds.
    private static let wordLimit = 4
    /// A word on so few pages may be a misreading of another that is on this many times more.
    private static let rarity = (pages: 2, factor: 20)

    /// The query with other words in it; nil when there is none to offer. `pages` tells on how many pages each unit is.
    /// Words that are there, but rare, are doubted only when nothing `isFound`.
    func advice(_ parsed: ParsedQuery, _ plan: SearchPlan, isFound: Bool, pages: (Int) -> Int) throws -> String? {
        guard try index.hasWrittenWords() else { return nil }
        var scalars = Array(parsed.text.unicodeScalars)
        var hasChanged = false
        // From the end, so that ranges before stay where they are.
        let terms = (parsed.expression?.terms ?? []).filter { $0.form == .word && ![.note, .label].contains($0.field) }
        for term in terms.prefix(64).sorted(by: { $0.range.lowerBound > $1.range.lowerBound }).prefix(Self.wordLimit) {
            guard let unit = plan.units.firstIndex(of: SearchUnit(term)), plan.weights[unit] > 0,
                pages(unit) <= (isFound ? 0 : Self.rarity.pages),
                let better = try better(term.text, pages: pages(unit)),
                // Behind a minus or a field.
                let range = scalars[term.range.clamped(to: scalars.indices)].ranges(of: Array(term.text.unicodeScalars))
                    .last
            else { continue }
            scalars.replaceSubrange(range, with: better.unicodeScalars)
            hasChanged = true
        }
        return hasChanged ? String(String.UnicodeScalarView(scalars)) : nil
    }

    private func better(_ text: String, pages: Int) throws -> String? {
        let words = try index.writtenWords(text)
        guard words.count == 1, let word = words.first else { return nil }
        return try SimilarWords(index).candidates(for: word).first {
            $0.word != word && $0.pages > max(1, pages) * (pages == 0 ? 1 : Self.rarity.factor) - (pages == 0 ? 1 : 0)
        }?.word
    }
}
