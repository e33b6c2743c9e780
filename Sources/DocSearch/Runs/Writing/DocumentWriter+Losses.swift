import Foundation
import GRDB

extension DocumentWriter {
    func noteLosses(_ db: Database, document id: Int64, pages numbers: [Int]) throws {
        let row = try db.row(
            """
            SELECT bundle_id, entry, document.content_hash, directory, name
            FROM document JOIN bundle ON bundle.id = bundle_id WHERE document.id = ?
            """, [id])
        guard let row, !numbers.isEmpty else { return }
        for number in numbers {
            let loss = TextLoss(bundlePath: try row.bundlePath(), entry: try row.value("entry"), page: number)
            try IndexStore.upsertFailure(
                db, bundle: try row.value("bundle_id"), loss.problem, settings: "",
                now: Int64(Date().timeIntervalSince1970))
            pages.losses.add(loss)
        }
        // Documents with the same content share the texts. The file is as it was: a status that says otherwise would
        // keep it from being found where it is moved to.
        try db.execute(
            """
            UPDATE bundle SET extractor = '' WHERE id IN (
                SELECT bundle_id FROM document WHERE content_hash = ?1) OR id = ?2
            """, [try row.value("content_hash") as String, try row.value("bundle_id") as Int64])
    }
}

extension IndexStore {
    func noteLosses(bundle: Int64, _ lost: [String: [Int]], pages: PageStore) throws {
        guard !lost.isEmpty else { return }
        try write { db in
            for (entry, numbers) in lost.sorted(by: { $0.key < $1.key }) {
                let document: Int64? = try db.fetchOne(
                    "SELECT id FROM document WHERE bundle_id = ? AND entry = ?", [bundle, entry])
                guard let document else { continue }
                try DocumentWriter(self, pages: pages).noteLosses(db, document: document, pages: numbers)
            }
        }
    }
}

/// The texts chosen for pages, all of which can be read.
struct ChosenPages: Sendable {
    var pages: [IndexedPage]
    var lost: [Int]
}

extension IndexStores {
    func chosenPages(
        _ choice: PageChoice, of scope: TextScope, count: Int, sidecar: TextSource?
    ) throws -> ChosenPages {
        var lost: Set<Int> = []
        // Pages that have to be read again before it is known whether they ask for recognition.
        var unread: Set<Int> = []
        while true {
            let known = try pages.knownPages(of: scope)
            let chosen = choice.pages(count: count, known: known.rows, sidecar: sidecar)
            let texts = try pages.texts(chosen.compactMap(\.textID))
            let unreadable = Set(chosen.compactMap(\.textID)).subtracting(texts.keys)
            guard !known.damaged.isEmpty || !unreadable.isEmpty else {
                let pages = chosen.map { unread.contains($0.number) && $0.textID == nil ? $0.withoutText : $0 }
                return ChosenPages(pages: pages, lost: lost.sorted())
            }
            for row in known.rows where unreadable.contains(row.id) {
                lost.insert(row.page)
                if row.source.origin != .ocr { unread.insert(row.page) }
            }
            for row in known.damaged {
                lost.insert(row.page)
                unread.insert(row.page)
            }
            try pages.discard(unreadable + known.damaged.map(\.id))
        }
    }
}
