import Foundation
import GRDB

/// Enters what file names say of documents of an earlier release, once for an index. No bundle is opened for it.
struct NameEntry {
    let index: IndexStore
    let pages: PageStore

    private static let key = "names-entered"
    /// Documents a transaction.
    private static let batch = 256

    /// Throws ``DocSearchError``; what was written until then stays, and the next run goes on behind it.
    func run(stop: StopFlag) throws {
        guard try index.meta(Self.key) == nil else { return }
        var last: Int64 = 0
        while !stop.isSet {
            let end = try index.write { db in
                let rows = try Row.fetchAll(
                    db,
                    sql: """
                        SELECT document.id, date, entry, directory, name FROM document
                        JOIN bundle ON bundle.id = bundle_id WHERE document.id > ?
                        ORDER BY document.id LIMIT \(Self.batch)
                        """, arguments: [last])
                for row in rows {
                    do {
                        try enter(db, row)
                    } catch let error as DocSearchError where error.code == .damagedIndex {
                        // It costs this document what its name says; who comes to need the row reports it.
                    }
                }
                if rows.isEmpty { try db.setMeta(Self.key, to: "1") }
                return try rows.last.map { try $0.value("id") as Int64 }
            }
            guard let end else { return }
            last = end
        }
    }

    private func enter(_ db: Database, _ row: Row) throws {
        let name = DocumentName(entry: try row.value("entry"), bundlePath: try row.bundlePath())
        let hasDate = try row.value("date") as Int64? != nil
        try DocumentWriter(pages: pages, fullText: index.fullText).enter(
            db, document: try row.value("id"), name, date: hasDate ? nil : name.date(now: Date()))
    }
}

extension DocumentWriter {
    /// Enters a document's name, unless it is there, and its date, which it must not have yet.
    fileprivate func enter(_ db: Database, document id: Int64, _ name: DocumentName, date: DocumentDate?) throws {
        let stored: String? = try db.fetchOne("SELECT indexed_head FROM document WHERE id = ?", [id])
        // One that is damaged is written anew with its document.
        guard let old = IndexedHead(stored: stored), old.name == nil else { return }
        var new = old.named(name)
        new.dateFromName = date == nil ? nil : true
        let writer = FullTextWriter(db: db, queue: fullText)
        if let rows = try writer.rows(document: id), new.name?.isEmpty == false {
            let text: Int64? = try db.fetchOne(
                "SELECT text_id FROM page WHERE id = ? AND text_id IS NOT NULL",
                [IndexSchema.pageRow(document: id, page: 0)])
            let known = try text.map { try pages.texts([$0])[$0] } ?? ""
            guard let free = known else { return }
            try writer.delete(FullTextWriter.Head(head: old, text: free), at: rows)
            try writer.insert(FullTextWriter.Head(head: new, text: free), at: rows)
        }
        try db.execute("UPDATE document SET indexed_head = ? WHERE id = ?", [try JSONText.encode(new), id])
        guard let date else { return }
        try db.execute(
            "UPDATE document SET date = ?, date_precision = ? WHERE id = ?",
            [date.storedSeconds, date.storedPrecision, id])
    }
}
