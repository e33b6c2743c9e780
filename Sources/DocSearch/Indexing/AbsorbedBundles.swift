/// Bundles that are a part of another one now.
struct AbsorbedBundles {
    var bundles: [BundleRow]
    /// Those with documents that the other one does not have.
    var vanishing: [BundleRow]
    /// The folder that has become one bundle.
    var reading: IndexingReport.FolderReading?

    /// Nil when nothing is to be removed: the folder is no bundle, or its documents could not be read, so that it cannot
    /// take the place of others.
    ///
    /// - Parameters:
    ///   - bundles: Those that the index has.
    ///   - path: Of the folder that they are in; nil for images that belong to PDFs beside them.
    ///   - root: The root that they lie below.
    ///   - index: What it knows is asked.
    /// - Throws: ``DocSearchError`` when the index cannot be read.
    init?(_ bundles: [BundleRow], by path: String?, in root: IndexRoot, _ index: IndexStore) throws {
        guard !bundles.isEmpty else { return nil }
        self.bundles = bundles
        guard let path else {
            vanishing = try index.bundles(bundles, notContainedIn: nil)
            return
        }
        guard
            let bundle = try index.bundle(root: root.id, directory: PathText.parent(path), name: PathText.name(path)),
            !bundle.isOrdinaryFolder, try !index.hasOpeningFailure(bundle: bundle.id)
        else { return nil }
        vanishing = try index.bundles(bundles, notContainedIn: bundle.id)
        if try index.hasUnreadDocument(bundle: bundle.id) {
            // One of them may be what failed.
            let kept = Set(vanishing.map(\.id))
            self.bundles.removeAll { kept.contains($0.id) }
            vanishing = []
        }
        let shown = root.isFile ? root.path : path
        reading = bundle.format.map { IndexingReport.FolderReading(path: shown, format: $0) }
    }
}
