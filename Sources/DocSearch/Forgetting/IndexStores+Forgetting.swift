import Foundation
import SentenceEmbedding

/// The steps of forgetting. The caller holds the writer's lock.
extension IndexStores {
    func finishForgetting() throws -> ForgettingReport? {
        guard let order = try ForgettingOrder(in: folder) else { return nil }
        // Annotations that now belong to a copy elsewhere are not erased with it.
        try placeSubjects()
        return try forget(order)
    }

    /// The same in a run, which continues when other readers keep logs from being emptied, when there is no room to
    /// rewrite the files, and when the documents to forget cannot be determined. `tell` receives what was done; returns
    /// what was not. Throws ``DocSearchError`` for a damaged file of the index.
    func finishForgetting(_ tell: (String) -> Void) throws -> [IndexingWarning] {
        do {
            guard let report = try finishForgetting() else { return [] }
            let documents = report.documents.count.counted("document")
            tell("Finished erasing \(documents) that an interrupted command had begun.")
            for source in report.sources.filter(\.comesBack).prefix(3) {
                tell("The file \"\(source.path)\" is still there, and is read again.")
            }
            return report.notRemoved.map { IndexingWarning($0) }
        } catch let error as DocSearchError where ForgettingOrder.isDamage(error, in: folder) {
            return [IndexingWarning(error.message, remedy: error.remedy)]
        } catch let error as DocSearchError where error.damagedFile == nil {
            // A run needs little room, and new documents must not wait for this.
            return [IndexingWarning(error.message)]
        }
    }

    /// The order for documents, made beforehand, and for remains. `known` are the subjects of each document. Documents
    /// that are gone are passed over.
    func order(
        toForget documents: [(document: ArchiveDocument, known: [Int64])], _ remains: [DocumentRemains] = []
    ) throws -> ForgettingOrder {
        var order = ForgettingOrder(items: [])
        let all = Set(documents.map(\.document.id))
        for (document, known) in documents { try add(document, known, with: all, to: &order) }
        for remains in remains {
            order.subjects += remains.subjects
            order.items.append(
                ForgettingOrder.Item(
                    rootID: 0, rootPath: remains.rootPath, isRoot: false, path: remains.path,
                    entry: remains.bundle.entry, file: remains.file,
                    hashes: Set(remains.hashes).subtracting([""]).sorted(), sidecar: nil,
                    isAlone: try !user.roots()
                        .hasDocument(at: remains.bundle.path, rootPath: remains.rootPath, index)))
        }
        try addFormer(to: &order)
        return order
    }

    private func add(
        _ document: ArchiveDocument, _ known: [Int64], with others: Set<Int64>, to order: inout ForgettingOrder
    ) throws {
        guard let bundle = try index.bundle(ofDocument: document.id) else { return }
        let root = try user.roots().first { $0.id == bundle.rootID }
        let rootPath = root?.path ?? ""
        let file = try absolutePath(of: bundle.relativePath, root: bundle.rootID)
        let traces = try index.traces(document: document.id)
        let isAlone = others.isSuperset(of: traces.others)
        let empty = try user.emptySubjects(rootPath: rootPath, path: document.path)
        let elsewhere = try index.subjects(placedElsewhereThan: document.id, among: empty)
        let subjects = known + traces.subjects + empty.filter { !elsewhere.contains($0) }
        // Earlier content at a bundle's place belongs to its only document. With several, its owner is unknown.
        let earlier = try pages.hashes(ofPlace: file) + traces.hashes + user.hashes(ofSubjects: subjects)
        order.subjects += subjects
        order.items.append(
            ForgettingOrder.Item(
                rootID: bundle.rootID, rootPath: rootPath, isRoot: root?.isFile == true && isAlone,
                path: document.path, entry: document.entry, file: file,
                hashes: [document.contentHash] + Set(earlier).subtracting([document.contentHash, ""]).sorted(),
                sidecar: traces.sidecar, isAlone: isAlone, number: document.id, identifier: document.identifier))
    }

    /// Adds the subjects whose annotations were given to those of an order, and which have none any more.
    private func addFormer(to order: inout ForgettingOrder) throws {
        var former = try user.formerSubjects(of: order.subjects)
        let elsewhere = try index.subjects(placedElsewhereThan: 0, among: former)
        former.removeAll(where: elsewhere.contains)
        let (roots, places) = (try user.roots(), try user.places(ofSubjects: former))
        let files = try places.compactMap { place in
            let bundle = try place.bundle { try pages.isPlace($0) }
            return try roots.hasDocument(at: bundle.path, rootPath: place.rootPath, index) ? nil : bundle.file
        }
        order.subjects = Set(order.subjects + former).sorted()
        order.former.paths = Set(order.former.paths + places.map(\.path)).sorted()
        order.former.files = Set(order.former.files + files).sorted()
        order.former.hashes = try Set(order.former.hashes + user.hashes(ofSubjects: former)).subtracting([""]).sorted()
    }

    /// Runs an order from the start: steps that were done before find nothing to do.
    func forget(_ order: ForgettingOrder) throws -> ForgettingReport {
        do {
            var report = try remove(order)
            try erase(&report)
            try FixityLedger.forget(Set(order.items.map(\.file)), in: folder)
            try ForgettingOrder.remove(from: folder)
            return report
        } catch let error as DocSearchError where error.damagedFile == nil {
            let documents = order.items.count.counted("document")
            let have = order.items.count == 1 ? "has" : "have"
            throw DocSearchError(
                error.code,
                "\(documents) \(have) not been erased completely yet: traces may still be in the files of the index. "
                    + "\(error.message) The next run completes it.",
                item: error.item, cause: error.cause, remedy: .update)
        }
    }

    /// Removes rows from all files. The index comes first, because its full-text tables must be told the texts to
    /// forget.
    private func remove(_ decided: ForgettingOrder) throws -> ForgettingReport {
        var order = decided
        // Annotations made after an interruption may have been placed meanwhile.
        try addSubjects(to: &order)
        try index.forget(order, pages: pages)
        // From here on no annotation can be made about the documents.
        let hashes = try index.unused(order.hashes, in: "content_hash")
        var report = try removeAnnotations(&order, hashes: hashes)
        report.documents = order.items.map(\.path)
        report.references = order.items.map(\.references)
        let roots = try user.roots()
        let rules = ExclusionRules(try user.exclusions())
        var looked: Set<String> = []
        for item in order.items {
            // Records of one bundle share its bytes, and have texts of their own.
            if let hash = item.hashes.first, !hash.isEmpty, looked.insert(hash).inserted {
                report.copies += try index.documentPaths(contentHash: hash).filter {
                    $0.hasContent || $0.bundlePath != item.bundlePath
                }.map(\.path)
            }
            let isThere = FileStatus(path: item.file) != nil
            let isRead =
                isThere && !item.isRoot
                && roots.contains {
                    guard let inside = PathText.relative(item.file, below: $0.path) else { return false }
                    return inside.isEmpty
                        || rules.leftOut([PathText.name(inside)], in: PathText.parent(inside), of: $0) == 0
                }
            report.sources.append(.init(path: item.file, isThere: isThere, comesBack: isRead, hasOthers: !item.isAlone))
        }
        report.texts = try pages.forget(
            hashes: hashes, sidecars: index.unused(order.items.compactMap(\.sidecar), in: "sidecar_source"),
            places: order.items.filter(\.isAlone).map(\.file) + order.former.files,
            corrected: order.items.compactMap(\.number))
        report.removedFiles += PrivateCopy.removeAll(withContent: Set(hashes))
        return report
    }

    /// Removes people's annotations from `user.sqlite` and its back-ups. Other commands that make annotations only wait
    /// for this.
    func removeAnnotations(_ order: inout ForgettingOrder, hashes: [String]) throws -> ForgettingReport {
        var report = ForgettingReport()
        let lock = try AnnotationLock(folder)
        defer { withExtendedLifetime(lock) {} }
        // Annotations made since then would stay.
        try addSubjects(to: &order)
        report.searches = try user.searchCount()
        report.annotations = try user.forget(order, hashes: hashes)
        let copies = try user.writeAnew()
        report.removedFiles = copies.removed
        report.notRemoved = copies.left.map(Self.notRemoved)
        return report
    }

    private static func notRemoved(_ error: DocSearchError) -> String {
        error.message + " Remove it yourself: it may have what was forgotten."
    }

    /// Adds subjects of the same documents at the same places.
    private func addSubjects(to order: inout ForgettingOrder) throws {
        let decided = order
        for item in order.items {
            let late = try user.subjects(rootPath: item.rootPath, path: item.path, hashes: item.hashes)
            let elsewhere = try index.subjects(placedElsewhereThan: item.number ?? 0, among: late)
            order.subjects += late.filter { !elsewhere.contains($0) }
        }
        try addFormer(to: &order)
        if order != decided { try order.write(in: folder) }
    }

    /// Erases the remains of removed rows from the bytes of the files.
    func erase(_ report: inout ForgettingReport) throws {
        try pages.writeAnew()
        try index.erase(pages: pages)
        try forgetVectors()
        report.notRemoved += try ImageFolders(folder: folder).removeImages { try index.imageKeys() }
        // Commands that make annotations write back-ups under such names, with only this lock.
        let lock = try AnnotationLock(folder)
        defer { withExtendedLifetime(lock) {} }
        for name in try IndexFolder.names(in: folder.path).sorted() {
            if IndexFolder.isSetAside(name) {
                let file = PathText.joined(folder.path, name)
                if unlink(file) == 0 || errno == ENOENT {
                    report.removedFiles.append(name)
                } else {
                    // That is no reason to skip the rest.
                    report.notRemoved.append(Self.notRemoved(DocSearchError.system("Removing", file)))
                }
            } else if !IndexFolder.isOwn(name), PathText.joined(folder.path, name) != ModelFolder.usual().path {
                report.otherFiles.append(name)
            }
        }
    }
}
