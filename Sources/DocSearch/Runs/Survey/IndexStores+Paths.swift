import ExtractionProtocol

/// Updates `pages.sqlite` for new, moved and removed bundles.
extension IndexStores {
    /// The earlier content of a bundle's path; `known` is the bundle there in the index.
    func history(of path: BundlePath, _ known: BundleRow?) throws -> PathHistory {
        var history = try pages.history(ofPlace: path.absolutePath)
        if let known { history.contents.formUnion(try index.contents(bundle: known.id)) }
        return history
    }

    func scope(of source: PageSource) throws -> TextScope {
        TextScope(
            contentHash: source.contentHash, bundleHash: source.bundleHash,
            place: try pages.history(ofPlace: absolutePath(of: source.relativePath, root: source.rootID)),
            contentID: source.contentID)
    }

    func move(_ bundle: BundleRow, to path: BundlePath) throws {
        try pages.move(place: absolutePath(of: bundle.relativePath, root: bundle.rootID), to: path.absolutePath)
        try index.move(bundle.id, root: path.root.id, directory: path.directory, name: path.name)
    }

    /// Removes bundles from the index. Their recognised texts are kept.
    func removeBundles(_ bundles: [BundleRow]) throws {
        try forgetPlaces(of: bundles)
        // In portions, so that no transaction is long.
        for start in stride(from: 0, to: bundles.count, by: 100) {
            try removeBundles(bundles[start...].prefix(100).map(\.id))
        }
    }

    /// In one transaction, so that decisions about a document pass at once to its remaining copy.
    func removeBundles(_ ids: [Int64]) throws {
        try index.write { _ in
            try index.removeBundles(ids, pages: pages)
            try placeLostSubjects()
        }
    }

    /// Call before the bundles are removed: a remaining place would affect the next bundle there.
    func forgetPlaces(of bundles: [BundleRow]) throws {
        for bundle in bundles { try pages.forget(place: absolutePath(of: bundle.relativePath, root: bundle.rootID)) }
    }

    /// For a bundle below a root. Nil when the root was forgotten.
    func absolutePath(of relativePath: String, root id: Int64) throws -> String {
        try user.roots().first { $0.id == id }?.absolutePath(relativePath) ?? ""
    }
}

extension IndexStore {
    func bundle(at path: BundlePath) throws -> BundleRow? {
        try bundle(root: path.root.id, directory: path.directory, name: path.name)
    }

    /// The row of a folder below a root; that of the root itself for an empty path.
    func folder(_ path: String, in root: IndexRoot) throws -> BundleRow? {
        guard path.isEmpty else { return try bundle(at: BundlePath(path, in: root)) }
        return try bundle(root: root.id, directory: "", name: OrdinaryFolder.rootName)
    }

    /// The bundles of a root, sorted by path, one folder at a time.
    func forEachBundle(of root: IndexRoot, _ body: (BundleRow) throws -> Void) throws {
        for directory in try directories(root: root.id).sorted() {
            try bundles(root: root.id, directory: directory).values.sorted { $0.name < $1.name }.forEach(body)
        }
    }
}
