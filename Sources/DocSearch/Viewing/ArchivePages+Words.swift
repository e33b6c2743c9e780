import ExtractionProtocol
import Foundation

extension ArchivePages {
    /// A page's text with its size and the places of its words: those that are in the index where it was recognised, else
    /// those of the page's text layer as far as they are in the text.
    ///
    /// - Throws: As ``image(_:of:)`` does. Without places there is the text of ``ArchiveIndex/pages(of:page:withLayouts:)``.
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

    /// The size of a page in points: from the index where it has it, else as its reader measures it. Nil for a page that is
    /// not there or cannot be opened.
    ///
    /// - Throws: As ``image(_:of:)`` does.
    public func size(of document: ArchiveDocument, page: Int) async throws -> PageText.Size? {
        guard document.hasContent, page >= 1, page <= document.pageCount else { return nil }
        let (index, sizes) = (index, measured)
        let known = try await lookups.run { () -> PageText.Size?? in
            if let size = try index.sizes(of: document, page...page)[page] { return .some(size) }
            return sizes.size(page, of: try ViewedDocument(document, in: index).key)
        }
        if let known { return known }
        return try await measuredSizes([page], of: document)[page]
    }

    /// The sizes of a document's pages in points by their numbers, from the index where it has them. Pages that cannot be
    /// opened are not among them.
    ///
    /// - Throws: As ``image(_:of:)`` does.
    public func sizes(of document: ArchiveDocument) async throws -> [Int: PageText.Size] {
        let (index, memory) = (index, measured)
        let pages = document.hasContent ? 1..<document.pageCount + 1 : 1..<1
        let (known, missing) = try await lookups.run { () -> ([Int: PageText.Size], [Int]) in
            var sizes = try index.sizes(of: document)
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
            sizes.merge(try await measuredSizes(some, of: document)) { $1 }
        }
        return sizes
    }

    /// Pages whose sizes are asked for together: those of images are decoded for it.
    private static let measuredAtOnce = 50

    private func measuredSizes(_ pages: [Int], of document: ArchiveDocument) async throws -> [Int: PageText.Size] {
        var sizes: [Int: PageText.Size] = [:]
        for page in try await measure(pages, of: document, wantsWords: false) where page.width * page.height > 0 {
            sizes[page.page] = PageText.Size(width: page.width, height: page.height)
        }
        return sizes
    }

    private func measure(
        _ pages: [Int], of document: ArchiveDocument, wantsWords: Bool
    ) async throws -> [MeasuredPage] {
        let (index, cache, sizes) = (index, cache, measured)
        var sum = ""
        for page in pages { sum += " \(page)" }
        let name = "\(wantsWords ? "words" : "sizes") \(ProtocolVersion.drawing) of\(sum)"
        let (viewed, key, known) = try await lookups.run {
            let viewed = try ViewedDocument(document, in: index)
            let key = PageCache.Key(document: viewed.key, name)
            return (viewed, key, Self.decoded(cache?.bytes(key)))
        }
        var found = known
        if found == nil {
            found = try await answer(.measure, about: viewed, page: pages.count == 1 ? pages.first : nil) {
                desk, stop in
                if let known = Self.decoded(cache?.bytes(key)) { return known }
                let found = try desk.use(viewed, stop: stop) {
                    try $0.measure(pages, wantsWords: wantsWords, stop: stop)
                }
                cache?.insert([UInt8](try JSONEncoder().encode(found)), key)
                return found
            }
        }
        var remembered = Dictionary(uniqueKeysWithValues: pages.map { ($0, PageText.Size?.none) })
        for page in found ?? [] where page.width * page.height > 0 {
            remembered[page.page] = PageText.Size(width: page.width, height: page.height)
        }
        sizes.insert(remembered, of: viewed.key)
        return found ?? []
    }

    private static func decoded(_ bytes: [UInt8]?) -> [MeasuredPage]? {
        guard let bytes else { return nil }
        do {
            return try JSONDecoder().decode([MeasuredPage].self, from: Data(bytes))
        } catch {
            // Of an earlier release: it is asked for anew.
            return nil
        }
    }
}

extension PageText {
    /// With what a reader has measured. Words of a layer that is not the text's own count only when most are in the text.
    func with(_ measured: MeasuredPage) -> PageText {
        var page = self
        if measured.width > 0, measured.height > 0 {
            page.size = Size(width: measured.width, height: measured.height)
        }
        page.words = measured.words.map {
            Word(text: $0.text, box: $0.box, confidence: $0.confidence, isIndexed: true)
        }
        if origin != .textLayer, page.placedWords().count * 2 < page.words.count { page.words = [] }
        return page
    }
}

extension ArchiveIndex {
    /// The sizes of pages in points, by their numbers, as far as the index has them.
    func sizes(of document: ArchiveDocument, _ numbers: ClosedRange<Int>? = nil) throws -> [Int: PageText.Size] {
        let pages = try indexStore().pages(document: document.id, numbers).map(\.page)
        let found = try pageStore().sizes(pages.compactMap(\.textID))
        var sizes: [Int: PageText.Size] = [:]
        for page in pages {
            if let size = page.textID.flatMap({ found[$0] }), size.width > 0, size.height > 0 {
                sizes[page.number] = size
            }
        }
        return sizes
    }
}
