import Foundation

extension ArchiveIndex {
    /// Compares the files of all bundles of the index with the bundles' stated checksums: of bags, OCFL objects, METS
    /// packages and exports. Reads every one of them, and changes neither the archive nor the index. The last time that
    /// each bundle was sound is stored beside the index, in `fixity.jsonl`.
    ///
    /// A stopped audit is continued unless `isFresh`: bundles compared already are skipped. `options` are those of
    /// ``BundleInspector``. `progress` receives the number of finished bundles and their total; an error from it stops
    /// the audit.
    ///
    /// Throws ``DocSearchError``: `noIndex`; `locked` when another process is comparing; `environment` when
    /// `docsearch-extract` does not work.
    public func auditFixity(
        options: IndexingOptions = IndexingOptions(), isFresh: Bool = false,
        progress: (Int, Int) throws -> Void = { _, _ in }
    ) throws -> FixityReport {
        guard exists else { throw noIndex }
        let stores = try IndexStores(reading: folder)
        let roots = try stores.user.roots()
        var paths: [String] = []
        for root in roots {
            try stores.index.forEachBundle(of: root) { bundle in
                if !Self.silent.contains(bundle.format ?? "") { paths.append(root.absolutePath(bundle.relativePath)) }
            }
        }
        let ledger = try FixityLedger(folder)
        let begun = try ledger.begin(isFresh: isFresh, now: Self.now)
        let done = ledger.done.intersection(paths.map(ExactText.init))
        var count = done.count
        try progress(count, paths.count)
        var inspector = BundleInspector(options: options, extent: .checksums)
        // Bundles in a folder that was a bundle itself tell nothing about that bundle.
        inspector.walksFolders = false
        try inspector.describe(paths.filter { !done.contains(ExactText($0)) }) { description in
            let before = ledger.latest[ExactText(description.path)]
            try ledger.add(FixityReport.Bundle(description, compared: Self.now, before: before))
            count += 1
            try progress(count, paths.count)
        }
        let ended = Self.now
        try ledger.end(now: ended)
        var report = FixityReport(begun: begun, ended: ended, roots: roots.map(\.path))
        let found = paths.compactMap { ledger.latest[ExactText($0)] }
        report.bundles = found.filter { $0.state != .unstated }
        report.withoutChecksums = found.count - report.bundles.count
        return report
    }

    private static var now: Int64 { Int64(Date().timeIntervalSince1970) }

    /// PDFs and images state no checksums, and there are many of them.
    private static let silent: Set<String> = ["pdf", "images", OrdinaryFolder.format]
}
