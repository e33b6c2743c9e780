import ExtractionProtocol
import Foundation

extension ArchiveIndex {
    /// Recognises pages of one document with a PDF again, all or by numbers from 1, whatever the verdict on their text
    /// layers, and indexes the result in place of any other text, until ``useUsualTexts(of:pages:options:)`` reverses
    /// it. `languages` of the options apply to this reading; nil uses the folder's. With ``IndexingOptions/recognizer`` that
    /// program reads the pages instead of tesseract.
    ///
    /// If a document's earlier text was kept because its file is damaged, this accepts the file's present content
    /// instead, for all pages; for a file that is a document and contains others, for all of them. See
    /// ``reread(bundlesAt:options:)``.
    ///
    /// Events and errors are those of ``update(_:options:)``; `notFound` for a missing page or a document without a
    /// PDF, `changedFile` for single pages of a document whose earlier text was kept, `unreadable` when nothing of it
    /// can be read: its earlier text is kept then.
    public func reread(
        _ document: ArchiveDocument, pages: [Int]? = nil, options: IndexingOptions = IndexingOptions()
    ) -> AsyncThrowingStream<IndexingEvent, any Error> {
        onThread(options) { [self] stop, report in
            try changing { stores in
                _ = try stores.dropLostTexts()
                if let bundle = try stores.index.bundle(ofDocument: document.id) {
                    let isWhole = document.entry.isEmpty
                    let kept = try stores.index.documentsNotInFile(bundle: bundle.id)
                    if isWhole ? !kept.isEmpty : kept.contains(document.id) {
                        guard pages == nil else { throw Self.keptAsAWhole(document) }
                        let losses = isWhole ? TakenLosses.all : .of([document.id])
                        return try Self.takeAsTheyAre(
                            [bundle], losses, of: document.path, "\"\(document.path)\"", options, stores, stop, report)
                    }
                }
                let (bundle, numbers) = try Self.pagesToReread(pages, of: document, in: stores)
                return try RereadingRun(stores: stores, options: options, stop: stop, report: report)
                    .run(document: document, pages: numbers, bundle: bundle)
            }
        }
    }

    /// Has ``IndexingOptions/recognizer`` read the pages in doubt of some documents, nil for all, as runs do after everything
    /// else: ``PageRecognizer/below`` says which those are, the better text is taken, a page that this version of the program
    /// has read is passed over, and so is one of which somebody has chosen a reading.
    ///
    /// Events and errors are those of ``update(_:options:)``; `usage` without a recogniser.
    public func rereadPagesInDoubt(
        of documents: [ArchiveDocument]? = nil, options: IndexingOptions
    ) -> AsyncThrowingStream<IndexingEvent, any Error> {
        onThread(options) { [self] stop, report in
            guard options.recognizer != nil else {
                throw DocSearchError(
                    .usage, "Pages in doubt are read by a second recogniser, and there is none.",
                    remedy: .installRecognizer)
            }
            return try changing { stores in
                _ = try stores.dropLostTexts()
                let run = RunContext(stores, options, record: RunRecord(report: report), stop: stop)
                run.record.roots = try stores.user.roots()
                let watch = CorrectionWatch(stores)
                defer { watch.end() }
                try run.pool.run {
                    try SecondLook.look(run, roots: run.record.roots, at: documents.map { Set($0.map(\.id)) })
                }
                run.finish()
                run.record.result.standingFailures = run.record.result.failed
                return run.record.result
            }
        }
    }

    /// Accepts the present content of damaged bundles at a path, for all their documents whose earlier texts were kept.
    /// The path is that of a bundle or of a folder of bundles, on disk or as in search results.
    ///
    /// A bundle of which nothing can be read keeps its texts.
    ///
    /// Events and errors are those of ``update(_:options:)``; `notFound` when nothing at the path keeps an earlier
    /// text, `unreadable` when nothing there can be read.
    public func reread(
        bundlesAt path: String, options: IndexingOptions = IndexingOptions()
    ) -> AsyncThrowingStream<IndexingEvent, any Error> {
        onThread(options) { [self] stop, report in
            try changing { stores in
                let kept = try bundles(at: path, stores).filter {
                    try !stores.index.documentsNotInFile(bundle: $0.id).isEmpty
                }
                guard !kept.isEmpty else {
                    throw DocSearchError(
                        .notFound,
                        "There is no document \"\(path)\" in the index, and no bundle there whose earlier texts were kept.",
                        item: path, remedy: .find)
                }
                return try Self.takeAsTheyAre(
                    kept, .all, of: path, "The rest of \"\(path)\"", options, stores, stop, report)
            }
        }
    }

    private func bundles(at path: String, _ stores: IndexStores) throws -> [BundleRow] {
        // An empty path means everything.
        let onDisk = try path.isEmpty ? [] : atPath(path, stores).bundles
        guard onDisk.isEmpty, !path.isEmpty else { return onDisk }
        return try stores.user.roots().flatMap { try stores.index.bundles(root: $0.id, at: path) }
    }

    /// Reverses ``reread(_:pages:options:)``: the verdict chooses the pages' texts again. The recognised texts stay in
    /// `pages.sqlite`. Returns the number of pages concerned.
    @discardableResult
    public func useUsualTexts(
        of document: ArchiveDocument, pages: [Int]? = nil, options: IndexingOptions = IndexingOptions()
    ) throws -> Int {
        try changing { stores in
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
                choice: PageChoice(
                    ocr: .auto, recognition: .recognition(greeting, languages: languages),
                    others: OtherLanguages(greeting, options)))
            return count
        }
    }

    /// `what` is the subject of a sentence.
    private static func takeAsTheyAre(
        _ bundles: [BundleRow], _ losses: TakenLosses, of path: String, _ what: String, _ options: IndexingOptions,
        _ stores: IndexStores, _ stop: StopFlag, _ report: @escaping (IndexingEvent) -> Void
    ) throws -> IndexingReport {
        var options = options
        (options.losses, options.full, options.languages) = (losses, true, nil)
        let paths = try bundles.map(stores.absolutePath(of:))
        let kept = try stores.documentsNotInFiles(of: bundles, losses)
        let result = try IndexingRun(stores: stores, options: options, stop: stop, report: report).run(paths: paths)
        guard try result.isPartial || result.unsettled > 0 || kept != stores.documentsNotInFiles(of: bundles, losses)
        else {
            throw DocSearchError(
                .unreadable,
                "\(what) cannot be read, so its earlier text was kept. Nothing was changed.", item: path,
                remedy: .giveUp(path))
        }
        return result
    }

    private static func keptAsAWhole(_ document: ArchiveDocument) -> DocSearchError {
        DocSearchError(
            .changedFile,
            "The earlier text of \"\(document.path)\" was kept, because its file cannot be read as before. Only all of its "
                + "pages can be read again, not single ones. Nothing was changed.", item: document.path)
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

extension IndexStores {
    fileprivate func documentsNotInFiles(of bundles: [BundleRow], _ losses: TakenLosses) throws -> Set<Int64> {
        let all = try bundles.map { try index.documentsNotInFile(bundle: $0.id) }
        return all.reduce(into: []) { $0.formUnion($1.filter(losses.include)) }
    }
}
