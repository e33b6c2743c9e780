import ExtractionProtocol

extension ArchivePages {
    /// A page's text with its size and word boxes: those in the index if it was recognised, else those of the page's
    /// text layer as far as they are in the text.
    ///
    /// - Throws: As ``image(_:of:)`` does. Text without boxes is available from
    ///   ``ArchiveIndex/pages(of:page:withLayouts:)``.
    public func page(_ page: Int, of document: ArchiveDocument) async throws -> PageText {
        let index = index
        let found = try await lookups.run { try index.pages(of: document, page: page).first }
        guard let known = found else {
            throw DocSearchError(
                .notFound, "\"\(document.path)\" has no page \(page).", item: document.path, page: page)
        }
        guard known.words.isEmpty, !known.text.isEmpty || known.size == nil, document.hasContent else { return known }
        let measured = try await measure([page], of: document, wantsWords: true)
        return measured.first.map(known.with) ?? known
    }

    /// The size of a page in points, from the index if it has it, else measured by a reader. Nil for a page that does
    /// not exist or cannot be opened.
    ///
    /// - Throws: As ``image(_:of:)`` does.
    public func size(of document: ArchiveDocument, page: Int) async throws -> PageText.Size? {
        guard document.hasContent, page >= 1, page <= document.pageCount else { return nil }
        return try await sizes(of: document, page..<page + 1)[page]
    }

    /// The sizes of a document's pages in points by number, from the index where it has them. Pages that cannot be
    /// opened are missing.
    ///
    /// - Throws: As ``image(_:of:)`` does.
    public func sizes(of document: ArchiveDocument) async throws -> [Int: PageText.Size] {
        try await sizes(of: document, nil)
    }

    private func sizes(of document: ArchiveDocument, _ range: Range<Int>?) async throws -> [Int: PageText.Size] {
        let (index, memory) = (index, measured)
        let pages = range ?? (document.hasContent ? 1..<document.pageCount + 1 : 1..<1)
        let (known, missing) = try await lookups.run { () -> ([Int: PageText.Size], [Int]) in
            var sizes = try index.sizes(of: document, range.map(ClosedRange.init))
            guard pages.contains(where: { sizes[$0] == nil }) else { return (sizes, []) }
            let key = try ViewedDocument(document, in: index).key
            var missing: [Int] = []
            for page in pages where sizes[page] == nil {
                if let known = memory.size(page, of: key) { sizes[page] = known } else { missing.append(page) }
            }
            return (sizes, missing)
        }
        var sizes = known
        for start in stride(from: 0, to: missing.count, by: Self.measuredAtOnce) {
            let some = Array(missing[start..<min(missing.count, start + Self.measuredAtOnce)])
            for page in try await measure(some, of: document, wantsWords: false) {
                sizes[page.page] = page.size ?? sizes[page.page]
            }
        }
        return sizes
    }

    /// In one request: pages of images are decoded for it.
    private static let measuredAtOnce = 50

    private func measure(
        _ pages: [Int], of document: ArchiveDocument, wantsWords: Bool
    ) async throws -> [MeasuredPage] {
        let numbers = pages.map { " \($0)" }.joined()
        let name = "\(wantsWords ? "words" : "sizes") \(ProtocolVersion.drawing) of\(numbers)"
        let page = pages.count == 1 ? pages.first : nil
        let (viewed, found) = try await told(.measure, name, of: document, page: page) {
            try $0.measure(pages, wantsWords: wantsWords, stop: $1)
        }
        var sizes = Dictionary(uniqueKeysWithValues: pages.map { ($0, PageText.Size?.none) })
        for page in found { sizes[page.page] = .some(page.size) }
        measured.insert(sizes, of: viewed.key)
        return found
    }
}

extension PageText {
    /// Words of a layer that is not the source of the text count only if most of them are in the text.
    func with(_ measured: MeasuredPage) -> PageText {
        var page = self
        page.text = originalText ?? text
        page.size = measured.size ?? page.size
        page.words = measured.words.map { Word(text: $0.text, box: $0.box, confidence: $0.confidence, isIndexed: true) }
        if origin != .textLayer, page.locatedWords().count * 2 < page.words.count { page.words = [] }
        if originalText != nil { page.words = CorrectedWords.words(of: page, correctedTo: text) }
        page.text = text
        return page
    }
}

extension ArchiveIndex {
    /// In points, by number.
    func sizes(of document: ArchiveDocument, _ numbers: ClosedRange<Int>? = nil) throws -> [Int: PageText.Size] {
        let pages = try indexStore().pages(document: document.id, numbers).map(\.page)
        let found = try pageStore().sizes(pages.compactMap(\.textID))
        return pages.reduce(into: [:]) { sizes, page in
            guard let size = page.textID.flatMap({ found[$0] }), size.width > 0, size.height > 0 else { return }
            sizes[page.number] = size
        }
    }
}
