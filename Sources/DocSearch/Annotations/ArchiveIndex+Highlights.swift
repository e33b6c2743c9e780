extension ArchiveIndex {
    /// The highlights of a document or of one page, sorted by page and position, with those adrift last on their page.
    ///
    /// The place of each is computed from the page's present text; see ``Highlight/anchor``.
    public func highlights(of document: ArchiveDocument, page: Int? = nil) throws -> [Highlight] {
        let annotations = try annotations(of: document).filter {
            $0.kind == .highlight && (page == nil || $0.page == page)
        }
        guard !annotations.isEmpty else { return [] }
        var pages: [Int: Highlight.Page] = [:]
        for number in Set(annotations.map(\.page)) {
            pages[number] = try self.page(number, of: document).map { (text: $0, letters: QuoteAnchor.Text($0.text)) }
        }
        var comparisons = QuoteAnchor.mostComparisons
        let highlights = try annotations.map { annotation in
            Highlight(
                annotation, try StoredHighlight(annotation), on: pages[annotation.page], comparisons: &comparisons)
        }
        func position(_ highlight: Highlight) -> (Int, Int, Int) {
            (highlight.page, highlight.anchor?.range.lowerBound ?? .max, highlight.quote.start)
        }
        return highlights.sorted { position($0) < position($1) }
    }

    /// Marks words of a page. For words already marked with the same label, colour and comment the existing highlight
    /// is returned. Throws ``DocSearchError``: `notFound` for a missing page, `usage` for a range that is empty,
    /// outside the page's text or longer than ``AnnotationLimits/quote``, and for an invalid label, colour or comment.
    @discardableResult
    public func addHighlights(
        _ drafts: [HighlightDraft], to document: ArchiveDocument, page: Int, by author: String
    ) throws -> [Highlight] {
        try replace(on: document, page, with: drafts, "highlight", by: author) { _ in false }
    }

    /// Replaces all highlights of the page by these, in one change of the journal. Throws as
    /// ``addHighlights(_:to:page:by:)`` does; nothing is changed then.
    @discardableResult
    public func setHighlights(
        _ drafts: [HighlightDraft], of document: ArchiveDocument, page: Int, by author: String
    ) throws -> [Highlight] {
        try replace(on: document, page, with: drafts, "highlight set", by: author) { _ in true }
    }

    /// Removes the highlights of a page that share a letter with a range. Highlights that only touch it stay, and an
    /// empty range removes none. One that is adrift has no range, and stays. Returns the number removed.
    @discardableResult
    public func removeHighlights(
        of document: ArchiveDocument, page: Int, intersecting range: Range<Int>, by author: String
    ) throws -> Int {
        let hit = try highlights(of: document, page: page).filter { $0.anchor?.range.overlaps(range) ?? false }
        return try removeHighlights(of: document, by: author) { highlight in hit.contains { $0.id == highlight.id } }
    }

    /// Removes all highlights of a document, or of one of its pages. Returns their number.
    @discardableResult
    public func removeHighlights(of document: ArchiveDocument, page: Int? = nil, by author: String) throws -> Int {
        try removeHighlights(of: document, by: author) { page == nil || $0.page == page }
    }

    /// Removes a highlight. `id` is one of ``Highlight/id``, or a prefix that no other highlight shares.
    public func removeHighlight(_ id: String, by author: String) throws {
        try write("highlight remove", by: author) { try $0.remove($0.annotation(beginning: id, kind: .highlight)) }
    }

    /// Changes a highlight's label, colour or comment; an empty text removes it, nil keeps it.
    public func changeHighlight(
        _ id: String, label: String? = nil, color: String? = nil, comment: String? = nil, by author: String
    ) throws {
        func given(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
        try AnnotationLimits.checkHighlight(label: given(label), color: given(color), comment: given(comment))
        try write("highlight edit", by: author) { writer in
            let known = try writer.annotation(beginning: id, kind: .highlight)
            var stored = try StoredHighlight(known.annotation)
            if let label { stored.label = given(label) }
            if let color { stored.color = given(color) }
            if let comment { stored.comment = given(comment) }
            try writer.set(known, value: try JSONText.encode(stored))
        }
    }

    /// Highlights of all documents, including hidden ones, whose words are not found on their pages, by document
    /// number.
    public func adriftHighlights() throws -> [(document: ArchiveDocument, highlight: Highlight)] {
        let index = try indexStore()
        try index.requireAnnotations()
        let ids = try index.documents(withAnnotationsOf: .highlight)
        let documents = try index.documents(ids: ids)
        return try ids.compactMap { documents[$0] }.flatMap { document in
            try highlights(of: document).filter { $0.anchor == nil }.map { (document, $0) }
        }
    }

    private func removeHighlights(
        of document: ArchiveDocument, by author: String, where isRemoved: (Annotation) -> Bool
    ) throws -> Int {
        var count = 0
        try change("highlight remove", by: author, of: [document]) { subject in
            for known in try subject.annotations(.highlight) where isRemoved(known.annotation) {
                try subject.writer.remove(known)
                count += 1
            }
        }
        return count
    }

    private func replace(
        on document: ArchiveDocument, _ page: Int, with drafts: [HighlightDraft], _ action: String, by author: String,
        removing isRemoved: (Annotation) -> Bool
    ) throws -> [Highlight] {
        let text = try pages(of: document, page: page)[0]
        let stored = try drafts.map { try Self.checked($0, on: text, of: document) }
        var made: [Highlight] = []
        let marked = (text: text, letters: QuoteAnchor.Text(text.text))
        var comparisons = QuoteAnchor.mostComparisons
        try change(action, by: author, of: [document]) { subject in
            var standing: [(stored: StoredHighlight, highlight: Highlight)] = []
            for known in try subject.annotations(.highlight) where known.annotation.page == page {
                guard !isRemoved(known.annotation) else {
                    try subject.writer.remove(known)
                    continue
                }
                let other = try StoredHighlight(known.annotation)
                guard stored.contains(where: other.looksLike) else { continue }
                standing.append((other, Highlight(known.annotation, other, on: marked, comparisons: &comparisons)))
            }
            for (draft, highlight) in zip(drafts, stored) {
                let same = standing.first {
                    $0.highlight.anchor?.range == draft.range && $0.stored.looksLike(highlight)
                }
                if let same {
                    made.append(same.highlight)
                    continue
                }
                let annotation = try subject.add(.highlight, JSONText.encode(highlight), page: page)
                let new = Highlight(annotation, highlight, on: marked, comparisons: &comparisons)
                standing.append((highlight, new))
                made.append(new)
            }
        }
        return made
    }

    private static func checked(
        _ draft: HighlightDraft, on page: PageText, of document: ArchiveDocument
    ) throws -> StoredHighlight {
        try AnnotationLimits.checkQuote(draft.range)
        try AnnotationLimits.checkHighlight(label: draft.label, color: draft.color, comment: draft.comment)
        guard let stored = StoredHighlight(draft, on: page) else {
            throw DocSearchError(
                .usage,
                "Page \(page.page) of \"\(document.path)\" has \(page.text.unicodeScalars.count) characters: "
                    + "\(draft.range.lowerBound) to \(draft.range.upperBound) is outside. Nothing was changed.",
                item: document.path, page: page.page)
        }
        return stored
    }
}
