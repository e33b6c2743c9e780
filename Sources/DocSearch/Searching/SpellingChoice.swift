/// Other spellings for words of a query that some document has together, as near to what was typed as there are.
struct SpellingChoice {
    struct Spelling {
        /// As in the index, or a beginning with its asterisk.
        var word: String
        var distance: Double
        /// Where the query would find it.
        var rows: [Int64]
        /// Whether it is likely even where no document has it beside the other words.
        var isLikelyAlone = true
    }

    struct Doubt {
        /// Of the plan.
        var unit: Int
        /// The likeliest first.
        var spellings: [Spelling]
        /// Where the word is as it was typed.
        var rows: [Int64] = []
    }

    /// By unit; those that are right as they were typed are not in it.
    private(set) var chosen: [Int: String] = [:]

    private struct Option {
        var word: String?
        var distance: Double
        var documents: Set<Int>
    }

    private struct Best {
        var words: [String?]
        var distance: Double
    }

    init(_ doubts: [Doubt], _ plan: SearchPlan, _ evaluation: Evaluation) {
        let mask = UnitMask(doubts.map(\.unit))
        let options = doubts.map { doubt in
            let typed =
                doubt.rows.isEmpty
                ? [] : [Option(word: nil, distance: 0, documents: evaluation.documents(of: doubt.rows))]
            return typed
                + doubt.spellings.map {
                    Option(word: $0.word, distance: $0.distance, documents: evaluation.documents(of: $0.rows))
                }
        }
        var best: Best?
        Self.choose(among: options[...], [], distance: 0, in: nil, best: &best) { document in
            var all = evaluation.masks[document]
            all.formUnion(mask)
            // Facts are looked at when the query is tried.
            return (plan.wanted + plan.required).allSatisfy { $0.holds(all) { _ in true } }
        }
        let likely = doubts.map { $0.rows.isEmpty ? $0.spellings.first(where: \.isLikelyAlone)?.word : nil }
        for (doubt, word) in zip(doubts, best?.words ?? likely) { chosen[doubt.unit] = word }
    }

    private static func choose(
        among options: ArraySlice<[Option]>, _ words: [String?], distance: Double, in documents: Set<Int>?,
        best: inout Best?, where hasOthers: (Int) -> Bool
    ) {
        guard best.map({ distance < $0.distance }) ?? true else { return }
        guard let first = options.first else {
            if documents?.contains(where: hasOthers) ?? false { best = Best(words: words, distance: distance) }
            return
        }
        for option in first {
            let left = documents.map(option.documents.intersection) ?? option.documents
            guard !left.isEmpty else { continue }
            choose(
                among: options.dropFirst(), words + [option.word], distance: distance + option.distance, in: left,
                best: &best, where: hasOthers)
        }
    }
}

extension Evaluation {
    /// Ordinals.
    fileprivate func documents(of rows: [Int64]) -> Set<Int> { Set(rows.compactMap(rowMap.ordinal(ofRow:))) }
}
