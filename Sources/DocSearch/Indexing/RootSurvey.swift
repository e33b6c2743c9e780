import Foundation

/// Goes through the roots of a run, says what is to be read, and takes out what is gone.
final class RootSurvey {
    private let stores: IndexStores
    private let options: IndexingOptions
    private let stop: StopFlag
    private let record: RunRecord
    private var gone: [Gone] = []
    /// Bundles met under another name; a dry run does not write that down.
    private var moved: Set<Int64> = []

    /// What a root no longer has.
    private struct Gone {
        var target: RootResolver.Target
        var bundles: [BundleRow]
        /// Files that are a part of a bundle now, and that bundle's path.
        var absorbed: [(bundles: [BundleRow], by: String?)] = []
        /// Bundles that it still has.
        var found: Int
    }

    init(stores: IndexStores, options: IndexingOptions, stop: StopFlag, record: RunRecord) {
        self.stores = stores
        self.options = options
        self.stop = stop
        self.record = record
    }

    /// Hands out every bundle that is new or changed, as far as can be told without opening it.
    func walk(_ targets: [RootResolver.Target], _ toRead: @escaping (BundleTask) throws -> Void) throws {
        let moves = MovedBundles(index: stores.index, user: stores.user)
        let retries = try stores.index.bundlesToRetry(
            options: options, now: Int64(Date().timeIntervalSince1970))
        for target in targets {
            if try walk(target, moves, retries, toRead) { continue }
            // It has become one bundle, or ceased to be one.
            var other = target
            other.root.isFile.toggle()
            other.scope = ""
            if !options.dryRun { try stores.user.setIsFile(other.root.isFile, root: other.root.id) }
            _ = try walk(other, moves, retries, toRead)
        }
    }

    /// Returns false, without having done anything, when the root is of the other kind.
    private func walk(
        _ target: RootResolver.Target, _ moves: MovedBundles, _ retries: Set<Int64>,
        _ toRead: @escaping (BundleTask) throws -> Void
    ) throws -> Bool {
        var gone = Gone(target: target, bundles: [], found: 0)
        let reading = CurrentReading(options.ocr)
        let walker = RootWalker(
            root: target.root, scope: target.scope, index: stores.index, options: options, moves: moves,
            retries: retries, reading: reading, stop: stop
        ) { [self] finding in
            switch finding {
            case .unchanged:
                gone.found += 1
                record.result.bundles += 1
                record.result.unchanged += 1
            case .moved(let bundle, let place):
                record.result.moved += 1
                moved.insert(bundle.id)
                guard !options.dryRun else { return }
                try stores.index.write { _ in
                    try stores.index.place(
                        bundle.id, root: target.root.id, directory: place.directory, name: place.name)
                    // With another name it is about to be read, and must be even if this run is killed.
                    if ExactText(bundle.name) != ExactText(place.name) { try stores.index.forgetStatus(bundle.id) }
                }
            case .toRead(let place, let known, let isRenamed):
                gone.found += 1
                record.result.bundles += 1
                let change: BundleTask.Change = known == nil ? .new : isRenamed ? .renamed : .changed
                record.count(change)
                let mayBeSame = known.map { bundle in
                    reading.covers(bundle.extractor, isPDF: bundle.isPDF) && !options.full && !isRenamed
                        && !retries.contains(bundle.id)
                }
                try toRead(
                    BundleTask(
                        number: record.result.bundles, place: place,
                        knownContentHash: mayBeSame == true ? known?.contentHash : nil, change: change))
            case .gone(let bundles): gone.bundles += bundles
            case .absorbed(let bundles, let bundle): gone.absorbed.append((bundles, bundle))
            case .symbolicLinks(let count): record.result.symbolicLinks += count
            case .warning(let text): record.warn(text)
            }
        }
        guard try walker.walk() else { return false }
        self.gone.append(gone)
        return true
    }

    /// Takes out what was not found. To be called when all that was handed out is written: until then a bundle may turn
    /// out to be one that was missed elsewhere.
    func removeGone() throws {
        guard !stop.isSet else { return }
        for gone in gone {
            try remove(try gone.bundles.filter(isStillThere), of: gone.target, found: gone.found)
            for (bundles, path) in gone.absorbed where try path.map({ try isOpened($0, gone.target.root) }) ?? true {
                try remove(try bundles.filter(isStillThere))
            }
        }
        gone.removeAll()
    }

    /// Whether a row is where the walk has seen it missing.
    private func isStillThere(_ bundle: BundleRow) throws -> Bool {
        guard !moved.contains(bundle.id), let now = try stores.index.bundle(bundle.id) else { return false }
        return now.rootID == bundle.rootID && ExactText(now.relativePath) == ExactText(bundle.relativePath)
    }

    /// Whether the documents of a bundle could be read, so that nobody misses those that it takes the place of.
    private func isOpened(_ path: String, _ root: IndexRoot) throws -> Bool {
        if options.dryRun { return true }
        let bundle = try stores.index.bundle(root.id, PathText.parent(path), PathText.name(path))
        guard let bundle else { return false }
        return try !stores.index.hasOpeningFailure(bundle: bundle.id)
    }

    /// Removes nothing where it looks as if the disk were gone rather than the files.
    private func remove(_ gone: [BundleRow], of target: RootResolver.Target, found: Int) throws {
        guard !gone.isEmpty else { return }
        let known = try stores.index.bundleCount(root: target.root.id)
        let share = Double(gone.count) / Double(max(1, known))
        if target.scope.isEmpty, found == 0, !target.root.isFile {
            return record.warn(
                "\"\(target.root.path)\" is empty although the index knows \(known) bundles of it. Nothing was "
                    + "removed. Is its disk mounted? If it is meant to be empty: docsearch remove PATH.")
        }
        if gone.count > 10, share > options.pruneLimit {
            let percent = Int((share * 100).rounded())
            return record.warn(
                "\(gone.count) of \(known) bundles of \"\(target.root.path)\" are gone (\(percent) %, the limit is "
                    + "\(Int(options.pruneLimit * 100)) %). Nothing was removed. If that is right, run again with "
                    + "--prune-limit 100%.")
        }
        // The walk was a while ago, and a disk that does not answer looks as if its files were gone.
        let moves = MovedBundles(index: stores.index, user: stores.user)
        let left = try gone.filter(moves.hasLeft)
        if left.count < gone.count {
            record.warn(
                "\(gone.count - left.count) bundles of \"\(target.root.path)\" were not found, but it could not be made "
                    + "sure that they are gone. What the index has of them was kept. Is its disk well?")
        }
        try remove(left)
    }

    private func remove(_ gone: [BundleRow]) throws {
        record.result.removed += gone.count
        for bundle in gone { record.report(.removed(bundle: bundle.relativePath)) }
        if !options.dryRun { try stores.index.removeBundles(gone.map(\.id), pages: stores.pages) }
    }
}
