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

    /// The record of a document to be forgotten with `others` (numbers), made beforehand; nil when it is gone. `said`
    /// are subjects known to be the document. The history of `user.sqlite` is read unless it is given.
    func itemToForget(
        _ document: ArchiveDocument, _ said: [Int64], with others: Set<Int64> = [], history: SubjectHistory? = nil
    ) throws -> ForgettingOrder.Item? {
        guard let bundle = try index.bundle(ofDocument: document.id) else { return nil }
        let root = try user.roots().first { $0.id == bundle.rootID }
        let rootPath = root?.path ?? ""
        let file = try absolutePath(of: bundle.relativePath, root: bundle.rootID)
        let traces = try index.traces(document: document.id)
        let isAlone = others.isSuperset(of: traces.others)
        let empty = try user.emptySubjects(rootPath: rootPath, path: document.path)
        let elsewhere = try index.subjects(placedElsewhereThan: document.id, among: empty)
        var subjects = Set(said + traces.subjects + empty.filter { !elsewhere.contains($0) })
        let former = try formerSubjects(of: subjects, history)
        subjects.formUnion(former)
        // Earlier content at a bundle's place belongs to its only document. With several, its owner is unknown.
        let earlier = try pages.hashes(ofPlace: file) + traces.hashes + user.hashes(ofSubjects: Array(subjects))
        return ForgettingOrder.Item(
            rootID: bundle.rootID, rootPath: rootPath, isRoot: root?.isFile == true && isAlone,
            path: document.path, entry: document.entry, file: file,
            hashes: [document.contentHash] + Set(earlier).subtracting([document.contentHash, ""]).sorted(),
            sidecar: traces.sidecar, subjects: subjects.sorted(), isAlone: isAlone,
            reference: .init(number: document.id, identifier: document.identifier), former: try places(of: former))
    }

    /// Subjects whose annotations were given to these, and which have none any more.
    private func formerSubjects(of subjects: Set<Int64>, _ history: SubjectHistory?) throws -> [Int64] {
        guard !subjects.isEmpty else { return [] }
        let former = try (history ?? user.subjectHistory()).former(of: subjects)
        let elsewhere = try index.subjects(placedElsewhereThan: 0, among: former)
        return former.filter { !elsewhere.contains($0) }
    }

    private func places(of former: [Int64]) throws -> ForgettingOrder.Former? {
        guard !former.isEmpty else { return nil }
        let roots = try user.roots()
        let places = try user.places(ofSubjects: former)
        let files = try places.compactMap { place in
            let bundle = try place.bundle { try pages.isPlace($0) }
            return try roots.hasDocument(at: bundle.path, rootPath: place.rootPath, index) ? nil : bundle.file
        }
        return .init(places, files: files)
    }

    /// The known data about a document's remains.
    func itemToForget(_ remains: DocumentRemains, history: SubjectHistory? = nil) throws -> ForgettingOrder.Item {
        let former = try formerSubjects(of: Set(remains.subjects), history)
        let subjects = Set(remains.subjects + former).sorted()
        let hashes = try remains.hashes + user.hashes(ofSubjects: subjects)
        let bundle = remains.bundle
        return ForgettingOrder.Item(
            rootID: 0, rootPath: remains.rootPath, isRoot: false, path: remains.path, entry: bundle.entry,
            file: bundle.file, hashes: Set(hashes).subtracting([""]).sorted(), sidecar: nil, subjects: subjects,
            isAlone: try !user.roots().hasDocument(at: bundle.path, rootPath: remains.rootPath, index),
            former: try places(of: former))
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
        try index.forget(order.items, pages: pages)
        // From here on no annotation can be made about the documents.
        let hashes = try index.hashesWithoutDocument(Array(Set(order.items.flatMap(\.hashes))))
        var report = try removeWhatWasSaid(&order, hashes: hashes)
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
            hashes: hashes, sidecars: index.sidecarsWithoutDocument(order.items.compactMap(\.sidecar)),
            places: order.items.filter(\.isAlone).map(\.file) + order.items.flatMap { $0.former?.files ?? [] })
        report.removedFiles += PrivateCopy.removeAll(withContent: Set(hashes))
        return report
    }

    /// Removes people's annotations from `user.sqlite` and its back-ups. Other commands that make annotations only wait for
    /// this.
    func removeWhatWasSaid(_ order: inout ForgettingOrder, hashes: [String]) throws -> ForgettingReport {
        var report = ForgettingReport()
        let lock = try AnnotationLock(folder)
        defer { withExtendedLifetime(lock) {} }
        // Annotations made since then would stay.
        try addSubjects(to: &order)
        report.searches = try user.searchCount()
        report.annotations = try user.forget(order.items, hashes: hashes)
        let copies = try user.writeAnew()
        report.removedFiles = copies.removed
        report.notRemoved = copies.left.map(Self.notRemoved)
        return report
    }

    private static func notRemoved(_ error: DocSearchError) -> String {
        error.message + " Remove it yourself: it may have what was forgotten."
    }

    private func addSubjects(to order: inout ForgettingOrder) throws {
        let history = try user.subjectHistory()
        let decided = order.items.map(\.subjects)
        for position in order.items.indices { try addSubjects(to: &order.items[position], history) }
        if order.items.map(\.subjects) != decided { try order.write(in: folder) }
    }

    /// Subjects of the same document at the same place whose annotations it was given.
    private func addSubjects(to item: inout ForgettingOrder.Item, _ history: SubjectHistory) throws {
        let late = try user.subjects(rootPath: item.rootPath, path: item.path, hashes: item.hashes)
        let elsewhere = try index.subjects(placedElsewhereThan: item.reference?.number ?? 0, among: late)
        let subjects = Set(item.subjects + late.filter { !elsewhere.contains($0) })
        item.subjects = try subjects.union(formerSubjects(of: subjects, history)).sorted()
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
