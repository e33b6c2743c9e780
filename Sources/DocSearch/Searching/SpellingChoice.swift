/// Other spellings for words of a query that some document has together with the rest.
struct SpellingChoice {
    enum Certainty {
        /// A slip of the hand, or one wrong letter in a long word.
        case sure
        /// Only where it is directly beside another word of the query.
        case beside
        /// It may be offered.
        case guess
    }

    struct Spelling {
        /// As in the index, or a beginning with its asterisk.
        var word: String
        var certainty: Certainty
        /// Where the query would find it.
        var rows: [Int64]
    }

    struct Doubt {
        /// Among the words of the query.
        var place: Int
        /// The likeliest first.
        var spellings: [Spelling]
        /// Where the word is as it was typed.
        var rows: [Int64] = []
    }

    let plan: SearchPlan
    let evaluation: Evaluation
    /// Those in doubt.
    let units: [Int]

    /// By place.
    typealias Chosen = [Int: Spelling]

    private static let mostTried = 100

    static func likeliest(_ doubts: [Doubt]) -> Chosen {
        var chosen: Chosen = [:]
        for doubt in doubts where doubt.rows.isEmpty {
            chosen[doubt.place] = doubt.spellings.first { $0.certainty != .beside }
        }
        return chosen
    }

    /// The first choice that some document has with all other words. Words stay as they were typed before others are
    /// tried.
    func together(_ doubts: [Doubt], where isRight: (Chosen) throws -> Bool) rethrows -> Chosen? {
        var left = Self.mostTried
        return try together(doubts[...], [:], in: nil, left: &left, where: isRight)
    }

    private func together(
        _ doubts: ArraySlice<Doubt>, _ chosen: Chosen, in documents: Set<Int>?, left: inout Int,
        where isRight: (Chosen) throws -> Bool
    ) rethrows -> Chosen? {
        guard let doubt = doubts.first else {
            left -= 1
            return try documents?.contains(where: hasOthers) ?? false && isRight(chosen) ? chosen : nil
        }
        let typed = doubt.rows.isEmpty ? [] : [(nil as Spelling?, doubt.rows)]
        for (spelling, rows) in typed + doubt.spellings.map({ ($0, $0.rows) }) where left > 0 {
            let found = Set(rows.compactMap(evaluation.rowMap.ordinal(ofRow:)))
            let common = documents.map(found.intersection) ?? found
            guard !common.isEmpty else { continue }
            var chosen = chosen
            chosen[doubt.place] = spelling
            if let all = try together(doubts.dropFirst(), chosen, in: common, left: &left, where: isRight) {
                return all
            }
        }
        return nil
    }

    private func hasOthers(_ document: Int) -> Bool {
        var mask = evaluation.masks[document]
        mask.formUnion(UnitMask(units))
        // Facts are looked at when the offer is tried.
        return (plan.wanted + plan.required).allSatisfy { $0.hasFacts || $0.holds(mask) { _ in true } }
    }
}
