extension SearchEngine {
    func addHits(
        for selection: Selection, to results: inout SearchResults, ranker: Ranker, _ meaning: Meaning?,
        marking patterns: [MarkPattern]
    ) throws {
        var damage = HitDamage()
        let located = try located(selection.shown, by: ranker, damage: &damage)
        let found = try pages(
            located, of: selection, ranker: ranker, meaning, marking: patterns, hints: &results.hints, damage: &damage)
        results.hits = selection.shown.enumerated().compactMap { number, entry in
            let ranked = entry.document
            guard var document = selection.documents[ranked.id]?.document else {
                damage.documents += 1
                return nil
            }
            hideTime(of: &document)
            var hit = SearchHit(
                document: document, score: ranked.score, hasAllWords: ranked.hasAllWords,
                isByMeaning: meaning != nil && ranker.hasNoWords(ranked.ordinal),
                ranks: meaning.map { _ in ranked.ranks }, pages: found.pages[number] ?? [],
                copies: entry.copies.map(\.path),
                nearCopyOf: found.originals[number], isPinned: ranker.pinned.contains(ranked.ordinal))
            hit.copyRoots = entry.copies.map(\.root)
            return hit
        }
        // Records have the hash of their bundle.
        var first: [String: Int64] = [:]
        for position in results.hits.indices where results.hits[position].document.hasContent {
            let document = results.hits[position].document
            if results.hits[position].nearCopyOf != nil, let original = first[document.contentHash] {
                (results.hits[position].nearCopyOf, results.hits[position].isSameFile) = (original, true)
            }
            first[document.contentHash] = first[document.contentHash] ?? document.id
        }
        results.hints += damage.sentences.map { SearchHint(onAll: $0, .repair) }
    }

    /// The time of its file may be that of another document in its bundle, which may not be seen.
    private func hideTime(of document: inout ArchiveDocument) {
        if request.access != nil { document.modified = nil }
    }

    /// Documents to show beside hits, by their ids.
    func shownDocuments(_ ids: [Int64]) throws -> [Int64: ArchiveDocument] {
        try index.documents(ids: ids).mapValues { document in
            var document = document
            hideTime(of: &document)
            return document
        }
    }

    private func located(
        _ shown: [Shown], by ranker: Ranker, damage: inout HitDamage
    ) throws -> [(entry: Int, page: LocatedPage)] {
        var located: [(entry: Int, page: LocatedPage)] = []
        for (number, document) in shown.map(\.document).enumerated() where request.pagesPerDocument > 0 {
            let best = pagesToShow(of: document, by: ranker)
            let pages = try index.located(document: document.id, best)
            located += pages.map { (entry: number, page: $0) }
            damage.pages += best.count - pages.count
        }
        return located
    }

    private func pages(
        _ located: [(entry: Int, page: LocatedPage)], of selection: Selection, ranker: Ranker, _ meaning: Meaning?,
        marking patterns: [MarkPattern], hints: inout [SearchHint], damage: inout HitDamage
    ) throws -> (pages: [Int: [PageHit]], originals: [Int: Int64]) {
        var pages: [Int: [PageHit]] = [:]
        var originals: [Int: Int64] = [:]
        var nearCopies = NearCopies()
        let shown = selection.shown
        let withWords = shown.map { $0.document.meaning == nil ? [] : ranker.pagesWithWords(of: $0.document.ordinal) }
        let asked = selection.ranking.languageAsked
        // A page may have 4 MiB: a few at a time.
        for start in stride(from: 0, to: located.count, by: Self.textsAtOnce) {
            let portion = located[start..<min(located.count, start + Self.textsAtOnce)]
            let (texts, marks, left) = try texts(of: portion.map(\.page), marking: patterns)
            for (number, page) in portion {
                let entry = shown[number].document
                guard let document = selection.documents[entry.id]?.document else { continue }
                let text = texts[page.textID]
                if text == nil, !left.contains(page.textID) { damage.texts.append((document.path, page.page)) }
                if let text, pages[number] == nil, !request.showsCopies {
                    originals[number] = nearCopies.original(of: text, document: entry.id)
                }
                var found = marks[page.textID] ?? []
                if let text, mayGoOnOverleaf(text, found, patterns) {
                    found = try marksWithOverleaf(found, in: text, document: entry.id, page: page.page, patterns)
                }
                let near = withWords[number].contains(page.page) ? nil : entry.meaning?.pages
                let chunk = near?.first { $0.page == page.page && $0.textID == page.textID }?.chunk
                let snippet =
                    chunk.flatMap { self.snippet(of: text ?? "", near: $0, by: meaning, &hints) }
                    ?? Snippet(text ?? "", marks: found, words: request.snippetWords)
                let language =
                    chunk == nil || asked == nil ? nil : try index.language(document: entry.id, page: page.page)
                pages[number, default: []].append(
                    PageHit(
                        page: page.page, label: page.label, score: page.score, origin: page.origin,
                        confidence: page.confidence, isByMeaning: chunk != nil,
                        otherLanguage: language == asked ? nil : language, snippet: snippet.text, marks: snippet.marks))
            }
        }
        return (pages, originals)
    }

    func mayGoOnOverleaf(_ text: String, _ marks: [TextMark], _ patterns: [MarkPattern]) -> Bool {
        guard !patterns.isEmpty else { return false }
        return PageSeam.mayDivide(text)
            || patterns.contains { pattern in pattern.maySpan && !marks.contains { $0.unit == pattern.unit } }
    }

    func marksWithOverleaf(
        _ marks: [TextMark], in text: String, document: Int64, page: Int, _ patterns: [MarkPattern]
    ) throws -> [TextMark] {
        guard let next = try index.textID(document: document, page: page + 1), let following = try texts([next])[next],
            let seam = PageSeam(text, next: following)
        else { return marks }
        let overleaf = seam.onFirstPage(try index.marks(of: patterns, in: [next: seam.text])[next] ?? [])
        guard let first = overleaf.first?.range.lowerBound else { return marks }
        return marks.filter { $0.range.upperBound <= first } + overleaf
    }

    private static let textsAtOnce = 100

    func addFields(
        of selection: Selection, to results: inout SearchResults, by plan: SearchPlan, _ forms: WordForms?
    ) throws {
        let documents = results.hits.map(\.document)
        let said = documents.map { request.showsNotes ? selection.documents[$0.id]?.annotations ?? [] : [] }
        let fields =
            try optional(.fields) { try FieldMarker(plan, index, forms).fields(of: documents, said: said) } ?? []
        for (position, fields) in fields.enumerated() { results.hits[position].fields = fields }
    }

    /// Snippets are done without when `pages.sqlite` cannot be read.
    func texts(_ ids: [Int64]) throws -> [Int64: String] {
        do {
            return try openPages().texts(ids)
        } catch let error as DocSearchError where error.code == .damagedIndex {
            return [:]
        }
    }
}

/// Damage of the index's files is told, and not left out silently.
private struct HitDamage {
    var documents = 0
    var pages = 0
    var texts: [(path: String, page: Int)] = []

    var sentences: [String] {
        var sentences: [String] = []
        if documents > 0 { sentences.append("\(documents.counted("hit")) left out: the index is damaged.") }
        if pages > 0 { sentences.append("\(pages.counted("page")) of hits left out: the index is damaged.") }
        if let first = texts.first {
            let others = texts.count > 1 ? " and of \((texts.count - 1).counted("other page"))" : ""
            sentences.append("The stored text of page \(first.page) of \"\(first.path)\"\(others) is damaged.")
        }
        return sentences
    }
}
