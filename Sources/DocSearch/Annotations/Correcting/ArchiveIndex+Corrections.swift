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
        let ids = try index.documents(withAnnotationsOf: .correction)
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
        try forEachText(of: document, pages) { page in
            let places = page.places(of: word)
            guard !places.isEmpty else { return }
            counts[page.page] = places.count
            changes.append((page, page.replacing(places, with: text)))
        }
        guard !changes.isEmpty else { return [:] }
        _ = try correct(changes, of: document, "correct \(word.prefix(100))", by: author)
        return counts
    }

    /// How often a word is on each page, by number.
    public func places(ofWord word: String, in document: ArchiveDocument) throws -> [Int: Int] {
        var counts: [Int: Int] = [:]
        try forEachText(of: document, nil) { page in
            let count = page.places(of: word).count
            if count > 0 { counts[page.page] = count }
        }
        return counts
    }

    /// Words that people have corrected on some page of a document and that are on others as well, most frequent first.
    public func correctionOffers(of document: ArchiveDocument) throws -> [CorrectionOffer] {
        // A word that stays and gets another beside it is not wrong.
        let applied = try corrections(of: document).filter {
            $0.state == .applied && !" \($0.text) ".contains(" \($0.quote.exact) ")
        }
        var offers: [CorrectionOffer] = []
        var known: Set<String> = []
        for correction in applied.sorted(by: { $0.modified > $1.modified }) {
            let (word, text) = correction.withoutSharedSigns
            // Where only capitals differ, the place of the word decides.
            guard word.lowercased() != text.lowercased(), known.insert(word).inserted else { continue }
            offers.append(CorrectionOffer(word: word, text: text, pages: [:]))
        }
        guard !offers.isEmpty else { return [] }
        try forEachText(of: document, nil) { page in
            for number in offers.indices {
                let count = page.places(of: offers[number].word).count
                if count > 0 { offers[number].pages[page.page] = count }
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

    /// False while corrections wait for a run that holds the index.
    package func searchesAllCorrections() throws -> Bool { try indexStore().hasAllCorrections() }

    // MARK: - Changing

    private func forEachText(
        of document: ArchiveDocument, _ pages: Set<Int>?, _ body: (PageText) throws -> Void
    ) throws {
        let said = CorrectedText.byPage(try annotations(of: document))
        for number in stride(from: 1, through: document.pageCount, by: 1) where pages?.contains(number) ?? true {
            guard let page = try page(number, of: document, withLayouts: false) else { continue }
            try body(page.corrected(said[number] ?? []))
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
                let read = current.originalText ?? current.text
                let corrected = CorrectedText(read, said[shown.page] ?? [])
                guard corrected.text == shown.text else {
                    throw DocSearchError(
                        .failed,
                        "Page \(shown.page) of \"\(document.path)\" has another text by now. Nothing was changed.",
                        item: document.path, page: shown.page)
                }
                let edits = TextEdit.edits(as: corrected, to: text)
                count += try subject.correct(edits, of: read, page: shown.page, known)
            }
        }
        return count
    }
}

extension AnnotationSubject {
    fileprivate func correct(
        _ edits: [TextEdit], of read: String, page: Int, _ known: [String: StoredAnnotation]
    ) throws -> Int {
        for edit in edits {
            let own = edit.superseded.filter { $0.annotation.author == writer.author }
            let others = edit.superseded.filter { $0.annotation.author != writer.author }
            for said in own { if let stored = known[said.annotation.id] { try writer.remove(stored) } }
            guard let quote = TextQuote(edit.range, in: read) else { continue }
            // As it was read: only another person's correction has to be answered.
            let isAsRead = TextWords(quote.exact).words == TextWords(edit.text).words
            guard !isAsRead || !others.isEmpty else { continue }
            for text in [quote.exact, edit.text] { try AnnotationLimits.checkCorrection(text) }
            // Later than those that it takes the place of, also where a clock was wrong: the later one counts.
            let time = max(writer.time, (others.map(\.annotation.modified).max() ?? 0) + 1)
            let stored = StoredCorrection(quote: quote, text: isAsRead ? quote.exact : edit.text)
            let annotation = Annotation(
                kind: .correction, page: page, value: try JSONText.encode(stored), author: writer.author, time: time)
            try writer.add(annotation, of: get())
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

    /// Whole words, letter for letter; white space counts as one blank.
    fileprivate func places(of words: String) -> [Range<Int>] {
        let scalars = Array(text.unicodeScalars)
        let wanted = TextWords(words.precomposedStringWithCanonicalMapping).words
        return occurrences(of: words).filter { place in
            isWhole(place, in: scalars) && TextWords(Array(scalars[place])).words == wanted
        }
    }

    fileprivate func replacing(_ places: [Range<Int>], with words: String) -> String {
        var scalars = Array(text.unicodeScalars)
        for place in places.reversed() { scalars.replaceSubrange(place, with: words.unicodeScalars) }
        return String(String.UnicodeScalarView(scalars))
    }
}
