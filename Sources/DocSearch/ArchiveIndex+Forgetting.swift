import Foundation

/// Forgetting documents for good.
extension ArchiveIndex {
    /// Erases documents from all files of the index and their logs: texts, words, tags, notes, corrections and the journal of
    /// them. Back-ups of `user.sqlite` are removed and one new one is made; files that a repair had moved aside are removed.
    /// The bytes are not in the files any more afterwards. It cannot be taken back.
    ///
    /// Source files are never touched, and a document that still lies in a remembered folder comes back with the next run
    /// that reads it: see ``exclude(paths:by:)``. Documents with the same bytes keep their texts, and are named.
    ///
    /// Each file of the index is written anew, which takes some seconds for each 100 MB and as much room again. What is
    /// interrupted, by a kill or a full disk, is ended by the next run that writes, or by ``finishForgetting()``.
    ///
    /// - Parameter documents: All of them are forgotten, or after an error at the beginning none.
    /// - Returns: What was done, and where something may be left.
    /// - Throws: ``DocSearchError``: `locked` when a run is going on, or when another program reads the index so long that its
    ///   logs cannot be emptied; `failed` for a full disk. When something was done before that, the sentence says so.
    @discardableResult
    public func forget(_ documents: [ArchiveDocument]) throws -> ForgettingReport {
        guard exists else { throw noIndex }
        guard !documents.isEmpty else { return ForgettingReport() }
        var saidOf: [Int64: [Int64]] = [:]
        // Also what no run has placed yet.
        for document in documents { saidOf[document.id] = try indexStore().subjects(document: document.id) }
        return try writing { stores in
            try FullTextRebuild(index: stores.index, pages: stores.pages).requireNone()
            _ = try stores.finishForgetting()
            var items: [ForgettingOrder.Item] = []
            let all = Set(documents.map(\.id))
            for document in documents {
                let said = saidOf[document.id] ?? []
                if let item = try stores.itemToForget(document, said, with: all) { items.append(item) }
            }
            let order = ForgettingOrder(items: items)
            try order.write(in: folder)
            return try stores.forget(order)
        }
    }

    /// Ends forgetting that was interrupted. Returns nil when there is nothing to end. Throws as ``forget(_:)`` does.
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

extension IndexStores {
    /// Ends what was interrupted.
    func finishForgetting() throws -> ForgettingReport? {
        guard let order = try ForgettingOrder(in: folder) else { return nil }
        return try forget(order)
    }

    /// The same in a run, which goes on while others read the index for so long that its logs cannot be emptied.
    func finishForgetting(_ tell: (String) -> Void) throws {
        do {
            guard let report = try finishForgetting() else { return }
            let documents = report.documents.count.counted("document")
            tell("\(documents) had been forgotten by a command that was interrupted. It was ended.")
        } catch let error as DocSearchError where error.code == .locked {
            tell(error.message)
        }
    }

    /// What there is to know of a document before it is forgotten with others; nil when it is gone.
    func itemToForget(
        _ document: ArchiveDocument, _ said: [Int64], with others: Set<Int64> = []
    ) throws -> ForgettingOrder.Item? {
        guard let bundle = try index.bundle(ofDocument: document.id) else { return nil }
        let root = try user.roots().first { $0.id == bundle.rootID }
        let rootPath = root?.path ?? ""
        let file = try absolutePath(of: bundle.relativePath, root: bundle.rootID)
        let traces = try index.traces(document: document.id)
        let isAlone = others.isSuperset(of: traces.others)
        let empty = try user.emptySubjects(rootPath: rootPath, path: document.path)
        let elsewhere = try index.subjects(placedElsewhereThan: document.id, among: empty)
        let subjects = Set(said + traces.subjects + empty.filter { !elsewhere.contains($0) })
        // What else was at a bundle's place was its only document's; of several it cannot be told whose.
        let earlier = try pages.hashes(ofPlace: file) + traces.hashes + user.hashes(ofSubjects: Array(subjects))
        return ForgettingOrder.Item(
            rootID: bundle.rootID, rootPath: rootPath, isRoot: root?.isFile == true && isAlone,
            path: document.path, entry: document.entry, file: file,
            hashes: [document.contentHash]
                + Set(earlier).subtracting([document.contentHash, ""]).sorted(),
            sidecar: traces.sidecar, subjects: subjects.sorted(), isAlone: isAlone)
    }

    /// Does what was decided, from the beginning: what has been done of it before finds nothing to do.
    func forget(_ order: ForgettingOrder) throws -> ForgettingReport {
        do {
            var report = try remove(order)
            try erase(&report)
            try ForgettingOrder.remove(from: folder)
            return report
        } catch let error as DocSearchError where error.damagedFile == nil {
            let documents = order.items.count.counted("document")
            throw DocSearchError(
                error.code,
                "\(documents) could not be forgotten to the end yet: some of it may still be in the files of the index. "
                    + "\(error.message) The next run goes on with it.",
                item: error.item, cause: error.cause, remedy: .update)
        }
    }

    /// Takes rows out of all files. The index first, as its full-text tables must be told the texts that they are to forget.
    private func remove(_ order: ForgettingOrder) throws -> ForgettingReport {
        var report = ForgettingReport()
        report.documents = order.items.map(\.path)
        // What was said of a document while it is being forgotten would stay behind.
        let lock = try DecisionLock(folder)
        defer { withExtendedLifetime(lock) {} }
        try index.forget(order.items, pages: pages)
        for item in order.items {
            // Records of one bundle are known by its bytes, and have texts of their own.
            if let hash = item.hashes.first, !hash.isEmpty {
                report.copies += try index.documentPaths(contentHash: hash).filter {
                    $0.hasContent || $0.bundlePath != bundlePath(item)
                }.map(\.path)
            }
            let isThere = FileStatus(path: item.file) != nil
            report.sources.append(
                .init(
                    path: item.file, isThere: isThere, comesBack: isThere && !item.isRoot, hasOthers: !item.isAlone))
        }
        let hashes = try index.hashesWithoutDocument(Array(Set(order.items.flatMap(\.hashes))))
        report.decisions = try user.forget(order.items, hashes: hashes)
        report.texts = try pages.forget(
            hashes: hashes, sidecars: index.sidecarsWithoutDocument(order.items.compactMap(\.sidecar)),
            places: order.items.filter(\.isAlone).map(\.file))
        report.removedFiles = try user.writeAnew() + PrivateCopy.removeAll(withContent: Set(hashes))
        return report
    }

    /// The path form of an item's bundle.
    private func bundlePath(_ item: ForgettingOrder.Item) -> String {
        item.entry.isEmpty ? item.path : String(item.path.dropLast(item.entry.count + 2))
    }

    /// Takes what rows have left behind out of the bytes of the files.
    private func erase(_ report: inout ForgettingReport) throws {
        try pages.writeAnew()
        try index.erase(pages: pages)
        for name in try IndexFolder.names(in: folder.path).sorted() {
            if IndexFolder.isSetAside(name) {
                let file = PathText.joined(folder.path, name)
                guard unlink(file) == 0 || errno == ENOENT else { throw DocSearchError.system("Removing", file) }
                report.removedFiles.append(name)
            } else if !IndexFolder.isOwn(name) {
                report.otherFiles.append(name)
            }
        }
    }
}
