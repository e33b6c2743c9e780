struct AbsorbedBundles {
    var bundles: [BundleRow]
    var vanishing: [BundleRow]
    var reading: IndexingReport.FolderReading?

    /// `path` is nil for images that belong to PDFs beside them. Nil when nothing must be removed: the folder is no
    /// bundle, or could not be read and cannot replace others.
    init?(_ bundles: [BundleRow], by path: String?, in root: IndexRoot, _ index: IndexStore) throws {
        guard !bundles.isEmpty else { return nil }
        self.bundles = bundles
        guard let path else {
            vanishing = try index.bundles(bundles, notContainedIn: nil)
            return
        }
        guard
            let bundle = try index.bundle(at: BundlePath(path, in: root)), !bundle.isOrdinaryFolder,
            try !index.hasOpeningFailure(bundle: bundle.id)
        else { return nil }
        vanishing = try index.bundles(bundles, notContainedIn: bundle.id)
        if try index.hasUnreadDocument(bundle: bundle.id) {
            // One of them may be the one that failed.
            let kept = Set(vanishing.map(\.id))
            self.bundles.removeAll { kept.contains($0.id) }
            vanishing = []
        }
        let shown = root.isFile ? root.path : path
        reading = bundle.format.map { IndexingReport.FolderReading(path: shown, format: $0) }
    }
}
