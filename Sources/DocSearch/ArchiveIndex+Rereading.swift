import ExtractionProtocol
import Foundation

extension ArchiveIndex {
    /// Recognises pages of one document with a PDF again, all or by numbers from 1, whatever the verdict on their text
    /// layers, and indexes what is read instead of any other text of theirs, until ``useUsualTexts(of:pages:options:)``
    /// takes it back. `languages` of the options are those of this reading; nil takes the folder's.
    ///
    /// Of a damaged file whose earlier text was kept it takes what the file still has, all pages of it, instead.
    ///
    /// Events and errors are those of ``update(_:options:)``; `notFound` for a page that is not there or a document
    /// without a PDF.
    public func reread(
        _ document: ArchiveDocument, pages: [Int]? = nil, options: IndexingOptions = IndexingOptions()
    ) -> AsyncThrowingStream<IndexingEvent, any Error> {
        onThread(options) { [self] stop, report in
            guard exists else { throw noIndex }
            return try writing { stores in
                try FullTextRebuild(index: stores.index, pages: stores.pages).requireNone()
                _ = try stores.dropLostTexts()
                if let bundle = try stores.index.bundle(ofDocument: document.id),
                    try stores.index.isKept(document: document.id)
                {
                    return try Self.takeAsItIs(bundle, options, stores, stop, report)
                }
                let (bundle, numbers) = try Self.pagesToReread(pages, of: document, in: stores)
                return try RereadingRun(stores: stores, options: options, stop: stop, report: report)
                    .run(document: document, pages: numbers, bundle: bundle)
            }
        }
    }

    /// Takes back what ``reread(_:pages:options:)`` did: the verdict chooses the pages' texts again. What was read stays
    /// in `pages.sqlite`. Returns how many pages it concerns.
    @discardableResult
    public func useUsualTexts(
        of document: ArchiveDocument, pages: [Int]? = nil, options: IndexingOptions = IndexingOptions()
    ) throws -> Int {
        guard exists else { throw noIndex }
        return try writing { stores in
            try FullTextRebuild(index: stores.index, pages: stores.pages).requireNone()
            let (bundle, numbers) = try Self.pagesToReread(pages, of: document, in: stores)
            guard let root = try stores.user.roots().first(where: { $0.id == bundle.rootID }),
                let greeting = try ReaderSupply.greeting(options: options, stop: StopFlag(after: nil))
            else { return 0 }
            let languages = RecognitionLanguages(installed: greeting.languages)
                .codes(document: document.language, root: root.languages)
            guard let source = try stores.index.pageSource(document: document.id) else { return 0 }
            let count = try stores.pages.forgetPreferences(pages: numbers, of: stores.scope(of: source))
            try stores.rechooseCopies(
                contentHash: document.contentHash,
                choice: PageChoice(ocr: .auto, recognition: .recognition(greeting, languages: languages)))
            return count
        }
    }

    /// Reads a damaged file whose old text was kept, and indexes what it still has.
    private static func takeAsItIs(
        _ bundle: BundleRow, _ options: IndexingOptions, _ stores: IndexStores, _ stop: StopFlag,
        _ report: @escaping (IndexingEvent) -> Void
    ) throws -> IndexingReport {
        var options = options
        (options.takesLosses, options.full, options.languages) = (true, true, nil)
        let path = try stores.absolutePath(of: bundle.relativePath, root: bundle.rootID)
        return try IndexingRun(stores: stores, options: options, stop: stop, report: report).run(paths: [path])
    }

    private static func pagesToReread(
        _ pages: [Int]?, of document: ArchiveDocument, in stores: IndexStores
    ) throws -> (BundleRow, [Int]) {
        guard document.hasContent, document.pageCount > 0,
            let bundle = try stores.index.bundle(ofDocument: document.id)
        else {
            throw DocSearchError(
                .notFound, "\"\(document.path)\" has no PDF whose pages could be recognised; it is text only.",
                item: document.path)
        }
        let numbers = pages.map { Set($0).sorted() } ?? Array(1...document.pageCount)
        if let wrong = numbers.first(where: { !(1...document.pageCount).contains($0) }) {
            throw DocSearchError.noPage(wrong, of: document)
        }
        return (bundle, numbers)
    }
}
