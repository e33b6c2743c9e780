import ExtractionProtocol
import QueryLanguage
import SentenceEmbedding
import Synchronization

/// An index of an archive: a folder with three SQLite files.
///
/// Reading works at any time, from any thread and in any number of processes, and never waits for a writer. At most
/// one process writes; a second one gets an error with code ``DocSearchError/Code/locked``.
///
/// ```swift
/// let index = ArchiveIndex(at: "/var/lib/docsearch")
/// for try await event in index.update(["/srv/archive"]) {
///     if case .failed(let path, _, _, let reason) = event { print(path, reason) }
/// }
/// let results = try index.search(SearchRequest("water board"))
/// ```
public final class ArchiveIndex: Sendable {
    /// The index folder's path.
    public let path: String
    let folder: IndexFolder
    let meaning: MeaningSources
    let opened = Mutex(OpenStores())

    struct OpenStores {
        var index: IndexStore?
        var pages: PageStore?
        /// The inode of `index.sqlite` when it was opened. Another process may have replaced the index since.
        var inode: Int64?
        /// The same for `user.sqlite`, which is replaced when a back-up is restored.
        var userInode: Int64?
    }

    /// Nothing is opened or created before it is needed.
    public convenience init(at path: String) { self.init(IndexFolder(path: path)) }

    /// The same with the program's own model in place of the installed one. It finds by meaning what that model has
    /// indexed.
    public convenience init(at path: String, embedder: any Embedder) {
        self.init(IndexFolder(path: path), model: MeaningModel(embedder))
    }

    /// The same for a program that must not block: `lockPatience` limits the wait for another command that changes
    /// decisions.
    package convenience init(at path: String, lockPatience: Duration, model: MeaningModel? = nil) {
        self.init(IndexFolder(path: path, lockPatience: lockPatience), model: model)
    }

    /// The same index for another thread: with its own databases, sharing the model and the vectors.
    package init(beside other: ArchiveIndex) { (path, folder, meaning) = (other.path, other.folder, other.meaning) }

    private init(_ folder: IndexFolder, model: MeaningModel? = nil) {
        (path, self.folder, meaning) = (folder.path, folder, MeaningSources(folder, model: model))
    }

    /// True when there is an index in the folder.
    public var exists: Bool { folder.exists }

    // MARK: - Reading

    /// Answers a query. Takes milliseconds, during which it blocks the calling thread.
    ///
    /// Any text is a valid query. Throws ``DocSearchError``: `noIndex`, `usage` for a query without a word or a limit
    /// below 1, `damagedIndex`, `limit` when there is no result within ``SearchRequest/timeLimit``.
    public func search(_ request: SearchRequest) throws -> SearchResults { try searchEngine(request).search() }

    /// Words of the archive with this prefix, those on most pages first, in their indexed form: lower case without
    /// marks; without those that queries leave out, such as `should`. The last of several words is completed, and the
    /// others precede it. Pages of hidden documents do not count unless `includingHidden`.
    public func suggestions(
        for beginning: String, limit: Int = 10, includingHidden: Bool = false
    ) throws -> [WordSuggestion] {
        let index = try indexStore()
        guard let (before, last) = try begun(beginning, index) else { return [] }
        let hidden = includingHidden ? [] : try index.hiddenRows()
        return try SimilarWords(index).completions(of: last, limit: limit, besides: StopWords.all, except: hidden)
            .map { WordSuggestion(text: before + $0.word, pages: $0.pages) }
    }

    /// The word to complete, and the text before it; nil when there is nothing to complete.
    func begun(_ beginning: String, _ index: IndexStore) throws -> (before: String, last: String)? {
        let words = try index.writtenWords(beginning)
        guard let last = words.last, beginning.last?.isWhitespace == false else { return nil }
        return (words.dropLast().map { $0 + " " }.joined(), last)
    }

    /// Ends a search by another thread with this object, with an error of code ``DocSearchError/Code/limit``. Without a
    /// search nothing happens. Parts of a search outside SQLite end by themselves first. For a search that should
    /// return what it has found, use ``SearchRequest/timeLimit``.
    public func interrupt() {
        // While the files are being opened there is no search, and the opening may wait for a disk.
        if let index = opened.withLockIfAvailable({ $0.index }) ?? nil { index.interrupt() }
    }

    /// The document of a reference: its number, its path as in search results or on disk, its identifier, or a citation, in
    /// this order. Throws ``DocSearchError``: `notFound`, or `ambiguous` with the ids.
    public func document(_ reference: DocumentReference) throws -> ArchiveDocument {
        let lookup = DocumentLookup(index: try indexStore(), roots: try UserStore(reading: folder).roots())
        let found = try lookup.documents(reference)
        if found.isEmpty, let failure = try lookup.failure(at: reference) {
            throw DocSearchError(
                .notFound,
                "There is no document \"\(reference.text)\" in the index, because it could not be read: \(failure.reason).",
                item: reference.text, cause: failure.reason)
        }
        return try Self.only(found, of: reference, in: lookup.roots)
    }

    /// The document with this number, among those that a query for ``SearchRequest/access`` admits. Throws
    /// ``DocSearchError`` with code `notFound`.
    public func document(number: Int64, access: String? = nil) throws -> ArchiveDocument {
        let index = try indexStore()
        return try index.read { _ in
            let found = try index.documents(number: number, among: permission(access)?.ids)
            return try Self.only(found, of: DocumentReference(id: number))
        }
    }

    /// The document of a link: its number, its path as in search results, its identifier, or a citation, in this order. Unlike
    /// ``document(_:)`` it never uses the file system, so that programs may pass on text from strangers. Only documents
    /// that a query for ``SearchRequest/access`` admits are found. Throws ``DocSearchError``: `notFound`, or
    /// `ambiguous` with the ids.
    public func document(linked reference: DocumentReference, access: String? = nil) throws -> ArchiveDocument {
        let index = try indexStore()
        return try index.read { _ in
            let lookup = DocumentLookup(index: index, roots: [], permitted: try permission(access)?.ids)
            return try Self.only(lookup.documents(reference, onDisk: false), of: reference)
        }
    }

    private static func only(
        _ found: [ArchiveDocument], of reference: DocumentReference, in roots: [IndexRoot] = []
    ) throws -> ArchiveDocument {
        guard let first = found.first else {
            throw DocSearchError(
                .notFound, "There is no document \"\(reference.text)\" in the index.", item: reference.text,
                remedy: .find)
        }
        guard found.count == 1 else { throw DocSearchError.ambiguous(reference, found, in: roots) }
        return first
    }

    /// The texts of a document's pages in page order, or of the page `page` (from 1). Faster without layouts, which are
    /// their sizes and words. Throws ``DocSearchError`` with code `notFound` for a missing page.
    public func pages(of document: ArchiveDocument, page: Int? = nil, withLayouts: Bool = true) throws -> [PageText] {
        let isPossible = page.map { (1...IndexSchema.maximumPage).contains($0) } ?? true
        let wanted = try isPossible ? indexStore().pages(document: document.id, page.map { $0...$0 }) : []
        if let page, wanted.isEmpty { throw DocSearchError.noPage(page, of: document) }
        let ids = wanted.compactMap(\.page.textID)
        let read = wanted.compactMap(\.page.readTextID)
        let texts = ids.isEmpty ? [:] : try pageStore().texts(ids + read)
        let layouts = ids.isEmpty || !withLayouts ? [:] : try pageStore().layouts(ids)
        return wanted.map { page, isSound in
            var text = PageText(
                page, isSound: isSound, text: page.textID.flatMap { texts[$0] },
                layout: page.textID.flatMap { layouts[$0] })
            text.document = document.id
            text.originalText = page.readTextID.flatMap { texts[$0] }
            return text
        }
    }

    /// A page with its text; nil when it is gone, for example because a run has removed it since it was found.
    func page(_ page: Int, of document: ArchiveDocument, withLayouts: Bool = true) throws -> PageText? {
        do {
            return try pages(of: document, page: page, withLayouts: withLayouts).first
        } catch let error as DocSearchError where error.code == .notFound {
            return nil
        }
    }

    /// The page numbers printed in a document, by page, where they are known and differ from the pages' own. Reads no
    /// texts.
    public func pageLabels(of document: ArchiveDocument, pages: ClosedRange<Int>? = nil) throws -> [Int: String] {
        Dictionary(
            try indexStore().pages(document: document.id, pages).compactMap { page, _ in
                page.label.map { (page.number, $0) }
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The places of the words of `query` in a page's text: Unicode scalar ranges. A phrase or a divided word that
    /// continues on the next page is marked up to the end of this one. Words are matched in the forms that occur in
    /// documents that a query for ``SearchRequest/access`` admits.
    public func marks(of query: String, in page: PageText, access: String? = nil) throws -> [Range<Int>] {
        try marks(of: query, in: [page], access: access)[0]
    }

    /// The same for each of several pages. The words are looked up once.
    public func marks(of query: String, in pages: [PageText], access: String? = nil) throws -> [[Range<Int>]] {
        var request = SearchRequest(query)
        request.access = access
        return try marks(for: request, in: pages)
    }

    /// The places of a search's words in the texts of pages, as ``marks(of:in:access:)->[Range<Int>]`` gives them.
    /// Words that the search takes for a fact are not marked: “in 1931” where it finds a document of that year. The
    /// request's query, ``SearchRequest/synonyms``, ``SearchRequest/access``, ``SearchRequest/isLiteral``,
    /// ``SearchRequest/showsNotes`` and ``SearchRequest/now`` apply.
    public func marks(for request: SearchRequest, in pages: [PageText]) throws -> [[Range<Int>]] {
        let marks = try searchEngine(request).marks(in: pages)
        return zip(pages, marks).map { page, marks in ScalarOffsets.ranges(marks.map(\.range), in: page.text) }
    }

    /// The marks in the page's snippet, which is where most different words are close together.
    public func snippetMarks(for request: SearchRequest, in page: PageText) throws -> [Range<Int>] {
        let marks = try searchEngine(request).marks(in: [page])[0]
        let shown = SnippetWindow.shown(of: marks, in: page.text, words: request.snippetWords)
        return ScalarOffsets.ranges(shown.map(\.range), in: page.text)
    }

    /// The absolute path of a document's bundle.
    public func location(of document: ArchiveDocument) throws -> String { try bundlePath(of: document).absolutePath }

    /// The place of a document's bundle, without companions, which contain no documents.
    func bundlePath(of document: ArchiveDocument) throws -> BundlePath {
        guard let bundle = try indexStore().bundle(ofDocument: document.id),
            let root = try UserStore(reading: folder).roots().first(where: { $0.id == bundle.rootID })
        else {
            throw DocSearchError(
                .notFound, "The folder that \"\(document.path)\" was found in is no longer remembered.",
                item: document.path)
        }
        return BundlePath(root: root, directory: bundle.directory, name: bundle.name)
    }

    /// The absolute path of the remembered folder or single file through which a document was found.
    public func root(of document: ArchiveDocument) throws -> String { try bundlePath(of: document).root.path }

    var noIndex: DocSearchError { folder.noIndex }

    /// In the present index, or in one that is being read.
    func searchEngine(_ request: SearchRequest, in index: IndexStore? = nil) throws -> SearchEngine {
        SearchEngine(
            index: try index ?? indexStore(), request: request, sources: meaning, openPages: { try self.pageStore() },
            readRoots: { try UserStore(reading: self.folder).roots() })
    }

    func indexStore() throws -> IndexStore {
        try opened.withLock { stores in
            guard let inode = FileStatus(path: folder.index)?.inode else {
                stores = OpenStores()
                throw noIndex
            }
            let userInode = FileStatus(path: folder.user)?.inode
            // An unreadable file may be readable now, with the same inode.
            if let index = stores.index, stores.inode == inode, stores.userInode == userInode,
                index.annotationProblem == nil || userInode == nil
            {
                return index
            }
            let index = try IndexStore(reading: folder)
            stores = OpenStores(index: index, inode: inode, userInode: userInode)
            return index
        }
    }

    func pageStore() throws -> PageStore {
        try opened.withLock { stores in
            if let pages = stores.pages { return pages }
            let pages = try PageStore(reading: folder)
            stores.pages = pages
            return pages
        }
    }
}
