import ExtractionProtocol
import Foundation

/// Finds what the index lacks: bundles that a run would read, and pages that it would recognise.
struct FarmSurvey {
    let stores: IndexStores
    let options: IndexingOptions
    let greeting: GreetingFrame
    let stop: StopFlag

    /// Newest first.
    func items(_ roots: [IndexRoot]) throws -> [FarmItem] {
        let numbers = Dictionary(
            roots.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
        var items: [FarmItem] = []
        var unread: [Int: Set<ExactText>] = [:]
        let survey = RootSurvey(stores: stores, options: options, stop: stop, record: RunRecord(report: { _ in }))
        try survey.walk(roots.map { RootResolver.Target(root: $0, scope: "") }) { task in
            guard let root = numbers[task.root.id], let status = task.path.status() else { return }
            unread[root, default: []].insert(ExactText(task.relativePath))
            var item = FarmItem(
                root: root, path: task.relativePath, byteCount: status.byteCount, modified: status.modified)
            try divide(&item, task, status)
            items.append(item)
        }
        items += try waiting(roots, numbers, except: unread)
        return items.sorted { ($0.modified, $1.root, $1.path) > ($1.modified, $0.root, $0.path) }
    }

    /// Uses the findings of "docsearch index --ocr never": how many pages the documents of a bundle have, and how many seem
    /// to need recognition. All pages are named, because a closer look may find that others do.
    private func divide(_ item: inout FarmItem, _ task: BundleTask, _ status: FileStatus) throws {
        guard let bundle = try stores.index.bundle(at: task.path), bundle.hasSameStatus(as: status) else { return }
        let documents = try stores.index.pageCounts(bundle: bundle.id).filter { $0.pages > 0 }
        let pages = documents.reduce(0) { $0 + $1.pages }
        guard pages > 0 else { return }
        item.pages = Dictionary(
            documents.map { ($0.entry, [[1, $0.pages]]) }, uniquingKeysWith: { first, _ in first })
        item.share = Double(documents.reduce(0) { $0 + $1.waiting }) / Double(pages)
    }

    private func waiting(
        _ roots: [IndexRoot], _ numbers: [Int64: Int], except unread: [Int: Set<ExactText>]
    ) throws -> [FarmItem] {
        let byID = Dictionary(roots.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var items: [FarmItem] = []
        for id in try stores.index.documentsToRecognize(roots: roots.map(\.id)) {
            guard let document = try stores.index.documentToRecognize(id), let root = byID[document.rootID],
                let number = numbers[document.rootID],
                unread[number]?.contains(ExactText(document.bundlePath)) != true,
                let bundle = try stores.index.bundle(document.bundleID)
            else { continue }
            let languages = RecognitionLanguages(installed: greeting.languages)
                .codes(document: document.language, root: root.languages)
            let failed = try stores.index.pagesNotToRecognize(
                bundle: document.bundleID, entry: document.entry,
                source: .recognition(greeting, languages: languages), options: options,
                now: Int64(Date().timeIntervalSince1970))
            let pages = IndexSet(document.pages.filter { !failed.contains($0) })
            guard !failed.contains(0), !pages.isEmpty,
                FileStatus(path: root.absolutePath(document.bundlePath)) != nil
            else { continue }
            let ranges = FarmPacking.ranges(pages)
            // Documents of a bundle follow each other.
            if let last = items.indices.last, items[last].root == number,
                ExactText(items[last].path) == ExactText(document.bundlePath)
            {
                items[last].pages?[document.entry] = ranges
                continue
            }
            items.append(
                FarmItem(
                    root: number, path: document.bundlePath, byteCount: document.byteCount,
                    modified: bundle.modified, pages: [document.entry: ranges]))
        }
        return items
    }
}
