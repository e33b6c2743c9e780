import ContentHashing
import Foundation

/// Compares what the index has and may be seen with what the engine has.
struct FeedRun {
    let index: IndexStore
    let pages: PageStore
    let options: FeedOptions
    let folder: FeedFolder
    let state: FeedState

    private static let documentsAtOnce = 200
    /// Their texts are in memory together.
    private static let textsAtOnce = 16

    /// `permitted` gives the numbers of the documents that may be seen; nil for all.
    func run(permitted: () throws -> Set<Int64>?) throws -> FeedReport {
        let store = try pages.identifier()
        guard try index.pagesName() == store else {
            throw DocSearchError(
                .failed, "The index is of another pages.sqlite, so its texts are not known. Nothing was fed.",
                item: pages.file, remedy: .update)
        }
        let current = try currentState(store: store)
        let isUnchanged = try !options.isFull && state.complete() == current
        // Before anything is written: without knowing what may be seen, nothing is.
        let documents = isUnchanged ? [] : try permitted() ?? all()
        if options.isFull { try state.doubtAll() }
        let writer = try FeedWriter(folder, state, options.engine, now: Int64(Date().timeIntervalSince1970 * 1000))
        guard !isUnchanged else {
            var report = FeedReport()
            report.isUnchanged = true
            return report
        }
        // First what must not be found any more.
        try bury(except: documents, writer)
        try forEach(batch: index.documentIDs) { ids in
            let ids = ids.filter(documents.contains)
            let found = try index.documents(ids: ids)
            for id in ids {
                guard let document = found[id] else { continue }
                try feed(FeedDocument(document, publicURL: options.publicURL, store: store), writer)
            }
        }
        try writer.closeFile()
        if writer.report.unreadable == 0 { try state.setComplete(current) }
        return writer.report
    }

    /// Everything that decides what is fed.
    private func currentState(store: String) throws -> String {
        var options = options
        options.isFull = false
        var hash = SHA256()
        hash.update(Array("\(DocSearchVersion.current)\n\(store)\n\(options)\n\(try index.sums())".utf8))
        return hash.digest()
    }

    private func all() throws -> Set<Int64> {
        var all: Set<Int64> = []
        try forEach(batch: index.documentIDs) { all.formUnion($0) }
        return all
    }

    private func bury(except documents: Set<Int64>, _ writer: FeedWriter) throws {
        try forEach(batch: state.documents) { ids in
            for id in ids where !documents.contains(id) {
                let known = try state.pages(of: id)
                for (page, hash) in known.enumerated() where FeedState.isFed(hash) {
                    writer.bury(id, page: page)
                }
                let buried = known.map { FeedState.isFed($0) ? FeedState.buried : $0 }
                if buried != known { try writer.note(id, pages: buried) }
            }
        }
    }

    private func feed(_ document: FeedDocument, _ writer: FeedWriter) throws {
        let known = try state.pages(of: document.id)
        let rows = try index.pagesToFeed(document: document.id)
        let count = max(known.count, (rows.last?.number ?? 0) + 1)
        // The state of the engine, as far as the file goes.
        var there = known + [UInt64](repeating: FeedState.absent, count: count - known.count)
        var isGone = there.map(FeedState.isFed)
        for row in rows { isGone[row.number] = false }
        for number in isGone.indices where isGone[number] {
            writer.bury(document.id, page: number)
            there[number] = FeedState.buried
        }
        var new: [(page: IndexedPage, hash: UInt64)] = []
        for row in rows {
            guard let page = row.page else {
                writer.noteUnreadable()
                continue
            }
            let hash = document.hash(page)
            if hash != there[row.number] { new.append((page, hash)) }
        }
        for start in stride(from: 0, to: new.count, by: Self.textsAtOnce) {
            let few = new[start..<min(start + Self.textsAtOnce, new.count)]
            let texts = try pages.texts(few.compactMap(\.page.textID))
            for (page, hash) in few {
                guard let text = page.textID.map({ texts[$0] }) ?? "" else {
                    writer.noteUnreadable()
                    continue
                }
                writer.add(page, text: text, of: document)
                there[page.number] = hash
                if writer.isFull { try writer.note(document.id, pages: there) }
            }
        }
        if there != known { try writer.note(document.id, pages: there) }
    }

    private func forEach(
        batch: (_ after: Int64, _ limit: Int) throws -> [Int64], _ body: ([Int64]) throws -> Void
    ) throws {
        var last = Int64.min
        while case let ids = try batch(last, Self.documentsAtOnce), let end = ids.last {
            try body(ids)
            last = end
        }
    }
}
