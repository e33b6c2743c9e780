import Foundation

extension ArchiveIndex {
    /// People's corrections of a document's text, or of one page, sorted by page and place. Each is looked for in the page
    /// as it is read now.
    public func corrections(of document: ArchiveDocument, page: Int? = nil) throws -> [TextCorrection] {
        let said = CorrectedText.byPage(try annotations(of: document)).filter { page == nil || $0.key == page }
        return try said.sorted { $0.key < $1.key }.flatMap { number, said in
            let shown = try self.page(number, of: document, withLayouts: false)
            let text = shown.map { $0.originalText ?? $0.text } ?? ""
            let corrected = CorrectedText(text, said)
            let isSearched = (shown?.text ?? "") == corrected.text
            return said.map { corrected.correction($0, isSearched: isSearched) }.sorted {
                ($0.quote.start, $0.modified) < ($1.quote.start, $1.modified)
            }
        }
    }

    /// Corrections of all documents, including hidden ones, whose words are not found on their pages, by document number.
    public func adriftCorrections() throws -> [(document: ArchiveDocument, correction: TextCorrection)] {
        let index = try indexStore()
        try index.requireAnnotations()
        let ids = try index.documentsPerhapsAdrift()
        let documents = try index.documents(ids: ids)
        return try ids.compactMap { documents[$0] }.flatMap { document in
            try corrections(of: document).filter { $0.state == .adrift }.map { (document, $0) }
        }
    }

    /// A page with all of its corrections, also those that are not searched yet. Throws ``DocSearchError`` with code
    /// `notFound` for a missing page and `usage` for one without text, or with more than ``AnnotationLimits/pageText``.
    public func pageToCorrect(_ page: Int, of document: ArchiveDocument) throws -> PageText {
        let said = CorrectedText.byPage(try annotations(of: document))
        let shown = try pages(of: document, page: page, withLayouts: false)[0].corrected(said[page] ?? [])
        try AnnotationLimits.checkPageText(shown.text, of: document, page: shown)
        return shown
    }

    /// Corrects the text of a page. What differs from the page's present text is kept, as one correction for each row of
    /// words, with the words as they were read; the rest stays what the index has read. White space does not count.
    /// Another person's correction of the same words is kept as well, and contested.
    ///
    /// `shown` is the page as the person saw it, see ``pageToCorrect(_:of:)``. Returns the number of words or rows of words that were corrected, or
    /// are no longer. The text is searched when this returns, unless a run holds the index; see
    /// ``TextCorrection/isSearched``.
    ///
    /// Throws ``DocSearchError``: `usage` for a text that is empty, longer than ``AnnotationLimits/pageText`` or has
    /// control characters, and for a page without text; `failed` when the page has another text by now.
    @discardableResult
    public func correct(
        _ shown: PageText, of document: ArchiveDocument, to text: String, by author: String
    ) throws -> Int {
        try correct([(shown, text)], of: document, "correct page \(shown.page)", by: author)
    }

    /// Corrects a word wherever it is on these pages, or on all. Returns how often that was, by page. `text` takes the
    /// place of `word`, which may be several words. Throws as ``correct(_:of:to:by:)`` does.
    @discardableResult
    public func correct(
        word: String, to text: String, in document: ArchiveDocument, pages: Set<Int>? = nil, by author: String
    ) throws -> [Int: Int] {
        try AnnotationLimits.checkCorrection(word)
        try AnnotationLimits.checkCorrection(text)
        var counts: [Int: Int] = [:]
        var changes: [(PageText, String)] = []
        try forEachText(of: document, pages, with: [word]) { page, places in
            counts[page.page] = places[0].count
            changes.append((page, page.replacing(places[0], with: text)))
        }
        guard !changes.isEmpty else { return [:] }
        _ = try correct(changes, of: document, "correct \(word.prefix(100))", by: author)
        return counts
    }

    /// How often a word is on each page, by number.
    public func places(ofWord word: String, in document: ArchiveDocument) throws -> [Int: Int] {
        var counts: [Int: Int] = [:]
        try forEachText(of: document, with: [word]) { page, places in counts[page.page] = places[0].count }
        return counts
    }

    /// Misread words that people have corrected in some place of a document and that are in others as well, most frequent
    /// first. Offered are words that look like what became of them, and those that were corrected in two places or more.
    public func correctionOffers(of document: ArchiveDocument) throws -> [CorrectionOffer] {
        let applied = try corrections(of: document).filter { $0.state == .applied }
            .sorted { $0.modified > $1.modified }.compactMap(\.offer)
        let counts = applied.reduce(into: [:]) { counts, offer in counts[offer, default: 0] += 1 }
        var known: Set<String> = []
        var offers = applied.filter { known.insert($0.word).inserted }
            .filter { $0.looksAlike || counts[$0, default: 0] > 1 }
        guard !offers.isEmpty else { return [] }
        try forEachText(of: document, with: offers.map(\.word)) { page, places in
            for (number, places) in places.enumerated() where !places.isEmpty {
                offers[number].pages[page.page] = places.count
            }
        }
        return offers.filter { !$0.pages.isEmpty }.sorted {
            $0.pages.values.reduce(0, +) > $1.pages.values.reduce(0, +)
        }
    }

    /// Removes a correction. `id` is one of ``TextCorrection/id``, or a prefix that no other correction shares.
    public func removeCorrection(_ id: String, by author: String) throws {
        try write("correct --remove \(id.prefix(8))", by: author) {
            try $0.remove($0.annotation(beginning: id, kind: .correction))
        }
    }

    /// How many corrections were made, changed or removed and are not in the texts that are searched, as another command
    /// holds the index, or one was killed. The next run brings them there.
    public func waitingCorrections() throws -> Int { try indexStore().waitingCorrections() }

    // MARK: - Changing

    /// Calls `body` for pages that have some of the words, with the places of each.
    private func forEachText(
        of document: ArchiveDocument, _ pages: Set<Int>? = nil, with words: [String],
        _ body: (PageText, [[Range<Int>]]) throws -> Void
    ) throws {
        let search = WordSearch(words)
        let said = CorrectedText.byPage(try annotations(of: document))
        for number in stride(from: 1, through: document.pageCount, by: 1) where pages?.contains(number) ?? true {
            guard let page = try page(number, of: document, withLayouts: false) else { continue }
            let corrected = page.corrected(said[number] ?? [])
            let places = search.places(in: corrected.text)
            if places.contains(where: { !$0.isEmpty }) { try body(corrected, places) }
        }
    }

    private func correct(
        _ changes: [(shown: PageText, text: String)], of document: ArchiveDocument, _ action: String, by author: String
    ) throws -> Int {
        let texts = try changes.map { change in
            let text = change.text.replacing("\r\n", with: "\n").precomposedStringWithCanonicalMapping
            try AnnotationLimits.checkPageText(text, of: document, page: change.shown)
            return text
        }
        var count = 0
        try change(action, by: author, of: [document]) { subject in
            let stored = try subject.annotations(.correction)
            let said = CorrectedText.byPage(stored.map(\.annotation))
            let known = Dictionary(stored.map { ($0.annotation.id, $0) }) { first, _ in first }
            for ((shown, _), text) in zip(changes, texts) {
                guard let current = try page(shown.page, of: document, withLayouts: false) else {
                    throw DocSearchError.noPage(shown.page, of: document)
                }
                let corrected = CorrectedText(current.originalText ?? current.text, said[shown.page] ?? [])
                guard corrected.text == shown.text else {
                    throw DocSearchError(
                        .failed,
                        "The text of page \(shown.page) of \"\(document.path)\" has changed since it was opened: it has "
                            + "another text by now. Nothing was corrected. Open the page again.",
                        item: document.path, page: shown.page)
                }
                let edits = TextEdit.edits(as: corrected, to: text)
                count += try subject.correct(edits, of: corrected.scalars, page: shown.page, known)
            }
        }
        return count
    }
}

extension AnnotationSubject {
    fileprivate func correct(
        _ edits: [TextEdit], of read: [Unicode.Scalar], page: Int, _ known: [String: StoredAnnotation]
    ) throws -> Int {
        let id = try edits.isEmpty ? nil : get()
        for edit in edits {
            let own = edit.superseded.filter { $0.annotation.author == writer.author }
            let others = edit.superseded.filter { $0.annotation.author != writer.author }
            for said in own { if let stored = known[said.annotation.id] { try writer.remove(stored) } }
            guard let id, let quote = TextQuote(edit.range, in: read) else { continue }
            // As it was read: only another person's correction has to be answered.
            let isAsRead = TextWords(quote.exact).words == TextWords(edit.text).words
            guard !isAsRead || !others.isEmpty else { continue }
            for text in [quote.exact, edit.text] { try AnnotationLimits.checkCorrection(text) }
            // Later than those that it takes the place of, also where a clock was wrong: the later one counts.
            let time = max(writer.time, (others.map(\.annotation.modified).max() ?? 0) + 1)
            let stored = StoredCorrection(quote: quote, text: isAsRead ? quote.exact : edit.text)
            let annotation = Annotation(
                kind: .correction, page: page, value: try JSONText.encode(stored), author: writer.author, time: time)
            try writer.add(annotation, of: id)
        }
        return edits.count
    }
}

extension PageText {
    fileprivate func corrected(_ said: [CorrectedText.Said]) -> PageText {
        var page = self
        page.text = CorrectedText(originalText ?? text, said).text
        return page
    }

    fileprivate func replacing(_ places: [Range<Int>], with words: String) -> String {
        let scalars = Array(text.unicodeScalars)
        var made = String.UnicodeScalarView()
        var position = 0
        for place in places {
            made.append(contentsOf: scalars[position..<place.lowerBound])
            made.append(contentsOf: words.unicodeScalars)
            position = place.upperBound
        }
        made.append(contentsOf: scalars[position...])
        return String(made)
    }
}
