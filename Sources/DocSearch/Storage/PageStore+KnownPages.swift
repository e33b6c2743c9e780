import ExtractionProtocol

/// What `pages.sqlite` has of a document that is met again: in another place, with other metadata, or by an index that is
/// made anew.
extension PageStore {
    /// Whether every page's text layer was read in the way that a run would read it now.
    ///
    /// - Parameters:
    ///   - scope: Which texts count.
    ///   - pageCount: Of the document.
    ///   - engine: The PDF library with its version.
    ///   - options: How the run examines layers, and its limits. A text that reached its limit does not count: reading it
    ///     again reports that again.
    /// - Returns: True when there is nothing to read.
    /// - Throws: ``DocSearchError`` when the file cannot be read.
    func hasAllPages(of scope: TextScope, pageCount: Int, engine: String, options: IndexingOptions) throws -> Bool {
        let settings = TextSource.layerSettings(engine: engine, options.ocr.examination)
        let current = TextSource(origin: .textLayer, settings: settings)
        let limit = options.limits.extraction.pageTextBytes - 16
        let known = try pages(of: scope).filter { row in
            (row.source == current || row.source == current.withImage) && row.byteCount < limit
        }
        return Set(known.map(\.page)).isSuperset(of: 1...max(1, pageCount))
    }

    /// Pages whose newest text layer is good.
    func goodPages(of scope: TextScope) throws -> Set<Int> {
        var verdicts: [Int: TextLayerVerdict] = [:]
        for row in try pages(of: scope) where row.source.origin == .textLayer { verdicts[row.page] = row.verdict }
        return Set(verdicts.filter { $0.value == .good }.keys)
    }
}
