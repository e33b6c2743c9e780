import ExtractionProtocol
import Foundation
import GRDB

/// Texts that `pages.sqlite` should have and has not, or not as they were written.
struct DamagedTexts: Sendable {
    /// Rows of `page_text`.
    var ids: Set<Int64> = []
    /// Where each is indexed, as a sentence names it.
    var places: [String] = []

    var isEmpty: Bool { ids.isEmpty }
}

extension IndexStores {
    /// Reads and unpacks every text, and looks for every text that a page is indexed with.
    func damagedTexts() throws -> DamagedTexts {
        try texts(damaged: pages.damagedTexts())
    }

    /// Looks for every text that a page is indexed with, and reads none.
    func missingTexts() throws -> DamagedTexts { try texts(damaged: []) }

    private func texts(damaged ids: Set<Int64>) throws -> DamagedTexts {
        var damaged = DamagedTexts(ids: ids)
        let known = try pages.textIDs()
        var named: Set<Int64> = []
        for use in try index.textUses() where damaged.ids.contains(use.text) || !known.contains(use.text) {
            let page = use.page > 0 ? "page \(use.page) of \"\(use.path)\"" : "\"\(use.path)\""
            let isMissing = !known.contains(use.text)
            damaged.ids.insert(use.text)
            named.insert(use.text)
            damaged.places.append("The stored text of \(page) is \(isMissing ? "missing" : "damaged").")
        }
        let others = damaged.ids.subtracting(named).count
        if others > 0 {
            let texts =
                others == 1
                ? "1 stored text that no page is shown with is"
                : "\(others) stored texts that no page is shown with are"
            damaged.places.append("\(texts) damaged.")
        }
        return damaged
    }

    /// Takes damaged texts out, so that the next run reads their pages again.
    func discard(_ damaged: DamagedTexts) throws {
        try pages.discard(Array(damaged.ids))
        var documents: [Int64: Set<Int64>] = [:]
        for use in try index.textUses() where damaged.ids.contains(use.text) {
            documents[use.document, default: []].insert(use.text)
        }
        for (document, texts) in documents.sorted(by: { $0.key < $1.key }) {
            try index.write { db in try DocumentWriter(pages: pages).drop(db, document: document, texts: texts) }
        }
    }
}

extension PageStore {
    func textIDs() throws -> Set<Int64> {
        try read { db in try Int64.fetchSet(db, sql: "SELECT id FROM page_text") }
    }

    /// Rows of `page_text` that are not as they were written, or cannot be unpacked.
    fileprivate func damagedTexts() throws -> Set<Int64> {
        try read { db in
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT page_text.id, verdict, layer, origin, text, words, \(PagesSchema.Table.text.isWhole) AS is_whole
                    FROM page_text LEFT JOIN source ON source.id = source_id
                    """)
            var damaged: Set<Int64> = []
            while let row = try rows.next() {
                // What cannot be decoded is what is looked for.
                if (try? Self.isReadable(row)) != true { damaged.insert(try row.value("id")) }
            }
            return damaged
        }
    }

    private static func isReadable(_ row: Row) throws -> Bool {
        guard try row.value("is_whole") as Bool else { return false }
        let _: TextLayerVerdict = try row.known("verdict")
        let _: TextLayerKind? = try row.knownIfAny("layer")
        let _: TextOrigin = try row.known("origin")
        _ = try TextCompression.decompress(try row.value("text"))
        if let words: Data = try row.value("words") { _ = try WordCoding.decode(words) }
        return true
    }
}

extension IndexStore {
    fileprivate struct TextUse {
        var text: Int64
        var document: Int64
        var page: Int
        var path: String
    }

    /// Every page that is indexed with a text.
    fileprivate func textUses() throws -> [TextUse] {
        try read { db in
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT text_id, page.id, path FROM page
                    JOIN document ON document.id = page.id >> \(IndexSchema.pageBits)
                    WHERE text_id IS NOT NULL ORDER BY page.id
                    """)
            var uses: [TextUse] = []
            while let row = try rows.next() {
                let id: Int64 = try row.value(at: 1)
                uses.append(
                    TextUse(
                        text: try row.value(at: 0), document: id >> IndexSchema.pageBits,
                        page: Int(id & Int64(IndexSchema.maximumPage)), path: try row.value(at: 2)))
            }
            return uses
        }
    }
}
