/// Forgetting documents for good.
extension ArchiveIndex {
    /// Erases documents from all files of the index and their logs: texts, words, tags, notes, corrections and their
    /// journal. Back-ups of `user.sqlite` are removed and one new one is made; files that a repair had moved aside are
    /// removed. The bytes are not in the files any more afterwards. It cannot be taken back. After an error at the
    /// beginning none of the documents is forgotten.
    ///
    /// Source files are never touched, and a document that still lies in a remembered folder comes back with the next
    /// run that reads it: see ``exclude(paths:isForgotten:by:)``. Documents with the same bytes keep their texts, and
    /// are named. `remains` are those of documents that are not in the index any more: see ``remains(of:)``.
    ///
    /// Each file of the index is written anew, which takes some seconds for each 100 MB and as much room again. What is
    /// interrupted, by a kill or a full disk, is ended by the next run that writes, or by ``finishForgetting()``.
    ///
    /// Throws ``DocSearchError``: `locked` when a run is going on, or another program reads the index so long that its
    /// logs cannot be emptied; `failed` for a full disk, and for a document that was read anew since it was fetched.
    /// When something was done before that, the sentence says so.
    @discardableResult
    public func forget(_ documents: [ArchiveDocument], remains: [DocumentRemains] = []) throws -> ForgettingReport {
        guard exists else { throw noIndex }
        guard !documents.isEmpty || !remains.isEmpty else { return ForgettingReport() }
        var saidOf: [Int64: [Int64]] = [:]
        // Also what no run has placed yet.
        for document in documents { saidOf[document.id] = try indexStore().subjects(document: document.id) }
        return try writing { stores in
            try FullTextRebuild(index: stores.index, pages: stores.pages).requireNone()
            _ = try stores.finishForgetting()
            // Whatever was said, it is known from here on of which documents.
            try stores.placeSubjects()
            let history = try stores.user.subjectHistory()
            var items: [ForgettingOrder.Item] = []
            let all = Set(documents.map(\.id))
            let current = try stores.index.documents(ids: documents.map(\.id))
            for document in documents {
                // What a run has read since is not what was named.
                guard let now = current[document.id], now.path == document.path,
                    now.contentHash == document.contentHash
                else {
                    throw DocSearchError(
                        .failed,
                        "\"\(document.path)\" has been moved, changed or removed meanwhile. Nothing was forgotten. Name it "
                            + "again.", item: document.path)
                }
                let said = saidOf[document.id] ?? []
                let item = try stores.itemToForget(document, said, with: all, history: history)
                if let item { items.append(item) }
            }
            items += try remains.map { try stores.itemToForget($0, history: history) }
            let order = ForgettingOrder(items: items)
            try order.write(in: folder)
            return try stores.forget(order)
        }
    }

    /// Ends forgetting that was interrupted. Returns nil when there is nothing to end. Throws as ``forget(_:remains:)`` does.
    public func finishForgetting() throws -> ForgettingReport? {
        guard exists, isForgettingUnfinished else { return nil }
        return try writing { stores in
            try FullTextRebuild(index: stores.index, pages: stores.pages).requireNone()
            return try stores.finishForgetting()
        }
    }

    /// The other documents of a document's bundle: a pattern that leaves out the bundle leaves out those, too.
    public func documents(besides document: ArchiveDocument) throws -> [ArchiveDocument] {
        let index = try indexStore()
        return try index.documents(ids: index.othersInBundle(document: document.id)).values.sorted { $0.id < $1.id }
    }

    /// Whether forgetting was interrupted and is not ended yet.
    public var isForgettingUnfinished: Bool { FileStatus(path: folder.forgetting) != nil }
}
