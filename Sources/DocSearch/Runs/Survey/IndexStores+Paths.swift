import ExtractionProtocol

extension IndexStores {
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
        try pages.move(place: absolutePath(of: bundle), to: path.absolutePath)
        try index.move(bundle.id, root: path.root.id, directory: path.directory, name: path.name)
    }

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
        for bundle in bundles { try pages.forget(place: absolutePath(of: bundle)) }
    }

    func absolutePath(of bundle: BundleRow) throws -> String {
        try absolutePath(of: bundle.relativePath, root: bundle.rootID)
    }

    func absolutePath(of relativePath: String, root id: Int64) throws -> String {
        try user.roots().first { $0.id == id }?.absolutePath(relativePath) ?? ""
    }
}

extension IndexStore {
    func bundle(at path: BundlePath) throws -> BundleRow? {
        try bundle(root: path.root.id, directory: path.directory, name: path.name)
    }

    /// An empty path means the root itself.
    func folder(_ path: String, in root: IndexRoot) throws -> BundleRow? {
        guard path.isEmpty else { return try bundle(at: BundlePath(path, in: root)) }
        return try bundle(root: root.id, directory: "", name: OrdinaryFolder.rootName)
    }

    func forEachBundle(of root: IndexRoot, _ body: (BundleRow) throws -> Void) throws {
        for directory in try directories(root: root.id).sorted() {
            try bundles(root: root.id, directory: directory).values.sorted { $0.name < $1.name }.forEach(body)
        }
    }
}
