import ExtractionProtocol
import GRDB

/// What `pages.sqlite` has of a document that is met again: in another place, with other metadata, or by an index that is
/// made anew.
extension PageStore {
    /// Whether every page's text layer was read in the way that a run would read it now.
    ///
    /// - Parameters:
    ///   - document: One with content.
    ///   - engine: The PDF library with its version.
    ///   - options: How the run examines layers, and its limits. A text that reached its limit does not count: reading it
    ///     again reports that again.
    /// - Returns: True when there is nothing to read.
    /// - Throws: ``DocSearchError`` when the file cannot be read.
    func hasAllPages(of document: DocumentFrame, engine: String, options: IndexingOptions) throws -> Bool {
        guard let hash = document.contentHash, let content = try contentID(hash) else { return false }
        let settings = TextSource.layerSettings(engine: engine, options.ocr.examination)
        let current = TextSource(origin: .textLayer, settings: settings)
        let limit = options.limits.extraction.pageTextBytes - 16
        let known = try pages(contentID: content).filter { row in
            (row.source == current || row.source == current.withImage) && row.byteCount < limit
        }
        return Set(known.map(\.page)).isSuperset(of: 1...max(1, document.pageCount))
    }

    /// Pages whose newest text layer is good.
    func goodPages(contentHash: String) throws -> Set<Int> {
        guard let content = try contentID(contentHash) else { return [] }
        var verdicts: [Int: TextLayerVerdict] = [:]
        for row in try pages(contentID: content) where row.source.origin == .textLayer {
            verdicts[row.page] = row.verdict
        }
        return Set(verdicts.filter { $0.value == .good }.keys)
    }

    private func contentID(_ hash: String) throws -> Int64? {
        try read { db in
            try Int64.fetchOne(
                db.cachedStatement(sql: "SELECT id FROM content WHERE content_hash = ?"), arguments: [hash])
        }
    }
}
