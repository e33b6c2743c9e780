import QueryLanguage

/// Scanned pages on which recognition misread a word of the query. They come behind documents that have the word, and
/// where no document has all the words, before those that have some.
extension SearchEngine {
    /// `found` answers `parsed`. Nil where there is nothing to add.
    func withMisreadings(
        _ found: SearchResults, of parsed: ParsedQuery, _ filter: ParsedQuery?
    ) throws -> SearchResults? {
        let parts = parsed.expression?.conjuncts ?? []
        let isNowhere = found.totalWithAll == 0
        // Whichever part of the list is asked for, so that all parts have the same number of documents.
        let hasRoom = parts.count(where: \.isRelaxable) == 1 && found.total <= Self.fewDocuments
        guard takesOtherSpellings, request.sort == .relevance, !found.isPartial, isNowhere || hasRoom else {
            return nil
        }
        let finder = try finder(within: try required(.words) { try permission() })
        let misreadings = Misreadings(index: index, finder: finder)
        let readings = try misreadings.find(for: parts, isNowhere: isNowhere)
        guard !readings.isEmpty else { return nil }

        let typed = Question(request: request, query: parsed)
        let others = parts.enumerated().map { place, part in (readings[place] ?? []).compactMap(part.exactly) }
        var misread = typed
        misread.query.expression = .conjunction(zip(parts, others).map { .disjunction([$0] + $1) ?? $0 })
        (misread.request.match, misread.request.meaning, misread.request.isLiteral) = (.all, .off, true)
        let (first, second) =
            isNowhere
            ? try joined(misread, typed, filter) : try joined(typed, misread, filter, firstAnswer: found)
        let added = isNowhere ? first : second
        var results = found
        results.hits = first.hits
        var shown = Set(added.hits.map(\.document.id))
        if !isNowhere {
            misread.query.expression = .conjunction(zip(parts, others).map { .disjunction($1) ?? $0 })
            shown.formUnion(try addPages(to: &results.hits, by: misread, filter))
        }
        guard added.total > 0 || !shown.isEmpty else { return nil }
        results.hits += Self.scaled(second.hits, behind: first.hits)
        results.total = first.total + second.total
        results.totalWithAll = first.totalWithAll + second.totalWithAll
        results.totalByMeaning = first.totalByMeaning + second.totalByMeaning
        results.understood = added.understood
        if request.countsFacets {
            results.facets = try optional(.facets) { try index.facets(documents: first.matching + second.matching) }
        }
        for (place, words) in readings.sorted(by: { $0.key < $1.key }) {
            let seen = try words.filter { try !shown.isDisjoint(with: misreadings.documents(with: $0)) }
            guard !seen.isEmpty, let word = parts[place].plainWord?.text else { continue }
            let names = seen.map { "“\($0)”" }.joined(separator: " or ")
            results.hints.add(
                "Recognition may have read \(names) for “\(word)” on scanned pages; they are shown, too.")
        }
        return results
    }

    /// More are enough.
    private static let fewDocuments = 100

    private struct Question {
        var request: SearchRequest
        var query: ParsedQuery
    }

    /// The part of the list that was asked for, of the documents that answer the first question and then those that
    /// answer the second alone.
    private func joined(
        _ first: Question, _ second: Question, _ filter: ParsedQuery?, firstAnswer: SearchResults? = nil
    ) throws -> (first: SearchResults, second: SearchResults) {
        let answer = try firstAnswer ?? self.answer(first, filter)
        var second = second
        second.request.leavesOut = answer.matching
        second.request.limit -= answer.hits.count
        second.request.offset = 0
        if request.offset > 0, answer.hits.isEmpty {
            var before = first
            (before.request.offset, before.request.limit) = (0, request.offset)
            // Only counted.
            (before.request.makesSnippets, before.request.pagesPerDocument) = (false, 0)
            second.request.offset = request.offset - (try self.answer(before, filter)).hits.count
        }
        guard second.request.limit > 0 else {
            // Only counted.
            second.request.limit = 1
            var counted = try self.answer(second, filter)
            counted.hits = []
            return (answer, counted)
        }
        return (answer, try self.answer(second, filter))
    }

    /// Misread pages of documents that have the word on others come behind these. Gives the documents that got some.
    private func addPages(
        to hits: inout [SearchHit], by misread: Question, _ filter: ParsedQuery?
    ) throws -> Set<Int64> {
        guard hits.contains(where: { $0.pages.count < request.pagesPerDocument }) else { return [] }
        var ask = misread
        (ask.request.offset, ask.request.limit, ask.request.countsFacets) = (0, Self.mostLookedInto, false)
        ask.request.showsCopies = true
        let found = try answer(ask, filter).hits
        let pages = Dictionary(found.map { ($0.document.id, $0.pages) }) { first, _ in first }
        var changed: Set<Int64> = []
        for place in hits.indices {
            let hit = hits[place]
            let known = Set(hit.pages.map(\.page))
            let more = (pages[hit.document.id] ?? []).filter { !known.contains($0.page) }
                .prefix(max(0, request.pagesPerDocument - hit.pages.count))
            guard !more.isEmpty else { continue }
            changed.insert(hit.document.id)
            // Comparable within the document.
            let floor = hit.pages.map(\.score).min().map { 0.999 * $0 } ?? .infinity
            hits[place].pages += more.map { page in
                var page = page
                page.score = min(page.score, floor)
                return page
            }
        }
        return changed
    }

    /// A misreading is rare.
    private static let mostLookedInto = 64

    private func answer(_ question: Question, _ filter: ParsedQuery?) throws -> SearchResults {
        try SearchEngine(
            index: index, request: question.request, clock: clock, sources: sources, openPages: openPages,
            readRoots: readRoots
        ).answer(question.query, filter)
    }

    /// Programs sort by score.
    private static func scaled(_ hits: [SearchHit], behind first: [SearchHit]) -> [SearchHit] {
        guard let floor = first.last?.score, let top = hits.first?.score, top >= floor, top > 0 else { return hits }
        return hits.map { hit in
            var hit = hit
            hit.score *= 0.999 * floor / top
            return hit
        }
    }
}

extension QueryExpression {
    /// The same term with another text, exactly as it is.
    fileprivate func exactly(_ text: String) -> QueryExpression? {
        guard case .term(var term) = self else { return nil }
        (term.text, term.form) = (text, .exact)
        return .term(term)
    }
}
