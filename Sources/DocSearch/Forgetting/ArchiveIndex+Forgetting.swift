/// Forgetting documents for good.
extension ArchiveIndex {
    /// Erases documents from all files of the index and their logs: texts, words, tags, notes, corrections and their
    /// journal. Back-ups of `user.sqlite` are replaced by one new back-up, and files that a repair had moved aside are
    /// removed. Afterwards the files no longer contain the bytes. This cannot be undone. After an early error none of
    /// the documents is forgotten.
    ///
    /// Source files are never touched, and a document that is still in a remembered folder comes back with the next run
    /// that reads it: see ``exclude(paths:isForgotten:by:)``. Documents with the same bytes keep their texts, and are
    /// named. `remains` belong to documents that are no longer in the index: see ``remains(of:)``.
    ///
    /// Each file of the index is rewritten, which takes a few seconds for each 100 MB and as much space again. If this
    /// is interrupted, by a kill or a full disk, the next run that writes or ``finishForgetting()`` completes it.
    ///
    /// Throws ``DocSearchError``: `locked` when a run is in progress, or another program reads the index for so long
    /// that its logs cannot be emptied; `failed` for a full disk, and for a document that was read again since it was
    /// fetched. The sentence tells if something was done before.
    @discardableResult
    public func forget(_ documents: [ArchiveDocument], remains: [DocumentRemains] = []) throws -> ForgettingReport {
        guard exists else { throw noIndex }
        guard !documents.isEmpty || !remains.isEmpty else { return ForgettingReport() }
        // Includes subjects that no run has placed yet.
        let named = try documents.map { (document: $0, known: try indexStore().subjects(document: $0.id)) }
        return try writing { stores in
            try FullTextRebuild(index: stores.index, pages: stores.pages).requireNone()
            _ = try stores.finishForgetting()
            // From here on each annotation belongs to known documents.
            try stores.placeSubjects()
            let current = try stores.index.documents(ids: documents.map(\.id))
            // A document that a run has read since is not the named one.
            let changed = documents.first { document in
                let now = current[document.id]
                return now?.path != document.path || now?.contentHash != document.contentHash
            }
            if let changed {
                throw DocSearchError(
                    .failed,
                    "\"\(changed.path)\" has been moved, changed or removed meanwhile. Nothing was forgotten. Name it "
                        + "again.", item: changed.path)
            }
            let order = try stores.order(toForget: named, remains)
            try order.write(in: folder)
            return try stores.forget(order)
        }
    }

    /// Completes interrupted forgetting. Returns nil when there is nothing to complete. Throws as
    /// ``forget(_:remains:)`` does.
    public func finishForgetting() throws -> ForgettingReport? {
        guard exists, isForgettingUnfinished else { return nil }
        return try writing { stores in
            try FullTextRebuild(index: stores.index, pages: stores.pages).requireNone()
            return try stores.finishForgetting()
        }
    }

    /// The other documents of a document's bundle, which a pattern that leaves out the bundle leaves out too.
    public func documents(besides document: ArchiveDocument) throws -> [ArchiveDocument] {
        let index = try indexStore()
        return try index.documents(ids: index.othersInBundle(document: document.id)).values.sorted { $0.id < $1.id }
    }

    /// True when forgetting was interrupted and is not completed yet.
    public var isForgettingUnfinished: Bool { FileStatus(path: folder.forgetting) != nil }
}
