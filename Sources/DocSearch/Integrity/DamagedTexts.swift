import ExtractionProtocol
import Foundation
import GRDB

/// Texts that `pages.sqlite` should have and has not, or not as they were written.
struct DamagedTexts: Sendable {
    /// Rows of `page_text`.
    var ids: Set<Int64> = []
    /// A sentence for each page that is indexed with a damaged text.
    var reasons: [String] = []

    var isEmpty: Bool { ids.isEmpty }
}

extension IndexStores {
    /// Reads and unpacks the texts with these numbers, and looks for every one that a page is indexed with.
    func damagedTexts(in ranges: [ClosedRange<Int64>] = IndexStores.allTexts, _ stop: StopFlag? = nil) throws
        -> DamagedTexts
    {
        try texts(damaged: pages.damagedTexts(ranges, stop), ranges)
    }

    /// Looks for every text that a page is indexed with, and reads none.
    func missingTexts() throws -> DamagedTexts { try texts(damaged: [], Self.allTexts) }

    static let allTexts = [Int64.min...Int64.max]

    private func texts(damaged ids: Set<Int64>, _ ranges: [ClosedRange<Int64>]) throws -> DamagedTexts {
        var damaged = DamagedTexts(ids: ids)
        let known = try pages.textIDs(ranges)
        var named: Set<Int64> = []
        for use in try index.textUses(ranges) where damaged.ids.contains(use.text) || !known.contains(use.text) {
            let page = use.page > 0 ? "page \(use.page) of \"\(use.path)\"" : "\"\(use.path)\""
            let isMissing = !known.contains(use.text)
            damaged.ids.insert(use.text)
            named.insert(use.text)
            damaged.reasons.append("The stored text of \(page) is \(isMissing ? "missing" : "damaged").")
        }
        let others = damaged.ids.subtracting(named).count
        if others > 0 {
            damaged.reasons.append(
                "\(others.counted("stored text")) that no page is shown with \(others == 1 ? "is" : "are") damaged.")
        }
        return damaged
    }

    /// Texts all of whose documents lie in bundles that can be read again, and the paths of documents whose bundles are
    /// not there, are not what they were, or cannot be read.
    func byPresence(_ damaged: DamagedTexts) throws -> (there: Set<Int64>, away: Set<String>) {
        var (there, away): (Set<Int64>, Set<Int64>) = ([], [])
        var paths: Set<String> = []
        for use in try index.textUses() where damaged.ids.contains(use.text) {
            guard let bundle = try index.bundle(ofDocument: use.document) else { continue }
            if try canBeReadAgain(bundle) {
                there.insert(use.text)
            } else {
                away.insert(use.text)
                paths.insert(use.path)
            }
        }
        return (there.subtracting(away), paths)
    }

    private func canBeReadAgain(_ bundle: BundleRow) throws -> Bool {
        guard let root = try user.roots().first(where: { $0.id == bundle.rootID }) else { return false }
        let path = BundlePath.withCompanions(bundle.relativePath, in: root)
        guard let status = path.status(), bundle.hasSameStatus(as: status) else { return false }
        return try DiskName.bytes(of: path.absolutePath).withCPath { access($0, R_OK) } == 0
            && !index.hasOpeningFailure(bundle: bundle.id)
    }

    /// Takes damaged texts out, so that the next run reads their pages again.
    func discard(_ damaged: DamagedTexts) throws {
        guard !damaged.isEmpty else { return }
        try pages.discard(Array(damaged.ids))
        var documents: [Int64: Set<Int64>] = [:]
        for use in try index.textUses() where damaged.ids.contains(use.text) {
            documents[use.document, default: []].insert(use.text)
        }
        for (document, texts) in documents.sorted(by: { $0.key < $1.key }) {
            try index.write { db in
                try DocumentWriter(index, pages: pages).drop(db, document: document, texts: texts)
            }
        }
    }
}

extension PageStore {
    fileprivate func textIDs(_ ranges: [ClosedRange<Int64>]) throws -> Set<Int64> {
        try read { db in
            try ranges.reduce(into: []) { ids, range in
                ids.formUnion(
                    try db.fetchAll(
                        "SELECT id FROM page_text WHERE id BETWEEN ? AND ?", [range.lowerBound, range.upperBound])
                        as [Int64])
            }
        }
    }

    /// Rows of `page_text` that are not as they were written, or cannot be unpacked.
    fileprivate func damagedTexts(_ ranges: [ClosedRange<Int64>], _ stop: StopFlag?) throws -> Set<Int64> {
        try read { db in
            var damaged: Set<Int64> = []
            for range in ranges {
                let rows = try db.rows(
                    """
                    SELECT page_text.id, verdict, layer, origin, text, words,
                        \(PagesSchema.Table.text.isWhole) AS is_whole
                    FROM page_text LEFT JOIN source ON source.id = source_id
                    WHERE page_text.id BETWEEN ? AND ?
                    """, [range.lowerBound, range.upperBound])
                var ids: [Int64] = []
                while stop?.isSet != true, let row = try rows.next() {
                    let id: Int64 = try row.value("id")
                    if stop != nil { ids.append(id) }
                    // Rows that cannot be decoded are those that are looked for.
                    if (try? Self.isReadable(row)) != true { damaged.insert(id) }
                }
                // A row on a leaf that lies in a wrong place is met on the way through all rows, and not by its number.
                for id in ids where try !db.exists("SELECT 1 FROM page_text WHERE id = ?", [id]) {
                    throw DatabaseOpening.damaged(file, "text \(id) is there and cannot be found by its number")
                }
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

    /// Every page that is indexed with a text of the part, or with what people have made of it.
    fileprivate func textUses(_ ranges: [ClosedRange<Int64>] = IndexStores.allTexts) throws -> [TextUse] {
        try read { db in
            let rows = try db.rows(
                """
                SELECT text, used.id, path FROM (
                    SELECT text_id AS text, id FROM page WHERE text_id IS NOT NULL
                    UNION ALL SELECT read_text_id, id FROM page WHERE read_text_id IS NOT NULL) AS used
                JOIN document ON document.id = used.id >> \(IndexSchema.pageBits) ORDER BY used.id
                """)
            return try Array(
                rows.compactMap { row in
                    let (text, id): (Int64, Int64) = (try row.value(at: 0), try row.value(at: 1))
                    guard ranges.contains(where: { $0.contains(text) }) else { return nil }
                    return TextUse(
                        text: text, document: id >> IndexSchema.pageBits,
                        page: Int(id & Int64(IndexSchema.maximumPage)), path: try row.value(at: 2))
                })
        }
    }
}
